#include "training/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace retable::training {
namespace {

std::string Remedy(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return "make room there or give --out another folder, then run the same command again: it goes on from "
             "what is stored";
    case EACCES:
    case EPERM:
    case EROFS:
      return "give --out a folder that you may write";
    case ENOTDIR:
    case EEXIST:
    case EISDIR:
      return "something else is in the way: move it or give --out another folder";
    case ENOENT:
      return "check the path";
    case EMFILE:
    case ENFILE:
      return "too many files are open: raise `ulimit -n` or use fewer --workers";
    default:
      return "check the disk and the path, then run the same command again";
  }
}

}  // namespace

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    Close();
    number_ = other.Release();
  }
  return *this;
}

int FileDescriptor::Release() {
  const int number = number_;
  number_ = -1;
  return number;
}

void FileDescriptor::Close() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

void ThrowFileError(const std::string& action, const std::filesystem::path& path, int error) {
  throw std::runtime_error("cannot " + action + " " + path.string() + ": " + std::strerror(error) + "; " +
                           Remedy(error));
}

FileDescriptor OpenFile(const std::filesystem::path& path, int flags) {
  const int number = open(path.c_str(), flags | O_CLOEXEC, 0666);
  if (number < 0) ThrowFileError((flags & O_ACCMODE) == O_RDONLY ? "open" : "write to", path, errno);
  return FileDescriptor(number);
}

void MakeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) ThrowFileError("make the folder", folder, error.value());
  if (!std::filesystem::is_directory(folder)) ThrowFileError("make the folder", folder, ENOTDIR);
}

std::string ReadFile(const std::filesystem::path& file) {
  const FileDescriptor input = OpenFile(file, O_RDONLY);
  std::string content;
  char piece[1 << 16];
  for (;;) {
    const ssize_t count = read(input.number(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ThrowFileError("read", file, errno);
    if (count == 0) return content;
    content.append(piece, static_cast<std::size_t>(count));
  }
}

void WriteFileAtomically(const std::filesystem::path& file, std::string_view content) {
  const std::filesystem::path part = file.string() + ".part-" + std::to_string(getpid());
  try {
    const FileDescriptor output = OpenFile(part, O_WRONLY | O_CREAT | O_TRUNC);
    WriteAll(output, content, file);
    Sync(output, file);
    if (rename(part.c_str(), file.c_str()) != 0) ThrowFileError("write", file, errno);
  } catch (...) {
    unlink(part.c_str());
    throw;
  }
  SyncFolder(file.has_parent_path() ? file.parent_path() : ".");
}

void WriteAll(const FileDescriptor& file, std::string_view content, const std::filesystem::path& path) {
  while (!content.empty()) {
    const ssize_t count = write(file.number(), content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ThrowFileError("write to", path, errno);
    content.remove_prefix(static_cast<std::size_t>(count));
  }
}

void Sync(const FileDescriptor& file, const std::filesystem::path& path) {
  // EINVAL: a pipe or a device, which has nothing to sync.
  if (fsync(file.number()) != 0 && errno != EINVAL) ThrowFileError("write to", path, errno);
}

void SyncFolder(const std::filesystem::path& folder) {
  Sync(OpenFile(folder, O_RDONLY | O_DIRECTORY), folder);
}

void SyncTree(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_directory()) SyncFolder(entry.path());
    if (entry.is_regular_file()) Sync(OpenFile(entry.path(), O_RDONLY), entry.path());
  }
  SyncFolder(folder);
}

}  // namespace retable::training
