#include "data/splits.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <stdexcept>
#include <utility>

#include "data/random.h"
#include "data/sha256.h"

namespace retable::data {
namespace {

struct RankedDocument {
  Sha256Digest rank;
  int index;

  friend auto operator<=>(const RankedDocument&, const RankedDocument&) = default;
};

void RefuseBadCounts(const SplitCounts& counts, std::size_t documents) {
  const std::string asked = std::to_string(counts.train) + " train, " + std::to_string(counts.held_out) +
                            " held-out and " + std::to_string(counts.reference) + " reference documents";
  if (counts.train < 0 || counts.held_out < 0 || counts.reference < 0) {
    throw std::invalid_argument("a split into " + asked + ": no count may be negative");
  }
  const auto sum = std::size_t(counts.train) + std::size_t(counts.held_out) + std::size_t(counts.reference);
  if (sum > documents) {
    throw std::invalid_argument("a split into " + asked + " needs " + std::to_string(sum) +
                                " documents, and there are " + std::to_string(documents) + ": lower a count");
  }
}

std::vector<RankedDocument> Ranked(const std::vector<Document>& documents, std::uint64_t seed) {
  const std::string key = std::to_string(StreamKey(seed, "split")) + ":";
  std::set<std::string> ids;
  std::vector<RankedDocument> ranked;
  for (const Document& document : documents) {
    if (!ids.insert(document.id).second) {
      throw std::invalid_argument("document " + document.id + " stands twice: a split needs distinct ids");
    }
    Sha256 hash;
    hash.Update(key);
    hash.Update(document.id);
    ranked.push_back({hash.Digest(), static_cast<int>(ranked.size())});
  }
  std::sort(ranked.begin(), ranked.end());
  return ranked;
}

}  // namespace

Splits SplitByDocument(const std::vector<Document>& documents, const SplitCounts& counts,
                       std::uint64_t seed) {
  RefuseBadCounts(counts, documents.size());
  const std::vector<RankedDocument> ranked = Ranked(documents, seed);
  auto next = ranked.begin();
  const auto take = [&next](int count) {
    std::vector<int> indices;
    for (; count > 0; --count, ++next) indices.push_back(next->index);
    std::sort(indices.begin(), indices.end());
    return indices;
  };
  Splits splits;
  splits.held_out = take(counts.held_out);
  splits.reference = take(counts.reference);
  splits.train = take(counts.train);
  return splits;
}

std::vector<Document> Select(const std::vector<Document>& documents, const std::vector<int>& indices) {
  std::vector<Document> selected;
  selected.reserve(indices.size());
  for (int index : indices) {
    if (index < 0 || std::size_t(index) >= documents.size()) {
      throw std::out_of_range("document " + std::to_string(index) + " of " +
                              std::to_string(documents.size()) +
                              ": the indices belong to another list of documents");
    }
    selected.push_back(documents[index]);
  }
  return selected;
}

}  // namespace retable::data
