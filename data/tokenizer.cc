#include "data/tokenizer.h"

#include <sentencepiece_processor.h>
#include <sentencepiece_trainer.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace retable::data {
namespace {

constexpr std::string_view kSpace = "\u2581";
constexpr int kUnknown = 0;

std::vector<std::string> Paragraphs(const std::vector<Document>& documents) {
  std::vector<std::string> paragraphs;
  for (const Document& document : documents) {
    std::size_t begin = 0;
    while (begin < document.text.size()) {
      const std::size_t end = std::min(document.text.find('\n', begin), document.text.size());
      if (end > begin) paragraphs.push_back(document.text.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return paragraphs;
}

// Everything that decides the model stands here; nothing is left to the library's defaults that we rely on.
std::unordered_map<std::string, std::string> TrainerFlags(int vocabulary) {
  return {
      {"model_type", "bpe"},
      {"vocab_size", std::to_string(vocabulary)},
      {"hard_vocab_limit", "true"},
      {"byte_fallback", "true"},
      {"character_coverage", "1.0"},
      {"normalization_rule_name", "identity"},
      {"add_dummy_prefix", "false"},
      {"remove_extra_whitespaces", "false"},
      {"split_by_whitespace", "true"},
      {"split_by_unicode_script", "true"},
      {"split_by_number", "true"},
      {"split_digits", "false"},
      {"max_sentencepiece_length", "16"},
      {"max_sentence_length", "1000000000"},
      {"input_sentence_size", "0"},
      {"shuffle_input_sentence", "false"},
      {"num_threads", "1"},
      {"unk_id", std::to_string(kUnknown)},
      {"bos_id", "-1"},
      {"eos_id", "-1"},
      {"pad_id", "-1"},
      {"minloglevel", "2"},
  };
}

class Sentences : public sentencepiece::SentenceIterator {
 public:
  explicit Sentences(const std::vector<std::string>& sentences) : sentences_(sentences) {}
  bool done() const override { return next_ == sentences_.size(); }
  void Next() override { ++next_; }
  const std::string& value() const override { return sentences_[next_]; }
  sentencepiece::util::Status status() const override { return {}; }

 private:
  const std::vector<std::string>& sentences_;
  std::size_t next_ = 0;
};

// "<0x0A>" is the byte 10.
char ByteOfPiece(const std::string& piece) {
  return static_cast<char>(std::stoi(piece.substr(3, 2), nullptr, 16));
}

}  // namespace

struct Tokenizer::Model {
  std::string bytes;
  sentencepiece::SentencePieceProcessor processor;
};

Tokenizer::Tokenizer(std::unique_ptr<Model> model) : model_(std::move(model)) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::Train(const std::vector<Document>& documents, int vocabulary) {
  const std::vector<std::string> paragraphs = Paragraphs(documents);
  if (paragraphs.empty()) {
    throw std::invalid_argument("none of " + std::to_string(documents.size()) +
                                " documents has text: a tokenizer needs some to train on");
  }
  Sentences sentences(paragraphs);
  std::string model;
  const auto status =
      sentencepiece::SentencePieceTrainer::Train(TrainerFlags(vocabulary), &sentences, &model);
  if (!status.ok()) {
    throw std::invalid_argument("no tokenizer of " + std::to_string(vocabulary) +
                                " pieces can be trained on " + std::to_string(documents.size()) +
                                " documents: choose another vocabulary (" + status.error_message() + ")");
  }
  return FromBytes(std::move(model));
}

Tokenizer Tokenizer::FromBytes(std::string bytes) {
  auto model = std::make_unique<Model>();
  model->bytes = std::move(bytes);
  if (model->bytes.empty() || !model->processor.LoadFromSerializedProto(model->bytes).ok()) {
    throw std::invalid_argument("these " + std::to_string(model->bytes.size()) +
                                " bytes are no sentencepiece model: train the tokenizer again");
  }
  return Tokenizer(std::move(model));
}

Tokenizer Tokenizer::Load(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  if (!input)
    throw std::runtime_error("cannot open the tokenizer " + file.string() + ": check that it exists");
  std::string bytes{std::istreambuf_iterator<char>(input), {}};
  try {
    return FromBytes(std::move(bytes));
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error("cannot use the tokenizer " + file.string() + ": " + error.what());
  }
}

void Tokenizer::Save(const std::filesystem::path& file) const {
  std::ofstream output(file, std::ios::binary | std::ios::trunc);
  output << model_->bytes;
  output.close();
  if (!output) {
    throw std::runtime_error("cannot write the tokenizer " + file.string() +
                             ": check its folder and the disk's space");
  }
}

const std::string& Tokenizer::model() const { return model_->bytes; }

int Tokenizer::vocabulary() const { return model_->processor.GetPieceSize(); }

std::vector<std::int32_t> Tokenizer::Encode(std::string_view text) const {
  WordTokens words;
  return EncodeByWords(text, words);
}

// No piece spans two words, so words may be encoded one by one, and a word that was seen before is looked up.
std::vector<std::int32_t> Tokenizer::EncodeByWords(std::string_view text, WordTokens& words) const {
  if (text.find(kSpace) != std::string_view::npos) {
    throw std::invalid_argument(
        "the text holds U+2581, which sentencepiece uses for the space: replace it first");
  }
  std::vector<std::int32_t> tokens;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" \n", 1), text.size());
    const auto [word, is_new] = words.try_emplace(std::string(text.substr(0, end)));
    if (is_new) {
      const auto status = model_->processor.Encode(word->first, &word->second);
      if (!status.ok()) {
        throw std::runtime_error("sentencepiece cannot encode: " + std::string(status.error_message()));
      }
    }
    tokens.insert(tokens.end(), word->second.begin(), word->second.end());
    text.remove_prefix(end);
  }
  return tokens;
}

std::string Tokenizer::Decode(std::span<const std::int32_t> tokens) const {
  std::string text;
  for (std::int32_t token : tokens) text += Text(token);
  return text;
}

const std::string& Tokenizer::Piece(std::int32_t id) const {
  if (id < 0 || id >= vocabulary()) {
    throw std::out_of_range("token " + std::to_string(id) + " of a vocabulary of " +
                            std::to_string(vocabulary()) + ": it belongs to another tokenizer");
  }
  return model_->processor.IdToPiece(id);
}

std::string Tokenizer::Text(std::int32_t id) const {
  std::string piece = Piece(id);
  if (id == kUnknown) return "";
  if (IsByte(id)) return {ByteOfPiece(piece)};
  for (std::size_t at = piece.find(kSpace); at != std::string::npos; at = piece.find(kSpace, at)) {
    piece.replace(at, kSpace.size(), " ");
  }
  return piece;
}

bool Tokenizer::StartsWithSpace(std::int32_t id) const { return Piece(id).starts_with(kSpace); }

bool Tokenizer::IsByte(std::int32_t id) const {
  Piece(id);  // refuses an id outside
  return model_->processor.IsByte(id);
}

TokenizedCorpus Tokenize(const Tokenizer& tokenizer, const std::vector<Document>& documents) {
  Tokenizer::WordTokens words;
  TokenizedCorpus corpus;
  corpus.documents.reserve(documents.size());
  for (const Document& document : documents) {
    corpus.documents.push_back({document.id, tokenizer.EncodeByWords(document.text, words)});
  }
  return corpus;
}

}  // namespace retable::data
