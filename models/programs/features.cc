#include "models/programs/features.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace retable::models::programs {
namespace {

// One token's row.
using Row = std::array<std::int32_t, kFeatures>;

std::int32_t& At(Row& row, Feature feature) { return row[static_cast<std::size_t>(feature)]; }

// What reading a document from left to right has to remember.
class Reader {
 public:
  Row Next(std::int32_t id, const TokenTraits& traits) {
    Row row{};
    At(row, Feature::kId) = id;
    At(row, Feature::kLower) = traits.lower;
    At(row, Feature::kPosition) = position_;
    At(row, Feature::kPunctuation) = traits.punctuation;
    At(row, Feature::kCapital) = traits.capital;
    At(row, Feature::kSentenceEnd) = traits.ends_sentence;
    WordsAndSentences(traits, row);
    Marks(traits, row);
    ++position_;
    return row;
  }

 private:
  void WordsAndSentences(const TokenTraits& traits, Row& row) {
    const bool starts = position_ == 0 || traits.starts_word || (after_newline_ && !traits.blank);
    word_ += starts && position_ > 0;
    if (sentence_ended_ && starts) {
      ++sentence_;
      sentence_ended_ = false;
    }
    if (traits.letters) sentence_ended_ = false;
    sentence_ended_ |= traits.ends_sentence;
    if (traits.ends_line)
      after_newline_ = true;
    else if (!traits.blank || traits.starts_word)
      after_newline_ = false;
    At(row, Feature::kWord) = word_;
    At(row, Feature::kWordStart) = starts;
    At(row, Feature::kSentence) = sentence_;
  }

  void Marks(const TokenTraits& traits, Row& row) {
    At(row, Feature::kBracket) = open_brackets_.empty() ? kAbsent : open_brackets_.back().position;
    At(row, Feature::kQuotation) = quotation_;
    for (const char mark : traits.marks) Mark(mark, row);
    At(row, Feature::kDepth) = static_cast<std::int32_t>(open_brackets_.size());
    At(row, Feature::kQuoted) = quotation_ != kAbsent;
  }

  void Mark(char mark, Row& row) {
    switch (mark) {
      case '(':
      case '[':
      case '{':
        open_brackets_.push_back({mark, position_});
        At(row, Feature::kOpens) = 1;
        return;
      case ')':
        return Close('(', row);
      case ']':
        return Close('[', row);
      case '}':
        return Close('{', row);
      case '\n':
        quotation_ = kAbsent;
        return;
      default:
        Quote(mark, row);
    }
  }

  void Close(char opener, Row& row) {
    if (open_brackets_.empty() || open_brackets_.back().kind != opener) return;
    At(row, Feature::kCloses) = 1;
    At(row, Feature::kBracket) = open_brackets_.back().position;
    open_brackets_.pop_back();
  }

  void Quote(char mark, Row& row) {
    At(row, Feature::kQuoteMark) = 1;
    const bool open = quotation_ != kAbsent;
    if (mark != '<' && open) {
      At(row, Feature::kQuotation) = quotation_;
      quotation_ = kAbsent;
    } else if (mark != '>' && !open) {
      quotation_ = position_;
    }
  }

  struct OpenBracket {
    char kind;
    std::int32_t position;
  };

  std::int32_t position_ = 0, word_ = 0, sentence_ = 0, quotation_ = kAbsent;
  bool sentence_ended_ = false, after_newline_ = false;
  std::vector<OpenBracket> open_brackets_;
};

}  // namespace

Features::Features(std::span<const std::int32_t> ids, const Vocabulary& vocabulary) {
  Reset(ids, vocabulary);
}

void Features::Reset(std::span<const std::int32_t> ids, const Vocabulary& vocabulary) {
  tokens_ = static_cast<int>(ids.size());
  const std::size_t stride = kMaxBack + ids.size();
  values_.resize(kFeatures * stride);
  for (std::size_t f = 0; f < kFeatures; ++f) {
    std::fill_n(values_.data() + f * stride, kMaxBack, IsFlag(static_cast<Feature>(f)) ? 0 : kAbsent);
  }
  Reader reader;
  for (std::size_t t = 0; t < ids.size(); ++t) {
    const std::int32_t id = ids[t];
    if (id < 0 || static_cast<std::size_t>(id) >= vocabulary.size()) {
      throw std::out_of_range("token " + std::to_string(id) + " at position " + std::to_string(t) +
                              " is outside the vocabulary of " + std::to_string(vocabulary.size()) +
                              " pieces: use the traits of the tokenizer that made the tokens");
    }
    const Row row = reader.Next(id, vocabulary[id]);
    for (std::size_t f = 0; f < kFeatures; ++f) values_[f * stride + kMaxBack + t] = row[f];
  }
}

}  // namespace retable::models::programs
