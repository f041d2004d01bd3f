// Writes tests/golden/ anew: bazel run //tests/reports:update_goldens. Look at `git diff tests/golden` before
// committing.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "tests/reports/goldens.h"
#include "training/files.h"

int main() {
  const char* const workspace = std::getenv("BUILD_WORKSPACE_DIRECTORY");
  if (workspace == nullptr) {
    std::cerr << "Call this as: bazel run //tests/reports:update_goldens\n";
    return 2;
  }
  for (const auto& [name, bytes] : retable::reports::Goldens()) {
    const auto path = std::filesystem::path(workspace) / "tests/golden" / name;
    retable::training::WriteFileAtomically(path, bytes);
    std::cout << "tests/golden/" << name << "\n";
  }
}
