#include "models/outside/descriptor.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace retable::models::outside {
namespace {

[[noreturn]] void ThrowSystemError(const std::string& what) {
  throw std::runtime_error("cannot " + what + ": " + std::strerror(errno) +
                           "; close other programs or raise `ulimit -n`");
}

}  // namespace

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    Close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}

void Descriptor::Close() {
  if (number_ >= 0) close(number_);
  number_ = -1;
}

Pipe MakePipe(Direction direction) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) ThrowSystemError("make a pipe");
  Descriptor read(ends[0]), write(ends[1]);
  Pipe made = direction == Direction::kToThem ? Pipe{std::move(write), std::move(read)}
                                              : Pipe{std::move(read), std::move(write)};
  if (fcntl(made.ours.number(), F_SETFL, O_NONBLOCK) != 0) ThrowSystemError("set up a pipe");
  return made;
}

Descriptor FileInMemory(std::string_view content) {
  Descriptor file(memfd_create("host", MFD_CLOEXEC));
  if (!file.open()) ThrowSystemError("make a file in memory");
  while (!content.empty()) {
    const ssize_t count = write(file.number(), content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ThrowSystemError("fill a file in memory");
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  if (lseek(file.number(), 0, SEEK_SET) != 0) ThrowSystemError("rewind a file in memory");
  return file;
}

}  // namespace retable::models::outside
