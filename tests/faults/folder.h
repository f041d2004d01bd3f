// A folder of a test's own. In memory where the system has such a place: the store syncs every line, which a busy disk
// may take a second for.
#ifndef RETABLE_TESTS_FAULTS_FOLDER_H_
#define RETABLE_TESTS_FAULTS_FOLDER_H_

#include <unistd.h>

#include <filesystem>

#include "data/scoped_folder.h"

namespace retable::faults {

class Folder : public data::ScopedFolder {
 public:
  Folder() : Folder(Fastest()) {}
  explicit Folder(const std::filesystem::path& parent) : ScopedFolder(parent) {}

 private:
  static std::filesystem::path Fastest() {
    constexpr char kMemory[] = "/dev/shm";
    return access(kMemory, W_OK | X_OK) == 0 ? kMemory : std::filesystem::temp_directory_path();
  }
};

}  // namespace retable::faults

#endif  // RETABLE_TESTS_FAULTS_FOLDER_H_
