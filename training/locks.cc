#include "training/locks.h"

#include <fcntl.h>

#include <cerrno>
#include <stdexcept>

namespace retable::training {
namespace {

struct flock ByteOf(const std::string& key) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(std::stoull(key.substr(0, 15), nullptr, 16));
  lock.l_len = 1;
  return lock;
}

std::filesystem::path LockFile(const std::filesystem::path& out) {
  MakeFolder(out);
  return out / "lock";
}

}  // namespace

KeyLock KeyLock::Wait(const std::filesystem::path& out, const std::string& key) {
  const std::filesystem::path path = LockFile(out);
  FileDescriptor file = OpenFile(path, O_RDWR | O_CREAT);
  struct flock lock = ByteOf(key);
  while (fcntl(file.number(), F_OFD_SETLKW, &lock) != 0) {
    if (errno != EINTR) ThrowFileError("lock", path, errno);
  }
  return KeyLock(std::move(file));
}

std::optional<KeyLock> KeyLock::Try(const std::filesystem::path& out, const std::string& key) {
  const std::filesystem::path path = LockFile(out);
  FileDescriptor file = OpenFile(path, O_RDWR | O_CREAT);
  struct flock lock = ByteOf(key);
  if (fcntl(file.number(), F_OFD_SETLK, &lock) == 0) return KeyLock(std::move(file));
  if (errno == EAGAIN || errno == EACCES) return std::nullopt;
  ThrowFileError("lock", path, errno);
}

}  // namespace retable::training
