// Text to token ids and back: a byte-pair encoding (Sennrich, Haddow, Birch, ACL 2016,
// doi 10.18653/v1/P16-1162) of sentencepiece, trained here on the training split only.
//
// Conventions: no normalisation, case kept, no dummy space in front, so Decode(Encode(text)) == text for
// UTF-8 text without U+2581 (which sentencepiece uses for the space, and Encode refuses). A character that
// training did not see, and the newline, becomes its UTF-8 bytes (byte fallback). A piece never spans two
// words; a word's space is its first character. There are no begin, end or padding tokens; id 0 is
// sentencepiece's unknown piece, which the byte fallback leaves without use.
#ifndef RETABLE_DATA_TOKENIZER_H_
#define RETABLE_DATA_TOKENIZER_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/document.h"
#include "data/windows.h"

namespace retable::data {

class Tokenizer {
 public:
  // Trains on these documents, each paragraph (line) a sentence; `vocabulary` counts all pieces, the 256
  // bytes and the unknown one included. The same documents in the same order give the same bytes of model
  // (one thread, no sampling). Throws std::invalid_argument if vocabulary is below 257 plus the characters
  // that occur or above what the documents can fill, or no document has text.
  static Tokenizer Train(const std::vector<Document>& documents, int vocabulary);

  // From the bytes of a sentencepiece model file. Throws std::invalid_argument if they are not one.
  static Tokenizer FromBytes(std::string model);

  // From a file that Save wrote. Throws std::runtime_error that names the file.
  static Tokenizer Load(const std::filesystem::path& file);

  Tokenizer(Tokenizer&&) noexcept;
  Tokenizer& operator=(Tokenizer&&) noexcept;
  ~Tokenizer();

  void Save(const std::filesystem::path& file) const;

  // The bytes that Save writes: what an artifact stores and hashes.
  const std::string& model() const;

  int vocabulary() const;

  std::vector<std::int32_t> Encode(std::string_view text) const;
  std::string Decode(std::span<const std::int32_t> tokens) const;

  // A piece as sentencepiece writes it: "\u2581the", "ing", "<0x0A>". Throws std::out_of_range for an
  // id that is none.
  const std::string& Piece(std::int32_t id) const;

  // The bytes that a token adds to the text: " the", "ing", "\n". Empty for the unknown piece.
  std::string Text(std::int32_t id) const;

  // Whether the token begins a word after a space ("\u2581the"; also the lone space). False for the first
  // word of a document or paragraph, which has no space before it.
  bool StartsWithSpace(std::int32_t id) const;

  // Whether the token is one byte of the fallback, the newline included.
  bool IsByte(std::int32_t id) const;

 private:
  friend TokenizedCorpus Tokenize(const Tokenizer& tokenizer, const std::vector<Document>& documents);

  struct Model;
  using WordTokens = std::unordered_map<std::string, std::vector<int>>;
  explicit Tokenizer(std::unique_ptr<Model> model);
  std::vector<std::int32_t> EncodeByWords(std::string_view text, WordTokens& words) const;
  std::unique_ptr<Model> model_;
};

// Every document's tokens, in the same order and with the same ids.
TokenizedCorpus Tokenize(const Tokenizer& tokenizer, const std::vector<Document>& documents);

}  // namespace retable::data

#endif  // RETABLE_DATA_TOKENIZER_H_
