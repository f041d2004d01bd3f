// Who works on a key? Exclusion between threads, processes and (where the file system carries locks) hosts.
//
// A lock is one byte of the file `<out>/lock`, at an offset taken from the key, locked with an open file
// description lock (fcntl(2), F_OFD_SETLK). The system releases it when its holder dies, however it dies: no
// stale locks, no clean-up. Two keys share a byte with probability 2^-60; they would merely wait for each
// other.
#ifndef RETABLE_TRAINING_LOCKS_H_
#define RETABLE_TRAINING_LOCKS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "training/files.h"

namespace retable::training {

// Held while it lives.
class KeyLock {
 public:
  // Waits until the key (64 hex digits) is free.
  static KeyLock Wait(const std::filesystem::path& out, const std::string& key);

  // Nothing where another holder has it.
  static std::optional<KeyLock> Try(const std::filesystem::path& out, const std::string& key);

 private:
  explicit KeyLock(FileDescriptor file) : file_(std::move(file)) {}

  FileDescriptor file_;  // an open of its own: closing it releases the lock
};

}  // namespace retable::training

#endif  // RETABLE_TRAINING_LOCKS_H_
