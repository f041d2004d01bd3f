// A document as programs from outside see it: tokens written as GPT-2's tokenizer writes them.
//
// Convention: each character of a token stands for one byte of text; printable ASCII and Latin-1 for
// themselves, every other byte for U+0100 onwards in order. So a space is U+0120 ("\u0120the"), a newline
// U+010A, and e-acute, two bytes in UTF-8, the two characters U+00C3 U+00A9. Tokens end to end are the text.
// (Radford et al. 2019, "Language Models are Unsupervised Multitask Learners", section 2.2.)
#ifndef RETABLE_MODELS_OUTSIDE_DOCUMENT_H_
#define RETABLE_MODELS_OUTSIDE_DOCUMENT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retable::models::outside {

struct Document {
  std::string id;                   // for messages
  std::vector<std::string> tokens;  // as GPT-2 writes them
  std::vector<std::int32_t> ids;    // one a token; equal ids, equal tokens
};

// A text's bytes as GPT-2 writes them (" the" -> "\u0120the"), and back. Characters that stand for no byte
// are kept.
std::string Gpt2Token(std::string_view bytes);
std::string BytesOf(std::string_view gpt2_token);

// A document of tokens that add these bytes to the text, whatever tokenizer they come from (data/tokenizer.h:
// Text). Ids number the distinct tokens in order of first occurrence, so that a prefix has the same ids.
// Throws std::invalid_argument for no tokens.
Document DocumentOfTexts(std::string id, const std::vector<std::string>& texts);

// For trying programs without a tokenizer: whole words, cut where GPT-2 cuts before it merges bytes ("don't"
// -> "don", "'t"; a space goes with the word after it). Rare words are one token here and several in GPT-2.
// Bytes beyond ASCII count as letters.
Document DocumentOfText(std::string id, std::string_view text);

// Its first tokens. Throws std::invalid_argument unless there are 1 to all of them.
Document Prefix(const Document& document, int tokens);

// The text that the tokens make; UTF-8, but for a prefix that ends inside a character.
std::string Sentence(const Document& document);

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_DOCUMENT_H_
