#include "tests/data/safetensors_fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>

#include "data/safetensors.h"

namespace retable::data {
namespace {

void Require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << what << '\n';
  std::abort();
}

// A file in memory, so that a thousand a second can be read.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("fuzz", 0)) { Require(descriptor_ >= 0, "no file in memory"); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }

  void Write(std::string_view bytes) const {
    Require(write(descriptor_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "not written");
  }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

// Also where values are NaN, which no comparison of floats finds equal.
bool SameBits(const FloatArray& a, const FloatArray& b) {
  if (a.shape != b.shape || a.values.size() != b.values.size()) return false;
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    if (std::bit_cast<std::uint32_t>(a.values[i]) != std::bit_cast<std::uint32_t>(b.values[i])) return false;
  }
  return true;
}

void CheckReadAgain(const Safetensors& content) {
  const MemoryFile file;
  WriteSafetensors(file.path(), content);
  const Safetensors again = ReadSafetensors(file.path());
  Require(again.metadata == content.metadata, "other metadata");
  Require(again.arrays.size() == content.arrays.size(), "other arrays");
  for (const auto& [name, array] : content.arrays)
    Require(SameBits(array, again.arrays.at(name)), "another array");
  Require(again.integers.size() == content.integers.size(), "other integers");
  for (const auto& [name, array] : content.integers) {
    Require(again.integers.at(name).shape == array.shape, "another shape");
    Require(again.integers.at(name).values == array.values, "another integer");
  }
}

template <typename Array>
void CheckShape(const Array& array) {
  std::uint64_t count = 1;
  for (const std::int64_t size : array.shape) count *= static_cast<std::uint64_t>(size);
  Require(count == array.values.size(), "not as many values as the shape says");
}

}  // namespace

FileOutcome CheckSafetensorsBytes(std::string_view bytes) {
  const MemoryFile file;
  file.Write(bytes);
  Safetensors content;
  try {
    content = ReadSafetensors(file.path());
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    Require(message.starts_with(file.path()) && message.size() > file.path().size() + 3,
            "a refusal says nothing");
    return FileOutcome::kRefused;
  }
  for (const auto& [name, array] : content.arrays) CheckShape(array);
  for (const auto& [name, array] : content.integers) CheckShape(array);
  CheckReadAgain(content);
  return FileOutcome::kRead;
}

}  // namespace retable::data

// libFuzzer's entry.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  retable::data::CheckSafetensorsBytes({reinterpret_cast<const char*>(data), size});
  return 0;
}
