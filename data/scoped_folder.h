// An empty folder of its own, removed with everything in it at the end of its life.
#ifndef RETABLE_DATA_SCOPED_FOLDER_H_
#define RETABLE_DATA_SCOPED_FOLDER_H_

#include <filesystem>

namespace retable::data {

class ScopedFolder {
 public:
  // Below the system's folder for such (TMPDIR), or another one. Throws std::runtime_error that says what to do.
  ScopedFolder();
  explicit ScopedFolder(const std::filesystem::path& parent);
  ScopedFolder(const ScopedFolder&) = delete;
  ScopedFolder& operator=(const ScopedFolder&) = delete;
  ~ScopedFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace retable::data

#endif  // RETABLE_DATA_SCOPED_FOLDER_H_
