#include "models/programs/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "data/random.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

Program Of(Term term) { return {Combine::kMix, {{1, std::move(term)}}, 0}; }
Program Of(Predicate predicate) { return Of(Term{.predicate = std::move(predicate)}); }

// The canonical text of one comparison.
std::string Text(Comparison comparison) {
  const std::string text = Print(Of(Predicate{{comparison, KeyTest{{Feature::kId}, Op::kEqual, 7}}}));
  return text;  // beside id = 7, so that a comparison that always holds shows as none
}

TEST(CanonicalTest, ConstantsAreWrittenInOneWay) {
  EXPECT_EQ(Text(DistanceTest{Op::kAtMost, 5}), "all(distance < 6 and id = 7)");
  EXPECT_EQ(Text(DistanceTest{Op::kMore, 5}), "all(distance >= 6 and id = 7)");
  EXPECT_EQ(Text(DistanceTest{Op::kUnequal, 0}), "all(earlier and id = 7)");
  EXPECT_EQ(Text(DistanceTest{Op::kMore, 0}), "all(earlier and id = 7)");
  EXPECT_EQ(Text(DistanceTest{Op::kLess, 1}), "all(self and id = 7)");
  EXPECT_EQ(Text(DistanceTest{Op::kAtLeast, 0}), "all(id = 7)");
  EXPECT_EQ(Text(KeyTest{{Feature::kDepth}, Op::kAtMost, 2}), "all(id = 7 and depth < 3)");
  EXPECT_EQ(Text(QueryTest{{Feature::kDepth}, Op::kMore, 2}), "all(id = 7 and query.depth >= 3)");
}

TEST(CanonicalTest, AFlagIsOnOrOff) {
  const auto flag = [](Op op, int value) { return Text(KeyTest{{Feature::kQuoted}, op, value}); };
  for (const auto& [op, value] :
       {std::pair{Op::kEqual, 1}, {Op::kUnequal, 0}, {Op::kMore, 0}, {Op::kAtLeast, 1}}) {
    EXPECT_EQ(flag(op, value), "all(id = 7 and quoted)");
  }
  for (const auto& [op, value] :
       {std::pair{Op::kEqual, 0}, {Op::kUnequal, 1}, {Op::kLess, 1}, {Op::kAtMost, 0}}) {
    EXPECT_EQ(flag(op, value), "all(id = 7 and not quoted)");
  }
  EXPECT_EQ(flag(Op::kUnequal, 5), "all(id = 7)");
  EXPECT_THROW(flag(Op::kEqual, 2), std::invalid_argument);
}

TEST(CanonicalTest, OrderAndRepetitionDoNotCount) {
  EXPECT_EQ(Print(Parse("all(same id and earlier and same id)")), "all(earlier and same id)");
  EXPECT_EQ(Print(Parse("all(self or previous or self)")), "all(self or previous)");
  EXPECT_EQ(Print(Parse("all(sentence_end or earlier and sentence_end)")), "all(sentence_end)");
  EXPECT_EQ(Print(Parse("all(sentence_end or any)")), "all");
}

TEST(CanonicalTest, TermsStandByFallingWeightAndEqualOnesAreOne) {
  EXPECT_EQ(Print(Parse("mix(0.25*self, 0.5*first, 0.25*self)")), "mix(0.5*self, 0.5*first)");
  EXPECT_EQ(Print(Parse("mix(0.05*earlier, 0.05*self, 0.9*first)")),
            "mix(0.9*first, 0.05*self, 0.05*earlier)");
  EXPECT_EQ(Print(Parse("mix(0.1*self, 0.2*self, 0.3*self, 1*first)")),
            Print(Parse("mix(0.3*self, 0.1*self, 0.2*self, 1*first)")));
}

TEST(CanonicalTest, ALoneTermHasNoWeightAndIsAMix) {
  EXPECT_EQ(Print(Parse("add(3*first)")), "first");
  EXPECT_EQ(Print(Parse("add(3*first, 2*first, sink 0.5)")), "mix(first, sink 0.5)");
}

TEST(CanonicalTest, WhatIsNotUsedIsAtItsDefault) {
  EXPECT_EQ(Canonical(Of(Term{.pick = Pick::kAll, .count = 5, .rate = 0.5})), Canonical(Of(Term{})));
}

TEST(CanonicalTest, IsItsOwnCanonicalForm) {
  data::Random random(data::StreamKey(1, "program_test"));
  for (int round = 0; round < 2000; ++round) {
    const Program canonical = Canonical(RandomProgram(random));
    ASSERT_EQ(Canonical(canonical), canonical) << Print(canonical);
  }
}

