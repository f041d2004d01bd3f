// Named arrays of numbers in a file that other programs read too: the safetensors format (Hugging Face,
// github.com/huggingface/safetensors): 8 bytes of header length, a JSON header, then raw little-endian data.
//
// Files come from elsewhere, and nothing that they say is believed: see safetensors_header.h for what is
// refused. NaN and infinities are numbers here; whoever cannot use them looks for them.
#ifndef RETABLE_DATA_SAFETENSORS_H_
#define RETABLE_DATA_SAFETENSORS_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "data/safetensors_header.h"

namespace retable::data {

struct FloatArray {
  std::vector<std::int64_t> shape;
  std::vector<float> values;  // row-major; as many as the shape's product
};

struct IntegerArray {
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> values;
};

struct Safetensors {
  std::map<std::string, FloatArray> arrays;
  std::map<std::string, std::string> metadata = {};
  std::map<std::string, IntegerArray> integers = {};
};

// Floats as F32 and integers as I64. Throws std::runtime_error that names the file where it cannot be written,
// std::invalid_argument for a name that stands in both maps or an array without its shape's values.
void WriteSafetensors(const std::filesystem::path& file, const Safetensors& content);

// A file whose arrays are read one at a time, so that no more than one of them is in memory. All members
// throw std::runtime_error that names the file and what is wrong.
class SafetensorsFile {
 public:
  // Reads and checks the header alone, which may have 100 MB at most, as in the reference implementation.
  explicit SafetensorsFile(std::filesystem::path file);

  const std::map<std::string, ArrayPlace>& arrays() const { return header_.arrays; }
  const std::map<std::string, std::string>& metadata() const { return header_.metadata; }

  // F32, or F16 and BF16, each of whose values is a float.
  FloatArray Floats(const std::string& name) const;
  // I64 and I32.
  IntegerArray Integers(const std::string& name) const;

 private:
  const ArrayPlace& Place(const std::string& name) const;
  template <typename Stored, typename Value, typename Convert>
  std::vector<Value> Read(const ArrayPlace& place, Convert convert) const;

  std::filesystem::path file_;
  std::uint64_t data_begin_ = 0;
  SafetensorsHeader header_;
};

// The whole file: floats in `arrays`, integers in `integers`; arrays of other types are refused.
Safetensors ReadSafetensors(const std::filesystem::path& file);

}  // namespace retable::data

#endif  // RETABLE_DATA_SAFETENSORS_H_
