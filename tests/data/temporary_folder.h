// A folder of its own for a test, removed with everything in it when the test ends.
#ifndef RETABLE_TESTS_DATA_TEMPORARY_FOLDER_H_
#define RETABLE_TESTS_DATA_TEMPORARY_FOLDER_H_

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace retable::data {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "retable-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }

  // Writes a file, making its folder, and returns its path.
  std::filesystem::path Write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }

 private:
  std::filesystem::path path_;
};

// The message of the exception that `call` throws; empty if it throws none.
template <typename Call>
std::string MessageOf(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace retable::data

#endif  // RETABLE_TESTS_DATA_TEMPORARY_FOLDER_H_
