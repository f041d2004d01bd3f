// Files that survive a crash, and errors of the file system in words. Every error is a std::runtime_error
// that names the path, what was tried, the system's reason and what to do.
#ifndef RETABLE_TRAINING_FILES_H_
#define RETABLE_TRAINING_FILES_H_

#include <filesystem>
#include <string>
#include <string_view>

namespace retable::training {

// Owns one open file; closed with it.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.Release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor() { Close(); }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  int Release();
  void Close();

 private:
  int number_ = -1;
};

// "cannot <action> <path>: <reason>; <remedy>", for an errno.
[[noreturn]] void ThrowFileError(const std::string& action, const std::filesystem::path& path, int error);

// open(2), closed on exec. `flags` as there.
FileDescriptor OpenFile(const std::filesystem::path& path, int flags);

// The folder and those above it, made where they are missing.
void MakeFolder(const std::filesystem::path& folder);

// All of the file's bytes.
std::string ReadFile(const std::filesystem::path& file);

// The file holds `content` whole or is as it was, even if the machine stops half-way.
void WriteFileAtomically(const std::filesystem::path& file, std::string_view content);

// Writes everything, in one write(2) where the system takes it.
void WriteAll(const FileDescriptor& file, std::string_view content, const std::filesystem::path& path);

// Makes durable: the bytes of a file, the names in a folder, or every file and folder below one.
void Sync(const FileDescriptor& file, const std::filesystem::path& path);
void SyncFolder(const std::filesystem::path& folder);
void SyncTree(const std::filesystem::path& folder);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_FILES_H_
