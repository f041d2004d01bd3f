// Runs Debian's Python, which has torch: the other side of agreement tests.
#ifndef RETABLE_TESTS_MODELS_PYTHON_H_
#define RETABLE_TESTS_MODELS_PYTHON_H_

#include <cstdio>
#include <string>

namespace retable::models {

struct Ended {
  int status;
  std::string printed;
};

inline Ended RunPython(const std::string& arguments) {
  const std::string command = "/usr/bin/python3 -B " + arguments + " 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {-1, "cannot start " + command};
  std::string printed;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) printed += static_cast<char>(c);
  return {pclose(pipe), printed};
}

}  // namespace retable::models

#endif  // RETABLE_TESTS_MODELS_PYTHON_H_
