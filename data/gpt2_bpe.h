// GPT-2's tokenizer: text to its 50,257 token ids and back (Radford et al., 2019; byte-pair encoding after
// Sennrich, Haddow, Birch, ACL 2016, doi 10.18653/v1/P16-1162, over bytes).
//
// A text is cut into words (gpt2_words.h, which also says what becomes of bytes that are not UTF-8). A word
// begins as its bytes; then, again and again, the pair of neighbours of lowest rank merges, the leftmost
// first where it stands more than once. Nothing is added or normalised, so Decode(Encode(x)) == x for every
// string of bytes x, and there is no beginning-of-text token. The converse does not hold: few token sequences
// are what Encode gives.
//
// Cost: O(n log n) for a word of n bytes, whatever it is made of. Words of up to 64 bytes are remembered, at
// most 131,072 of them. Measured: docs/benchmarks.md.
#ifndef RETABLE_DATA_GPT2_BPE_H_
#define RETABLE_DATA_GPT2_BPE_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/document.h"
#include "data/gpt2_vocabulary.h"
#include "data/windows.h"

namespace retable::data {

// What becomes of the characters <|endoftext|> in a text. Text of unknown origin must not be able
// to write the token.
enum class SpecialTokens { kAsText, kRecognized };

class Gpt2Tokenizer {
 public:
  explicit Gpt2Tokenizer(Gpt2Vocabulary vocabulary);

  int vocabulary() const { return static_cast<int>(vocabulary_.texts.size()); }
  std::int32_t end_of_text() const { return vocabulary_.end_of_text; }

  // Not const, for it remembers words: one Gpt2Tokenizer must not encode in two threads at once.
  std::vector<std::int32_t> Encode(std::string_view text, SpecialTokens special = SpecialTokens::kAsText);

  // The bytes of the tokens, end to end; <|endoftext|> gives these 13 characters. They need not be UTF-8, for
  // a token can be a part of a character. Throws std::out_of_range for an id that is none.
  std::string Decode(std::span<const std::int32_t> tokens) const;

  // The bytes of one token: " the", "ing", "\n". Throws std::out_of_range for an id that is none.
  const std::string& Text(std::int32_t id) const;

 private:
  struct WordHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
  };
  void AppendText(std::string_view text, std::vector<std::int32_t>& tokens);
  void AppendWord(std::string_view word, std::vector<std::int32_t>& tokens);

  Gpt2Vocabulary vocabulary_;
  std::unordered_map<std::string, std::vector<std::int32_t>, WordHash, std::equal_to<>> words_;
};

// Every document's tokens, in the same order and with the same ids; <|endoftext|> in a document is text.
TokenizedCorpus Tokenize(Gpt2Tokenizer& tokenizer, const std::vector<Document>& documents);

}  // namespace retable::data

#endif  // RETABLE_DATA_GPT2_BPE_H_
