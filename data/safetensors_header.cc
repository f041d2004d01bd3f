#include "data/safetensors_header.h"

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace retable::data {
namespace {

using nlohmann::json;

struct TypeBytes {
  std::string_view type;
  std::uint64_t bytes;
};
constexpr std::array kTypes = {TypeBytes{"BOOL", 1},    TypeBytes{"U8", 1},      TypeBytes{"I8", 1},
                               TypeBytes{"F8_E5M2", 1}, TypeBytes{"F8_E4M3", 1}, TypeBytes{"I16", 2},
                               TypeBytes{"U16", 2},     TypeBytes{"F16", 2},     TypeBytes{"BF16", 2},
                               TypeBytes{"I32", 4},     TypeBytes{"U32", 4},     TypeBytes{"F32", 4},
                               TypeBytes{"I64", 8},     TypeBytes{"U64", 8},     TypeBytes{"F64", 8}};
constexpr std::uint64_t kWidest = 8;

[[noreturn]] void Refuse(const std::string& why) { throw std::invalid_argument(why); }

std::uint64_t BytesOf(const std::string& name, const std::string& type) {
  const auto found =
      std::find_if(kTypes.begin(), kTypes.end(), [&](const TypeBytes& one) { return one.type == type; });
  if (found == kTypes.end())
    Refuse("array " + name + " is of type " + type + ", which the format does not have");
  return found->bytes;
}

// Watches the parser, which would keep the last of two members of one name, and nest as deep as memory goes.
class Watch {
 public:
  bool operator()(int depth, json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::key) {
      if (!names_[depth].insert(parsed.get<std::string>()).second) {
        Refuse("its header has two members named " + parsed.dump());
      }
    } else if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start) {
      if (depth >= kLevels) Refuse("its header nests deeper than the format does");
      names_[depth + 1].clear();
    }
    return true;
  }

 private:
  static constexpr int kLevels = 3;  // the header, an array's entry, its shape
  std::array<std::set<std::string>, kLevels + 1> names_;
};

// The library would round 1.5 and take true for 1.
std::optional<std::int64_t> WholeNumber(const json& number) {
  if (!number.is_number_integer()) return std::nullopt;
  constexpr std::uint64_t kLargest = std::numeric_limits<std::int64_t>::max();
  if (number.is_number_unsigned() && number.get<std::uint64_t>() > kLargest) return std::nullopt;
  return number.get<std::int64_t>();
}

std::vector<std::int64_t> ShapeOf(const std::string& name, const json& sizes) {
  std::vector<std::int64_t> shape;
  for (const json& size : sizes.get_ref<const json::array_t&>()) {
    const auto number = WholeNumber(size);
    if (!number) Refuse("array " + name + " has the size " + size.dump());
    shape.push_back(*number);
  }
  return shape;
}

ArrayPlace PlaceOf(const std::string& name, const json& entry, std::uint64_t data_bytes) {
  ArrayPlace place{.type = entry.at("dtype").get<std::string>(), .shape = ShapeOf(name, entry.at("shape"))};
  const std::uint64_t bytes = ElementCount(name, place.shape) * BytesOf(name, place.type);
  std::vector<std::uint64_t> offsets;
  for (const json& offset : entry.at("data_offsets").get_ref<const json::array_t&>()) {
    if (const auto number = WholeNumber(offset); number && *number >= 0) offsets.push_back(*number);
  }
  if (entry.at("data_offsets").size() != 2 || offsets.size() != 2 || offsets[0] > offsets[1] ||
      offsets[1] > data_bytes || offsets[1] - offsets[0] != bytes) {
    Refuse("the data_offsets of array " + name + " do not fit its shape and the file's length");
  }
  place.begin = offsets[0];
  place.end = offsets[1];
  return place;
}

void CheckCoverage(const std::map<std::string, ArrayPlace>& arrays, std::uint64_t data_bytes) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> spans = {{data_bytes, data_bytes}};
  for (const auto& [name, place] : arrays) spans.emplace_back(place.begin, place.end);
  std::sort(spans.begin(), spans.end());
  std::uint64_t covered = 0;
  for (const auto& [begin, end] : spans) {
    if (begin < covered) Refuse("two arrays share byte " + std::to_string(begin) + " of its data");
    if (begin > covered) Refuse("byte " + std::to_string(covered) + " of its data belongs to no array");
    covered = end;
  }
}

}  // namespace

std::uint64_t ElementCount(const std::string& name, const std::vector<std::int64_t>& shape) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / kWidest;
  std::uint64_t count = 1;
  for (const std::int64_t size : shape) {
    if (size < 0) Refuse("array " + name + " has a negative size");
    if (size > 0 && count > kMost / static_cast<std::uint64_t>(size)) {
      Refuse("array " + name + " is larger than any memory");
    }
    count *= static_cast<std::uint64_t>(size);
  }
  return count;
}

SafetensorsHeader ParseSafetensorsHeader(std::string_view text, std::uint64_t data_bytes) {
  // The library skips a byte order mark, and takes a zero byte for the end.
  if (!text.starts_with('{') || text.find('\0') != std::string_view::npos)
    Refuse("its header is no JSON object");
  SafetensorsHeader header;
  try {
    const json parsed =
        json::parse(text, [watch = Watch()](int depth, json::parse_event_t event, json& value) mutable {
          return watch(depth, event, value);
        });
    for (const auto& [name, entry] : parsed.items()) {
      if (name == kSafetensorsMetadata) {
        header.metadata = entry.get<std::map<std::string, std::string>>();
      } else {
        header.arrays[name] = PlaceOf(name, entry, data_bytes);
      }
    }
  } catch (const json::exception& error) {
    Refuse(error.what());
  }
  CheckCoverage(header.arrays, data_bytes);
  return header;
}

}  // namespace retable::data
