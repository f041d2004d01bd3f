// Which ids of a large vocabulary does a corpus use? A model of that corpus needs no others: its ids are the
// rank of the occurring ones, ascending, 0 ... n-1, and n stands for every id that does not occur.
//
// The original ids come back from the reduced ones without loss for the corpora that the map was made of. A
// teacher that knows the large vocabulary reads the original ids, its student the reduced ones.
#ifndef RETABLE_DATA_VOCABULARY_MAP_H_
#define RETABLE_DATA_VOCABULARY_MAP_H_

#include <cstdint>
#include <filesystem>
#include <vector>

#include "data/windows.h"

namespace retable::data {

struct VocabularyMap {
  std::vector<std::int32_t> ids;  // [reduced id] the original one; ascending, none twice

  std::int32_t unknown() const { return static_cast<std::int32_t>(ids.size()); }
  int vocabulary() const {
    return static_cast<int>(ids.size()) + 1;
  }  // of the reduced ids, the unknown one included
};

// Throws std::invalid_argument for a negative id.
VocabularyMap OccurringIds(const std::vector<const TokenizedCorpus*>& corpora);

// map.unknown() for an id that does not occur. O(log n).
std::int32_t ReducedId(const VocabularyMap& map, std::int32_t original);

// Throws std::out_of_range for the unknown id and for what is none.
std::int32_t OriginalId(const VocabularyMap& map, std::int32_t reduced);

// Replaces every token of the corpus by its reduced id.
void Reduce(const VocabularyMap& map, TokenizedCorpus& corpus);

// JSON, {"ids": [...]}. Writing throws std::runtime_error that names the file where it cannot be written;
// reading does where it cannot be read, or its ids are not as above.
void WriteVocabularyMap(const std::filesystem::path& file, const VocabularyMap& map);
VocabularyMap ReadVocabularyMap(const std::filesystem::path& file);

}  // namespace retable::data

#endif  // RETABLE_DATA_VOCABULARY_MAP_H_
