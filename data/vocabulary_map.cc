#include "data/vocabulary_map.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <unordered_set>

namespace retable::data {
namespace {

constexpr std::uint64_t kLargestId = std::numeric_limits<std::int32_t>::max();

bool IsValid(const std::vector<std::int32_t>& ids) {
  const bool ascending = std::adjacent_find(ids.begin(), ids.end(), std::greater_equal<>()) == ids.end();
  return ascending && (ids.empty() || ids.front() >= 0);
}

}  // namespace

VocabularyMap OccurringIds(const std::vector<const TokenizedCorpus*>& corpora) {
  std::unordered_set<std::int32_t> seen;
  for (const TokenizedCorpus* corpus : corpora) {
    for (const TokenizedDocument& document : corpus->documents) {
      seen.insert(document.tokens.begin(), document.tokens.end());
    }
  }
  VocabularyMap map{.ids = {seen.begin(), seen.end()}};
  std::sort(map.ids.begin(), map.ids.end());
  if (!IsValid(map.ids)) {
    throw std::invalid_argument("token " + std::to_string(map.ids.front()) +
                                " of a corpus is negative: its file is not of a tokenizer");
  }
  return map;
}

std::int32_t ReducedId(const VocabularyMap& map, std::int32_t original) {
  const auto found = std::lower_bound(map.ids.begin(), map.ids.end(), original);
  if (found == map.ids.end() || *found != original) return map.unknown();
  return static_cast<std::int32_t>(found - map.ids.begin());
}

std::int32_t OriginalId(const VocabularyMap& map, std::int32_t reduced) {
  if (reduced < 0 || reduced >= map.unknown()) {
    throw std::out_of_range("reduced token " + std::to_string(reduced) + " has no original: a map of " +
                            std::to_string(map.ids.size()) + " ids made 0 ... " +
                            std::to_string(map.unknown() - 1));
  }
  return map.ids[reduced];
}

void Reduce(const VocabularyMap& map, TokenizedCorpus& corpus) {
  for (TokenizedDocument& document : corpus.documents) {
    for (std::int32_t& token : document.tokens) token = ReducedId(map, token);
  }
}

void WriteVocabularyMap(const std::filesystem::path& file, const VocabularyMap& map) {
  std::ofstream out(file, std::ios::binary);
  out << nlohmann::json{{"ids", map.ids}}.dump() << '\n';
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file.string() + ": is the disk full?");
}

VocabularyMap ReadVocabularyMap(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  VocabularyMap map;
  try {
    const nlohmann::json json = nlohmann::json::parse(in);
    for (const nlohmann::json& id : json.at("ids").get_ref<const nlohmann::json::array_t&>()) {
      // The library would round 1.5 and wrap what is too large.
      const bool is_id = id.is_number_unsigned() && id.get<std::uint64_t>() <= kLargestId;
      if (!is_id) throw std::runtime_error(file.string() + ": " + id.dump() + " is no token id");
      map.ids.push_back(id.get<std::int32_t>());
    }
  } catch (const nlohmann::json::exception& error) {
    throw std::runtime_error(file.string() + " is no map of a vocabulary: " + error.what());
  }
  if (!IsValid(map.ids)) throw std::runtime_error(file.string() + ": its ids do not ascend");
  return map;
}

}  // namespace retable::data
