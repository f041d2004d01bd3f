// Each rule that comes with retable, on a text where one can see what it should do.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "models/programs/evaluate.h"
#include "models/programs/features.h"
#include "models/programs/library.h"
#include "models/programs/split.h"
#include "models/programs/traits.h"

namespace retable::models::programs {
namespace {

using Row = std::map<int, double>;  // of keys that get something

// Row i of a rule on a text.
Row RowOf(std::string_view rule, std::string_view text, int i) {
  const SplitText split = Split(text);
  const RowSparse rows =
      Evaluate(FindProgram(Rules(), rule).program, Features(split.ids, TraitsOf(split.pieces)));
  std::vector<double> dense(rows.tokens());
  FillRow(rows, i, dense);
  Row row;
  for (int j = 0; j < rows.tokens(); ++j) {
    if (dense[j] > 0) row[j] = dense[j];
  }
  return row;
}

void ExpectRow(std::string_view rule, std::string_view text, int i, const Row& expected) {
  const Row row = RowOf(rule, text, i);
  ASSERT_EQ(row.size(), expected.size()) << rule << ", row " << i;
  for (const auto& [key, value] : expected) {
    ASSERT_TRUE(row.contains(key)) << rule << ", row " << i << ", key " << key;
    EXPECT_NEAR(row.at(key), value, 1e-15) << rule << ", row " << i << ", key " << key;
  }
}

TEST(RulesTest, Positions) {
  ExpectRow("first_token", "a b c", 2, {{0, 1}});
  ExpectRow("self", "a b c", 2, {{2, 1}});
  ExpectRow("previous", "a b c", 2, {{1, 1}});
  ExpectRow("previous", "a b c", 0, {{0, 1}});
  ExpectRow("uniform", "a b c d", 3, {{0, 0.25}, {1, 0.25}, {2, 0.25}, {3, 0.25}});
  ExpectRow("recent", "a b c", 2, {{0, 0.49 / 2.19}, {1, 0.7 / 2.19}, {2, 1 / 2.19}});
}

// The weights of the published program first_token_bias_L10H2: 0.9 on token 0, 0.05 on the token itself, 0.01
// on each other earlier one, normalised.
TEST(RulesTest, MostlyFirst) {
  ExpectRow("mostly_first", "a b c d", 0, {{0, 1}});
  ExpectRow("mostly_first", "a b c d", 3,
            {{0, 0.9 / 0.97}, {1, 0.01 / 0.97}, {2, 0.01 / 0.97}, {3, 0.05 / 0.97}});
}

// Positions:                          0   1   2   3   4   5   6   7
constexpr std::string_view kRepeats = "the cat saw the dog The cat the";

TEST(RulesTest, Occurrences) {
  ExpectRow("previous_occurrence", kRepeats, 7, {{0, 0.5}, {3, 0.5}});
  ExpectRow("last_occurrence", kRepeats, 7, {{3, 1}});
  ExpectRow("first_occurrence", kRepeats, 7, {{0, 1}});
  ExpectRow("first_occurrence", kRepeats, 6, {{1, 1}});
  ExpectRow("decayed_occurrence", kRepeats, 7,
            {{0, std::pow(0.9, 3) / (1 + std::pow(0.9, 3))}, {3, 1 / (1 + std::pow(0.9, 3))}});
  ExpectRow("caseless_occurrence", kRepeats, 5, {{0, 0.5}, {3, 0.5}});
  ExpectRow("previous_occurrence", kRepeats, 5, {{0, 1}});  // "The" is new: the fallback
  ExpectRow("last_occurrence", kRepeats, 4, {{0, 1}});
}

TEST(RulesTest, Induction) {
  ExpectRow("induction", kRepeats, 7, {{1, 0.5}, {4, 0.5}});
  ExpectRow("last_induction", kRepeats, 7, {{4, 1}});
  ExpectRow("induction_with_sink", kRepeats, 7, {{0, 0.5}, {1, 0.25}, {4, 0.25}});
  ExpectRow("induction", "a a", 1, {{1, 1}});  // just after the occurrence just before: itself
  ExpectRow("induction", "a b", 1, {{0, 1}});
}

TEST(RulesTest, InductionOfMoreTokens) {
  //                          0 1 2 3 4 5 6 7
  constexpr std::string_view text = "x a b c a b x b";
  ExpectRow("induction_2", text, 5, {{3, 1}});            // a b was followed by c
  ExpectRow("induction", text, 7, {{3, 0.5}, {6, 0.5}});  // b alone: c, x
  ExpectRow("induction_2", text, 7, {{0, 1}});            // x b is new
  ExpectRow("induction_3", "a b c d a b c", 6, {{3, 1}});
  ExpectRow("induction_3", "z b c d a b c", 6, {{0, 1}});  // b c came before, but after z
  ExpectRow("induction_backing_off", text, 7, {{3, 0.5}, {6, 0.5}});
  ExpectRow("induction_backing_off", "a b c b d a b", 6, {{2, 0.8 + 0.1}, {4, 0.1}});
  ExpectRow("induction_backing_off", "a b", 1, {{0, 1}});
}

TEST(RulesTest, Brackets) {
  //                          0 1 2 3 4 5 6 7 8
  constexpr std::string_view text = "f (a [b] c) d";
  ExpectRow("brackets", text, 5, {{3, 1}});
  ExpectRow("brackets", text, 7, {{1, 1}});
  ExpectRow("brackets", text, 4, {{0, 1}});
  ExpectRow("inside_brackets", text, 4, {{3, 1}});
  ExpectRow("inside_brackets", text, 6, {{1, 1}});
  ExpectRow("inside_brackets", text, 7, {{1, 1}});
  ExpectRow("inside_brackets", text, 8, {{0, 1}});
}

TEST(RulesTest, Quotes) {
  constexpr std::string_view text = "He said \"no more\" then";  // He said " no more " then
  ExpectRow("quotes", text, 5, {{2, 1}});
  ExpectRow("quotes", text, 3, {{0, 1}});
  ExpectRow("inside_quotes", text, 4, {{2, 1}});
  ExpectRow("inside_quotes", text, 5, {{2, 1}});
  ExpectRow("inside_quotes", text, 6, {{0, 1}});
}

TEST(RulesTest, Sentences) {
  constexpr std::string_view text = "I ran. He hid! We won";  // I ran . He hid ! We won
  ExpectRow("sentence_start", text, 4, {{3, 1}});
  ExpectRow("sentence_start", text, 3, {{3, 1}});
  ExpectRow("sentence_start", text, 5, {{3, 1}});
  ExpectRow("last_sentence_end", text, 7, {{5, 1}});
  ExpectRow("last_sentence_end", text, 5, {{2, 1}});
  ExpectRow("last_sentence_end", text, 2, {{0, 1}});
  ExpectRow("sentence_ends", text, 7, {{2, 0.5}, {5, 0.5}});
}

TEST(RulesTest, Words) {
  ExpectRow("word_start", "so well-known", 3, {{1, 1}});  // so well - known
  ExpectRow("word_start", "so well-known", 1, {{1, 1}});
  ExpectRow("words_of_sentence", "A. b c, d", 5,
            {{2, std::pow(0.8, 3) / (std::pow(0.8, 3) + std::pow(0.8, 2) + 1)},
             {3, std::pow(0.8, 2) / (std::pow(0.8, 3) + std::pow(0.8, 2) + 1)},
             {5, 1 / (std::pow(0.8, 3) + std::pow(0.8, 2) + 1)}});
}

}  // namespace
}  // namespace retable::models::programs
