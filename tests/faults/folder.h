// A folder of a test's own, removed with everything in it at the end of its life.
#ifndef RETABLE_TESTS_FAULTS_FOLDER_H_
#define RETABLE_TESTS_FAULTS_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace retable::faults {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "retable-faults-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace retable::faults

#endif  // RETABLE_TESTS_FAULTS_FOLDER_H_
