// What a safetensors file says that it holds, checked before a byte of its data is read.
//
// The header is a JSON object {name: {"dtype", "shape", "data_offsets": [begin, end]}}, with texts under
// "__metadata__" where it has any. Its arrays cover the data without a gap or an overlap. Source: the format's
// description and reference implementation (Hugging Face, github.com/huggingface/safetensors).
#ifndef RETABLE_DATA_SAFETENSORS_HEADER_H_
#define RETABLE_DATA_SAFETENSORS_HEADER_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace retable::data {

struct ArrayPlace {
  std::string type;                 // one of the format's: "F32"
  std::vector<std::int64_t> shape;  // sizes from 0
  std::uint64_t begin = 0;          // bytes of the data, end - begin = product of shape * bytes of type
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::map<std::string, ArrayPlace> arrays;
  std::map<std::string, std::string> metadata;
};

inline constexpr char kSafetensorsMetadata[] = "__metadata__";

// Throws std::invalid_argument that says what is wrong, and of which array: no JSON object, a name that stands
// twice, nesting deeper than the format's, a type that it does not have, a size that is no whole number from
// 0, a product that overflows, offsets that do not fit the shape or the data, a gap, an overlap.
SafetensorsHeader ParseSafetensorsHeader(std::string_view text, std::uint64_t data_bytes);

// The product of a shape; throws std::invalid_argument, naming the array, for what is no count of bytes.
std::uint64_t ElementCount(const std::string& name, const std::vector<std::int64_t>& shape);

}  // namespace retable::data

#endif  // RETABLE_DATA_SAFETENSORS_HEADER_H_
