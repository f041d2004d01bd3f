#include "data/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace retable::data {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors data are little-endian");

constexpr std::uint64_t kLongestHeader = 100'000'000;
constexpr std::uint64_t kChunk = 1 << 16;  // elements converted at once

[[noreturn]] void Refuse(const std::filesystem::path& file, const std::string& why) {
  throw std::runtime_error(file.string() + " is no usable safetensors file: " + why);
}

std::ifstream OpenAt(const std::filesystem::path& file, std::uint64_t position) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) throw std::runtime_error("cannot read " + file.string());
  in.seekg(static_cast<std::streamoff>(position));
  return in;
}

void ReadBytes(const std::filesystem::path& file, std::ifstream& in, void* bytes, std::uint64_t count) {
  if (!in.read(static_cast<char*>(bytes), static_cast<std::streamsize>(count))) {
    Refuse(file, "it ended while it was read");
  }
}

float FromBfloat16(std::uint16_t bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

// IEEE 754 binary16: 1 bit of sign, 5 of exponent (bias 15, a float's is 127), 10 of mantissa.
float FromHalf(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16, exponent = bits >> 10 & 31U, mantissa = bits & 1023U;
  if (exponent == 0)
    return std::copysign(static_cast<float>(mantissa) * 0x1p-24F, std::bit_cast<float>(sign));
  const std::uint32_t widened = exponent == 31 ? 255 : exponent - 15 + 127;
  return std::bit_cast<float>(sign | widened << 23 | mantissa << 13);
}

bool IsFloat(const std::string& type) { return type == "F32" || type == "F16" || type == "BF16"; }

// Arrays in the order in which they are written.
template <typename Array>
void AddToHeader(nlohmann::json& header, const std::map<std::string, Array>& arrays, const std::string& type,
                 std::uint64_t& offset) {
  for (const auto& [name, array] : arrays) {
    if (header.contains(name)) throw std::invalid_argument("two arrays are named " + name);
    if (ElementCount(name, array.shape) != array.values.size()) {
      throw std::invalid_argument("array " + name + " does not have as many values as its shape says");
    }
    const std::uint64_t end = offset + array.values.size() * sizeof(array.values[0]);
    header[name] = {{"dtype", type}, {"shape", array.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
}

template <typename Array>
void WriteData(std::ofstream& out, const std::map<std::string, Array>& arrays) {
  for (const auto& [name, array] : arrays) {
    out.write(reinterpret_cast<const char*>(array.values.data()),
              static_cast<std::streamsize>(array.values.size() * sizeof(array.values[0])));
  }
}

}  // namespace

void WriteSafetensors(const std::filesystem::path& file, const Safetensors& content) {
  nlohmann::json header = nlohmann::json::object();
  if (!content.metadata.empty()) header[kSafetensorsMetadata] = content.metadata;
  std::uint64_t offset = 0;
  AddToHeader(header, content.arrays, "F32", offset);
  AddToHeader(header, content.integers, "I64", offset);
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // data begin at a multiple of 8
  const std::uint64_t length = text.size();
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(&length), sizeof(length));
  out << text;
  WriteData(out, content.arrays);
  WriteData(out, content.integers);
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string() + ": is the disk full?");
}

SafetensorsFile::SafetensorsFile(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream in = OpenAt(file_, 0);
  const std::uint64_t bytes = std::filesystem::file_size(file_);
  std::uint64_t length = 0;
  if (bytes < sizeof(length)) Refuse(file_, "it is shorter than a header length");
  ReadBytes(file_, in, &length, sizeof(length));
  if (length > kLongestHeader || length > bytes - sizeof(length)) {
    Refuse(file_, "its header claims " + std::to_string(length) + " bytes");
  }
  std::string text(length, '\0');
  ReadBytes(file_, in, text.data(), length);
  data_begin_ = sizeof(length) + length;
  try {
    header_ = ParseSafetensorsHeader(text, bytes - data_begin_);
  } catch (const std::invalid_argument& error) {
    Refuse(file_, error.what());
  }
}

const ArrayPlace& SafetensorsFile::Place(const std::string& name) const {
  const auto found = header_.arrays.find(name);
  if (found == header_.arrays.end()) throw std::runtime_error(file_.string() + " holds no array " + name);
  return found->second;
}

template <typename Stored, typename Value, typename Convert>
std::vector<Value> SafetensorsFile::Read(const ArrayPlace& place, Convert convert) const {
  std::ifstream in = OpenAt(file_, data_begin_ + place.begin);
  const std::uint64_t count = (place.end - place.begin) / sizeof(Stored);
  std::vector<Value> values(count);
  std::vector<Stored> chunk(std::min(count, kChunk));
  for (std::uint64_t first = 0; first < count; first += kChunk) {
    const std::uint64_t now = std::min(kChunk, count - first);
    ReadBytes(file_, in, chunk.data(), now * sizeof(Stored));
    std::transform(chunk.begin(), chunk.begin() + now, values.begin() + first, convert);
  }
  return values;
}

FloatArray SafetensorsFile::Floats(const std::string& name) const {
  const ArrayPlace& place = Place(name);
  if (place.type == "F32") return {place.shape, Read<float, float>(place, [](float value) { return value; })};
  if (place.type == "F16") return {place.shape, Read<std::uint16_t, float>(place, FromHalf)};
  if (place.type == "BF16") return {place.shape, Read<std::uint16_t, float>(place, FromBfloat16)};
  Refuse(file_,
         "array " + name + " is of type " + place.type + ", and floats are read from F32, F16 and BF16");
}

IntegerArray SafetensorsFile::Integers(const std::string& name) const {
  const ArrayPlace& place = Place(name);
  const auto widen = [](auto value) { return std::int64_t{value}; };
  if (place.type == "I64") return {place.shape, Read<std::int64_t, std::int64_t>(place, widen)};
  if (place.type == "I32") return {place.shape, Read<std::int32_t, std::int64_t>(place, widen)};
  Refuse(file_,
         "array " + name + " is of type " + place.type + ", and only F32, F16, BF16, I64 and I32 are read");
}

Safetensors ReadSafetensors(const std::filesystem::path& file) {
  const SafetensorsFile opened(file);
  Safetensors content{.arrays = {}, .metadata = opened.metadata()};
  for (const auto& [name, place] : opened.arrays()) {
    if (IsFloat(place.type)) {
      content.arrays[name] = opened.Floats(name);
    } else {
      content.integers[name] = opened.Integers(name);
    }
  }
  return content;
}

}  // namespace retable::data
