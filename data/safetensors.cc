#include "data/safetensors.h"

#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace retable::data {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors data are little-endian");

constexpr char kMetadata[] = "__metadata__";
constexpr std::uint64_t kLongestHeader = 100'000'000;  // as the reference implementation

[[noreturn]] void Refuse(const std::filesystem::path& file, const std::string& why) {
  throw std::runtime_error(file.string() + " is no usable safetensors file: " + why);
}

// The product of a shape; refuses negative sizes and products that do not fit.
std::uint64_t Count(const std::filesystem::path& file, const std::string& name,
                    const std::vector<std::int64_t>& shape) {
  std::uint64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 0) Refuse(file, "array " + name + " has a negative size");
    if (size > 0 && count > std::numeric_limits<std::uint64_t>::max() / 8 / static_cast<std::uint64_t>(size)) {
      Refuse(file, "array " + name + " is larger than any memory");
    }
    count *= static_cast<std::uint64_t>(size);
  }
  return count;
}

FloatArray ReadArray(const std::filesystem::path& file, const std::string& name, const nlohmann::json& entry,
                     const std::string& data) {
  const auto type = entry.at("dtype").get<std::string>();
  if (type != "F32") Refuse(file, "array " + name + " is of type " + type + ", and only F32 is read");
  FloatArray array{entry.at("shape").get<std::vector<std::int64_t>>(), {}};
  const std::uint64_t count = Count(file, name, array.shape);
  const auto offsets = entry.at("data_offsets").get<std::vector<std::uint64_t>>();
  if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data.size() ||
      offsets[1] - offsets[0] != count * sizeof(float)) {
    Refuse(file, "the data_offsets of array " + name + " do not fit its shape and the file's length");
  }
  array.values.resize(count);
  if (count > 0) std::memcpy(array.values.data(), data.data() + offsets[0], count * sizeof(float));
  return array;
}

std::string ReadFile(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || std::filesystem::is_directory(file)) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

void WriteSafetensors(const std::filesystem::path& file, const Safetensors& content) {
  nlohmann::json header = nlohmann::json::object();
  if (!content.metadata.empty()) header[kMetadata] = content.metadata;
  std::uint64_t offset = 0;
  for (const auto& [name, array] : content.arrays) {
    if (Count(file, name, array.shape) != array.values.size()) {
      throw std::invalid_argument("array " + name + " does not have as many values as its shape says");
    }
    const std::uint64_t end = offset + array.values.size() * sizeof(float);
    header[name] = {{"dtype", "F32"}, {"shape", array.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');  // data begin at a multiple of 8
  const std::uint64_t length = text.size();
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(&length), sizeof(length));
  out << text;
  for (const auto& [name, array] : content.arrays) {
    out.write(reinterpret_cast<const char*>(array.values.data()),
              static_cast<std::streamsize>(array.values.size() * sizeof(float)));
  }
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string() + ": is the disk full?");
}

Safetensors ReadSafetensors(const std::filesystem::path& file) {
  const std::string bytes = ReadFile(file);
  std::uint64_t length = 0;
  if (bytes.size() < sizeof(length)) Refuse(file, "it is shorter than a header length");
  std::memcpy(&length, bytes.data(), sizeof(length));
  if (length > kLongestHeader || length > bytes.size() - sizeof(length)) {
    Refuse(file, "its header claims " + std::to_string(length) + " bytes");
  }
  const std::string data = bytes.substr(sizeof(length) + length);
  Safetensors content;
  try {
    const auto header = nlohmann::json::parse(bytes.substr(sizeof(length), length));
    for (const auto& [name, entry] : header.get<std::map<std::string, nlohmann::json>>()) {
      if (name == kMetadata) {
        content.metadata = entry.get<std::map<std::string, std::string>>();
      } else {
        content.arrays[name] = ReadArray(file, name, entry, data);
      }
    }
  } catch (const nlohmann::json::exception& error) {
    Refuse(file, error.what());
  }
  return content;
}

}  // namespace retable::data
