// Named arrays of floats in a file that other programs read too: the safetensors format (Hugging Face,
// github.com/huggingface/safetensors): 8 bytes of header length, a JSON header, then raw little-endian data.
#ifndef RETABLE_DATA_SAFETENSORS_H_
#define RETABLE_DATA_SAFETENSORS_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace retable::data {

struct FloatArray {
  std::vector<std::int64_t> shape;
  std::vector<float> values;  // row-major; as many as the shape's product
};

struct Safetensors {
  std::map<std::string, FloatArray> arrays;
  std::map<std::string, std::string> metadata = {};
};

// Throws std::runtime_error that names the file where it cannot be written.
void WriteSafetensors(const std::filesystem::path& file, const Safetensors& content);

// Reads a file whose arrays are all of type F32. Throws std::runtime_error that names the file and what is
// wrong: unreadable, truncated, a header that is no JSON object or longer than the file, another type, a
// negative size, offsets outside the data or not of the shape's size.
Safetensors ReadSafetensors(const std::filesystem::path& file);

}  // namespace retable::data

#endif  // RETABLE_DATA_SAFETENSORS_H_
