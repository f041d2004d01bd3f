#include "data/scoped_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

namespace retable::data {

ScopedFolder::ScopedFolder() : ScopedFolder(std::filesystem::temp_directory_path()) {}

ScopedFolder::ScopedFolder(const std::filesystem::path& parent) {
  std::string name = (parent / "retable-").string() + std::string(6, 'X');  // which mkdtemp(3) replaces
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("cannot make a folder like " + name + ": " + std::strerror(errno) +
                             "; make room there, or set TMPDIR");
  }
  path_ = name;
}

ScopedFolder::~ScopedFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace retable::data
