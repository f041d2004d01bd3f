#include "reports/runfiles.h"

#include <errno.h>

#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace retable::reports {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> RunfilesFolders() {
  std::vector<fs::path> folders;
  for (const char* variable : {"RUNFILES_DIR", "TEST_SRCDIR"}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && *value != '\0') folders.emplace_back(value);
  }
  std::error_code unknown;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", unknown); !unknown) {
    folders.emplace_back(program.string() + ".runfiles");
  }
  const fs::path called = fs::absolute(program_invocation_name);
  for (fs::path folder = called.parent_path(); folder != folder.root_path(); folder = folder.parent_path()) {
    if (folder.extension() == ".runfiles") folders.push_back(folder);
  }
  return folders;
}

}  // namespace

fs::path FindRunfile(const std::string& path) {
  std::string tried;
  for (const fs::path& folder : RunfilesFolders()) {
    if (fs::is_regular_file(folder / path)) return folder / path;
    tried += (tried.empty() ? "" : ", ") + folder.string();
  }
  throw std::runtime_error("the file " + path + " is not beside this program (looked in " + tried +
                           "): call it through bazel run, or build its own target");
}

}  // namespace retable::reports
