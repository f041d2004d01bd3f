// Starts the fake program, interrupts it, and reads what it left.
#ifndef RETABLE_TESTS_FAULTS_PROGRAM_H_
#define RETABLE_TESTS_FAULTS_PROGRAM_H_

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/faults/folder.h"

namespace retable::faults {

struct Ended {
  int code = 0;      // 128 + n where signal n killed it
  std::string text;  // standard output and error
};

// One process of the fake program; killed at the end of its life.
class Program {
 public:
  Program(const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& environment = {});
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  void Signal(int number) const;
  Ended Wait();
  std::vector<pid_t> Workers() const;

 private:
  Folder folder_;
  pid_t pid_ = -1;
};

// Starts and waits.
Ended RunIt(const std::vector<std::string>& arguments,
            const std::map<std::string, std::string>& environment = {});

// Key -> text of the measurement, without failures of the machine. Throws where the store is refused.
std::map<std::string, std::string> Measurements(const std::filesystem::path& out);

// Lines in all files of the store.
int Lines(const std::filesystem::path& out);

// The files of the store.
std::vector<std::filesystem::path> StoreFiles(const std::filesystem::path& out);

std::string ReadText(const std::filesystem::path& file);
void WriteText(const std::filesystem::path& file, const std::string& text);

// Waits until `condition` holds, a minute at the most; returns whether it does.
template <typename Condition>
bool WaitFor(Condition condition);
void SleepMilliseconds(int milliseconds);

template <typename Condition>
bool WaitFor(Condition condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    SleepMilliseconds(10);
  }
  return false;
}

}  // namespace retable::faults

#endif  // RETABLE_TESTS_FAULTS_PROGRAM_H_
