// What does a token look like? Facts of each piece of a vocabulary, computed once from the pieces' texts,
// whatever the tokenizer: a piece is its text, without the space that it may stand for, and whether it begins
// a word after a space. Pieces written by sentencepiece and by GPT-2's tokenizer are read by
// the two functions below.
//
// Conventions: text is UTF-8 and may be part of a character. Case is that of the letters A to Z. Punctuation
// is ASCII's and the signs of Unicode's blocks Latin-1 and General Punctuation. Apostrophes are punctuation
// but no quote marks: in English they are mostly something else.
#ifndef RETABLE_MODELS_PROGRAMS_TRAITS_H_
#define RETABLE_MODELS_PROGRAMS_TRAITS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retable::models::programs {

struct Piece {
  std::string text;
  bool starts_word = false;  // a space stands before the text

  friend bool operator==(const Piece&, const Piece&) = default;
};

// "\u2581the" -> {"the", starts_word}; a lone "\u2581" -> {"", starts_word}; "<0x0A>" -> {"\n"}.
Piece PieceOfSentencepiece(std::string_view piece);

// "\u0120the" -> {"the", starts_word}; "\u010A" -> {"\n"}: each character of the piece stands for one byte. A
// character that stands for none is kept as it is, and so is the name of a special token ("<|endoftext|>").
Piece PieceOfGpt2(std::string_view piece);

struct TokenTraits {
  std::int32_t lower = 0;    // the lowest id whose piece differs from this one in case only
  bool punctuation = false;  // some text, and all of it punctuation
  bool capital = false;      // the text begins with A to Z
  bool starts_word = false;
  bool letters = false;    // holds a letter or a digit
  bool blank = false;      // no text but white space
  bool ends_line = false;  // the last character is a newline
  bool ends_sentence =
      false;  // holds a newline, or ends with . ! or ? (and perhaps closing quotes and brackets)
  // The text's brackets ()[]{}, quotes " (curly and angle ones as < and >) and newlines, in order.
  std::string marks = {};
};

// Index = token id.
using Vocabulary = std::vector<TokenTraits>;

Vocabulary TraitsOf(const std::vector<Piece>& pieces);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_TRAITS_H_
