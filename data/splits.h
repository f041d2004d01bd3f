// Which documents train the models, which measure them, and which only feed pattern statistics?
// Splits are by document, so that no window of a held-out document was seen in training.
#ifndef RETABLE_DATA_SPLITS_H_
#define RETABLE_DATA_SPLITS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "data/document.h"

namespace retable::data {

struct SplitCounts {
  int train = 420;
  int held_out = 40;
  int reference = 40;  // documents used for statistics of patterns (the mean template) and for nothing else
};

// Indices into the documents given, ascending; no index stands in two of them.
struct Splits {
  std::vector<int> train;
  std::vector<int> held_out;
  std::vector<int> reference;
};

// Documents are ranked by the SHA-256 of (StreamKey(seed, "split"), id): the lowest ranks are held out, the
// next are the reference, the next train, the rest is left out. Which split a document falls into depends on
// the set of ids and the seed, not on the order of `documents`. Throws std::invalid_argument if a count is
// negative, an id stands twice, or the counts ask for more documents than there are.
Splits SplitByDocument(const std::vector<Document>& documents, const SplitCounts& counts, std::uint64_t seed);

// The documents at these indices, in their order. Throws std::out_of_range for an index outside.
std::vector<Document> Select(const std::vector<Document>& documents, const std::vector<int>& indices);

}  // namespace retable::data

#endif  // RETABLE_DATA_SPLITS_H_