TEST(CanonicalTest, APermutedProgramIsTheSameProgram) {
  data::Random random(data::StreamKey(2, "program_test"));
  for (int round = 0; round < 2000; ++round) {
    const Program program = RandomProgram(random);
    Program permuted = program;
    data::Shuffle(permuted.terms, random);
    for (auto& [weight, term] : permuted.terms) {
      data::Shuffle(term.predicate, random);
      for (Conjunction& conjunction : term.predicate) data::Shuffle(conjunction, random);
    }
    ASSERT_EQ(Canonical(permuted), Canonical(program)) << Print(program);
  }
}

TEST(CanonicalTest, WhatNeverHoldsIsRefused) {
  const auto refused =
      ThrowsMessage<std::invalid_argument>("a term selects nothing: its predicate never holds");
  EXPECT_THAT([] { Canonical(Of(Predicate{})); }, refused);
  EXPECT_THAT([] { Canonical(Of(Predicate{{DistanceTest{Op::kLess, 0}}})); }, refused);
  const KeyTest test{{Feature::kDepth}, Op::kAtMost, 2}, opposite{{Feature::kDepth}, Op::kMore, 2};
  EXPECT_THAT([&] { Canonical(Of(Predicate{{test, opposite}})); }, refused);
}

// Each bad program, and a part of the sentence that refuses it.
TEST(CanonicalTest, BadProgramsAreRefusedWithASentence) {
  const auto refuses = [](const Program& program, const std::string& part) {
    EXPECT_THAT([&] { Canonical(program); }, ThrowsMessage<std::invalid_argument>(HasSubstr(part)));
  };
  refuses({}, "a program needs at least one term");
  refuses({Combine::kMix, std::vector<WeightedTerm>(65), 0},
          "65 terms in one program, and at most 64 are allowed");
  refuses({Combine::kMix, {{0, {}}}, 0}, "a weight is 0; it must lie between 1e-09 and 1e+09");
  refuses({Combine::kMix, {{-1, {}}}, 0}, "a weight is -1");
  refuses({Combine::kMix, {{std::numeric_limits<double>::quiet_NaN(), {}}}, 0}, "a weight is nan");
  refuses({Combine::kMix, {{1, {}}}, 1}, "a sink of 1 is no share below 1 of a row");
  refuses({Combine::kMix, {{1, {}}}, std::nan("")}, "a sink of nan");
  refuses(Of(Term{.pick = Pick::kLast, .count = 0}), "how many keys a term picks is 0");
  refuses(Of(Term{.spread = Spread::kDecay, .rate = 1}), "a decay of 1 is not between 0 and 1");
  refuses(Of(Predicate{{KeyTest{{Feature::kWord, 9}, Op::kEqual, 0}}}), "how far back word is read is 9");
  refuses(Of(Predicate{{KeyTest{{Feature::kWord}, Op::kEqual, -3}}}), "the number compared with word is -3");
  refuses(Of(Predicate(65, Conjunction{})), "65 alternatives");
  refuses(Of(Predicate{Conjunction(33, DistanceTest{Op::kEqual, 3})}), "33 comparisons");
}

TEST(ReadsTokensTest, IsFalseForPositionsAndDistancesAlone) {
  for (const char* text :
       {"first", "mix(0.5*last 3(any), 0.5*all(distance < 4, decay 0.5))", "all(position >= 2)",
        "all(position[-1] = query.position[-3] or query.position < 4)"}) {
    EXPECT_FALSE(ReadsTokens(Parse(text))) << text;
  }
  for (const char* text : {"all(same id)", "all(position = query.bracket)", "all(earlier and punctuation)",
                           "all(query.quoted)", "mix(1*first, 0.1*last(self or same word))"}) {
    EXPECT_TRUE(ReadsTokens(Parse(text))) << text;
  }
}

TEST(NegationTest, HoldsWhereTheComparisonDoesNotAndIsItsOwnInverse) {
  for (int op = 0; op <= static_cast<int>(Op::kAtLeast); ++op) {
    const Comparison comparison = KeyTest{{Feature::kDepth}, static_cast<Op>(op), 3};
    EXPECT_NE(Negation(comparison), comparison);
    EXPECT_EQ(Negation(Negation(comparison)), comparison);
  }
}

}  // namespace
}  // namespace retable::models::programs
