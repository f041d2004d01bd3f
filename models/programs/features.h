// Which integers does a program see of a token? One column a feature, one row a token of a document.
//
//   numbers   id          the token's id
//             lower       the id of its group of pieces that differ in case only
//             position    0, 1, 2, ...
//             word        how many words began before this one; a word is what stands between spaces
//             sentence    how many sentences ended before this one
//             depth       how many brackets are open after this token
//             bracket     position of the innermost bracket that is open before this token; of a token that
//                         closes a bracket, the position where that one was opened
//             quotation   position of the mark that opened the quotation which this token stands in, or ends
//   flags     punctuation, capital, word_start, sentence_end (see traits.h), opens and closes (a bracket),
//             quote_mark, quoted (a quotation is open after this token)
//
// Flags are 0 or 1. bracket and quotation are kAbsent where there is none; before the document's first token
// numbers are kAbsent and flags 0.
//
// Every feature of a token depends on that token and earlier ones only. So a full stop ends a sentence until
// a letter or digit follows without a space ("3.14"), the next sentence starts at the next word, and
// abbreviations ("Mr. Lee") end one. A quote mark " opens where no quotation is open, else closes; a newline
// closes what is open, for paragraphs of one quotation each begin with a mark. A closing bracket that does
// not match the innermost open one is ignored; a token that closes several counts as the last
// (outermost) of them.
#ifndef RETABLE_MODELS_PROGRAMS_FEATURES_H_
#define RETABLE_MODELS_PROGRAMS_FEATURES_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "models/programs/traits.h"

namespace retable::models::programs {

enum class Feature : std::uint8_t {
  kId,
  kLower,
  kPosition,
  kWord,
  kSentence,
  kDepth,
  kBracket,
  kQuotation,
  kPunctuation,
  kCapital,
  kWordStart,
  kSentenceEnd,
  kOpens,
  kCloses,
  kQuoteMark,
  kQuoted,
};

inline constexpr std::array<std::string_view, 16> kFeatureNames = {
    "id",          "lower",   "position",   "word",         "sentence", "depth",  "bracket",    "quotation",
    "punctuation", "capital", "word_start", "sentence_end", "opens",    "closes", "quote_mark", "quoted"};
inline constexpr int kFeatures = kFeatureNames.size();

constexpr std::string_view Name(Feature feature) { return kFeatureNames[static_cast<std::size_t>(feature)]; }
constexpr bool IsFlag(Feature feature) { return feature >= Feature::kPunctuation; }

inline constexpr std::int32_t kAbsent = -1;
inline constexpr int kMaxBack = 8;  // a program may read so many tokens back

class Features {
 public:
  // Throws std::out_of_range for an id outside the vocabulary.
  Features(std::span<const std::int32_t> ids, const Vocabulary& vocabulary);

  // The same for another document, in the same memory.
  void Reset(std::span<const std::int32_t> ids, const Vocabulary& vocabulary);

  int tokens() const { return tokens_; }

  // column[t] for t in -kMaxBack .. tokens() - 1.
  const std::int32_t* Column(Feature feature) const {
    return values_.data() + static_cast<std::size_t>(feature) * (kMaxBack + tokens_) + kMaxBack;
  }

 private:
  int tokens_ = 0;
  std::vector<std::int32_t> values_;  // [kFeatures, kMaxBack + tokens]
};

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_FEATURES_H_
