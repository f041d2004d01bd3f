#include "models/programs/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "data/random.h"
#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "tests/models/programs/naive.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

const Vocabulary& Small() {
  static const Vocabulary vocabulary = TraitsOf(SmallVocabulary());
  return vocabulary;
}

// Row i's keys and values as listed.
std::vector<std::pair<int, double>> Row(const RowSparse& rows, int i) {
  std::vector<std::pair<int, double>> row;
  for (std::size_t k = 0; k < rows.Keys(i).size(); ++k) row.emplace_back(rows.Keys(i)[k], rows.Values(i)[k]);
  return row;
}

// Of ids that need no traits.
RowSparse RowsOf(std::string_view program, const std::vector<std::int32_t>& ids) {
  return Evaluate(Parse(program), Features(ids, Vocabulary(100)));
}

// Random programs and the shipped rules, on random documents: `check` gets each pair.
template <typename Check>
void ForMany(Check check) {
  data::Random random(data::StreamKey(7, "evaluate_test"));
  for (int round = 0; round < 1500; ++round) {
    const Program program =
        round < static_cast<int>(Rules().size()) ? Rules()[round].program : RandomProgram(random);
    const std::vector<std::int32_t> ids = RandomIds(static_cast<int>(random.Below(90)), random);
    SCOPED_TRACE(Print(program) + " on " + std::to_string(ids.size()) + " tokens");
    check(program, ids);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(EvaluateTest, EqualsTheDefinitionOnRandomProgramsAndDocuments) {
  ForMany([](const Program& program, const std::vector<std::int32_t>& ids) {
    const Features features(ids, Small());
    const std::vector<double> fast = Dense(Evaluate(program, features)),
                              naive = NaiveMatrix(program, features);
    ASSERT_EQ(fast.size(), naive.size());
    for (std::size_t k = 0; k < fast.size(); ++k) {
      ASSERT_NEAR(fast[k], naive[k], 1e-12) << "row " << k / ids.size() << ", key " << k % ids.size();
    }
  });
}

TEST(EvaluateTest, RowsAreCausalAscendingNonNegativeAndSumToOne) {
  ForMany([](const Program& program, const std::vector<std::int32_t>& ids) {
    const RowSparse rows = Evaluate(program, Features(ids, Small()));
    ASSERT_EQ(rows.tokens(), static_cast<int>(ids.size()));
    for (int i = 0; i < rows.tokens(); ++i) {
      const auto keys = rows.Keys(i);
      const auto values = rows.Values(i);
      ASSERT_TRUE(std::ranges::is_sorted(keys, std::less_equal<>())) << i;
      ASSERT_TRUE(keys.empty() || (keys.front() >= 0 && keys.back() <= i)) << i;
      ASSERT_TRUE(std::ranges::all_of(values, [](double value) { return value >= 0; })) << i;
      ASSERT_GE(rows.background[i], 0) << i;
      const double sum = std::accumulate(values.begin(), values.end(),
                                         rows.background[i] * (i + 1 - static_cast<int>(keys.size())));
      ASSERT_NEAR(sum, 1, 1e-12) << i;
    }
  });
}

TEST(EvaluateTest, ARowIsToTheBitThatOfTheTokensSoFar) {
  ForMany([](const Program& program, const std::vector<std::int32_t>& ids) {
    const RowSparse whole = Evaluate(program, Features(ids, Small()));
    const std::size_t cut = ids.size() / 2;
    const RowSparse part = Evaluate(program, Features(std::span(ids).first(cut), Small()));
    for (int i = 0; i < static_cast<int>(cut); ++i) {
      ASSERT_EQ(Row(part, i), Row(whole, i)) << i;
      ASSERT_EQ(part.background[i], whole.background[i]) << i;
    }
  });
}

TEST(EvaluateTest, AProgramAndItsCanonicalFormGiveTheSameBits) {
  ForMany([](const Program& program, const std::vector<std::int32_t>& ids) {
    const Features features(ids, Small());
    ASSERT_EQ(Evaluate(program, features), Evaluate(Parse(Print(program)), features));
  });
}

TEST(EvaluateTest, AProgramThatReadsNoTokensIsTheSameForEveryDocumentOfALength) {
  data::Random random(data::StreamKey(6, "evaluate_test"));
  int found = 0;
  for (int round = 0; round < 3000; ++round) {
    const Program program = RandomProgram(random);
    if (ReadsTokens(program)) continue;
    ++found;
    const Features one(RandomIds(50, random), Small()), other(RandomIds(50, random), Small());
    ASSERT_EQ(Evaluate(program, one), Evaluate(program, other)) << Print(program);
  }
  EXPECT_GT(found, 50);
}

TEST(EvaluatorTest, ADocumentLeavesNothingBehindForTheNext) {
  data::Random random(data::StreamKey(3, "evaluator_test"));
  for (int round = 0; round < 100; ++round) {
    const Program program = RandomProgram(random);
    Evaluator evaluator(program);
    for (const int tokens : {70, 3, 0, 1, 64, 130}) {
      const Features features(RandomIds(tokens, random), Small());
      ASSERT_EQ(evaluator.Rows(features), Evaluate(program, features)) << Print(program) << ", " << tokens;
    }
  }
}

TEST(EvaluateTest, NoTokensGiveNoRows) { EXPECT_EQ(RowsOf("all", {}).tokens(), 0); }

TEST(EvaluateTest, EveryTokenAlikeTakesOneNumberARow) {
  const RowSparse rows = RowsOf("mix(0.75*all, 0.25*earlier)", {1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(rows.background[3], 0.75 / 4 + 0.25 / 3);
  EXPECT_THAT(Row(rows, 3), ElementsAre(Pair(3, 0.75 / 4)));
  EXPECT_TRUE(RowsOf("all", {1, 2, 3, 4}).keys.empty());
}

TEST(EvaluateTest, AMixWeighsRowsAndASumWeighsScores) {
  // Of token 2 the earlier ones are 0 and 1: half a row each, or a score of 1 each.
  EXPECT_EQ(Dense(RowsOf("mix(0.5*self, 0.5*earlier)", {1, 2, 3}))[2 * 3], 0.25);
  EXPECT_EQ(Dense(RowsOf("add(0.5*self, 0.5*earlier)", {1, 2, 3}))[2 * 3], 1.0 / 3);
}

TEST(EvaluateTest, WeightsAreRelative) {
  EXPECT_EQ(Dense(RowsOf("mix(3*first, 1*self)", {1, 2})),
            Dense(RowsOf("mix(0.75*first, 0.25*self)", {1, 2})));
}

TEST(EvaluateTest, TheFallbackIsTheOneNamed) {
  const auto last_row = [](const std::string& otherwise) {
    const std::vector<double> dense =
        Dense(RowsOf("all(earlier and same id" + otherwise + ")", {1, 2, 3, 4}));
    return std::vector<double>(dense.end() - 4, dense.end());
  };
  EXPECT_THAT(last_row(""), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(last_row(", else first"), ElementsAre(1, 0, 0, 0));
  EXPECT_THAT(last_row(", else self"), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(last_row(", else previous"), ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(last_row(", else all"), ElementsAre(0.25, 0.25, 0.25, 0.25));
}

TEST(EvaluateTest, ADroppedTermLeavesItsWeightToTheOthersAndTheSinkAsItIs) {
  const RowSparse rows =
      RowsOf("mix(0.9*all(earlier and same id, else drop), 0.1*self, sink 0.25)", {1, 2, 1});
  EXPECT_THAT(Row(rows, 1), ElementsAre(Pair(0, 0.25), Pair(1, 0.75)));
  EXPECT_THAT(Row(rows, 2), ElementsAre(Pair(0, ::testing::DoubleEq(0.25 + 0.75 * 0.9)),
                                        Pair(2, ::testing::DoubleEq(0.075))));
}

TEST(EvaluateTest, ARowThatEveryTermDropsLooksAtTheFirstToken) {
  EXPECT_THAT(Row(RowsOf("all(earlier and same id, else drop)", {1, 2}), 1), ElementsAre(Pair(0, 1)));
}

TEST(EvaluateTest, ADecayOfFarKeysDoesNotUnderflow) {
  std::vector<std::int32_t> ids(1500, 5);
  ids[0] = ids[1] = ids[1499] = 9;
  const RowSparse rows = RowsOf("all(earlier and same id, decay 0.5)", ids);
  EXPECT_THAT(Row(rows, 1499), ElementsAre(Pair(0, 1.0 / 3), Pair(1, 2.0 / 3)));
}

TEST(EvaluateTest, ASumOfNothingButUnderflowLooksAtTheFirstToken) {
  std::vector<std::int32_t> ids(1500, 5);
  ids[1] = ids[1499] = 9;
  const RowSparse rows = RowsOf("add(1*all(earlier and same id, decay 0.5), 1*self)", ids);
  EXPECT_THAT(Row(rows, 1499), ElementsAre(Pair(1, 0), Pair(1499, 1)));
  const RowSparse alone =
      RowsOf("add(1*all(earlier and same id, decay 0.5), 1*all(earlier and same id, decay 0.4))", ids);
  EXPECT_EQ(Dense(alone)[1499 * 1500], 1);
}

// The cost in entries: what is listed grows with the document, not with its square.
TEST(EvaluateTest, SparseRulesListAFewKeysAToken) {
  data::Random random(data::StreamKey(5, "sparse"));
  std::vector<std::int32_t> ids(20'000);
  for (std::int32_t& id : ids) id = static_cast<std::int32_t>(random.Below(100));
  const RowSparse rows = RowsOf("mix(0.4*last(earlier and same id), 0.3*all, 0.2*first, 0.1*previous)", ids);
  EXPECT_LE(rows.keys.size(), 3 * ids.size());
}

}  // namespace
}  // namespace retable::models::programs
