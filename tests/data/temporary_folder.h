// tests/faults/folder.h, with files that a test writes into it.
#ifndef RETABLE_TESTS_DATA_TEMPORARY_FOLDER_H_
#define RETABLE_TESTS_DATA_TEMPORARY_FOLDER_H_

#include <exception>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "tests/faults/folder.h"

namespace retable::data {

class TemporaryFolder : public faults::Folder {
 public:
  // Writes a file, making its folder, and returns its path.
  std::filesystem::path Write(const std::string& name, std::string_view text) const {
    const std::filesystem::path file = path() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file;
  }
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
