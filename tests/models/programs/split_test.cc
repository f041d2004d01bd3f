#include "models/programs/split.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace retable::models::programs {
namespace {

std::vector<std::string> Texts(std::string_view text) {
  const SplitText split = Split(text);
  std::vector<std::string> texts;
  for (const auto id : split.ids)
    texts.push_back((split.pieces[id].starts_word ? "_" : "") + split.pieces[id].text);
  return texts;
}

using List = std::vector<std::string>;

TEST(SplitTest, CutsWordsNumbersAndSigns) {
  EXPECT_EQ(Texts("Don't pay 3.50, he said."),
            (List{"_Don't", "_pay", "_3", ".", "50", ",", "_he", "_said", "."}));
}

TEST(SplitTest, ALineStartsAsAWordDoes) {
  EXPECT_EQ(Texts("a\nb\n\n  c"), (List{"_a", "\n", "_b", "\n", "\n", "_c"}));
}

TEST(SplitTest, QuotesStandAloneWhateverTheirForm) {
  EXPECT_EQ(Texts("\"a\" 'b' \u201Cc\u201D"),
            (List{"_\"", "a", "\"", "_'", "b", "'", "_\u201C", "c", "\u201D"}));
}

TEST(SplitTest, TheSamePieceHasTheSameId) {
  EXPECT_EQ(Split("a b a,a").ids,
            (std::vector<std::int32_t>{0, 1, 0, 2, 3}));  // the last a has no space before it
}

TEST(SplitTest, NothingGivesNothing) { EXPECT_TRUE(Split(" \t ").ids.empty()); }

}  // namespace
}  // namespace retable::models::programs
