// A tokenizer for trying programs on a sentence, without a trained model: words, numbers and single signs.
//
// A piece is a run of letters, digits and apostrophes between letters ("don't"), a newline, or one other
// character; a space before it goes into Piece::starts_word, and the start of a line counts as one. Bytes
// beyond ASCII count as letters, except curly and angle quotes. Ids are given in order of first occurrence.
// What a program makes of a text depends on the tokenizer: models are trained on other tokens than these.
#ifndef RETABLE_MODELS_PROGRAMS_SPLIT_H_
#define RETABLE_MODELS_PROGRAMS_SPLIT_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/programs/traits.h"

namespace retable::models::programs {

struct SplitText {
  std::vector<std::int32_t> ids;
  std::vector<Piece> pieces;  // by id
};

SplitText Split(std::string_view text);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_SPLIT_H_
