// A folder of a test's own, removed with everything in it at the end of its life. In memory where the system
// has such a place: the store syncs every line, which a busy disk may take a second for.
#ifndef RETABLE_TESTS_FAULTS_FOLDER_H_
#define RETABLE_TESTS_FAULTS_FOLDER_H_

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace retable::faults {

class Folder {
 public:
  Folder() : Folder(Fastest()) {}
  explicit Folder(const std::filesystem::path& parent) {
    std::string name = (parent / "retable-XXXXXX").string();
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
  static std::filesystem::path Fastest() {
    constexpr char kMemory[] = "/dev/shm";
    return access(kMemory, W_OK | X_OK) == 0 ? kMemory : std::filesystem::temp_directory_path();
  }

  std::filesystem::path path_;
};

}  // namespace retable::faults

#endif  // RETABLE_TESTS_FAULTS_FOLDER_H_
