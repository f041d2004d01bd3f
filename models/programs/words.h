// The words of the language, for those who print it and those who read it. (The names of features stand in
// features.h.)
#ifndef RETABLE_MODELS_PROGRAMS_WORDS_H_
#define RETABLE_MODELS_PROGRAMS_WORDS_H_

#include <algorithm>
#include <array>
#include <string_view>

#include "models/programs/program.h"

namespace retable::models::programs {

// Each list is in the order of its enum.
inline constexpr std::array<std::string_view, 6> kSigns = {"=", "!=", "<", "<=", ">", ">="};
inline constexpr std::array<std::string_view, 3> kPicks = {"all", "first", "last"};
inline constexpr std::array<std::string_view, 5> kOtherwise = {"first", "self", "previous", "all", "drop"};
inline constexpr std::array<std::string_view, 2> kCombines = {"mix", "add"};

constexpr std::string_view Sign(Op op) { return kSigns[static_cast<std::size_t>(op)]; }
constexpr std::string_view Name(Pick pick) { return kPicks[static_cast<std::size_t>(pick)]; }
constexpr std::string_view Name(Otherwise otherwise) {
  return kOtherwise[static_cast<std::size_t>(otherwise)];
}
constexpr std::string_view Name(Combine combine) { return kCombines[static_cast<std::size_t>(combine)]; }

// Distances with a word of their own, which are terms too.
struct PositionWord {
  std::string_view name;
  DistanceTest test;
};
inline constexpr std::array<PositionWord, 3> kPositionWords = {{
    {"self", {Op::kEqual, 0}},
    {"previous", {Op::kEqual, 1}},
    {"earlier", {Op::kAtLeast, 1}},
}};

inline bool IsPositionWord(std::string_view text) {
  return std::ranges::find(kPositionWords, text, &PositionWord::name) != kPositionWords.end();
}

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_WORDS_H_
