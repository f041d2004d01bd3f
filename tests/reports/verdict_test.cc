#include "reports/verdict.h"

#include <gtest/gtest.h>

namespace retable::reports {
namespace {

using stats::Interval;
using suites::Side;

// A claim that holds: 12 heads, 3 claims.
VerdictInput Holding() {
  return {.blocks = 12,
          .smallest_adjusted_p = 3.0 / 4096,
          .alpha = 0.05,
          .side = Side::kGreater,
          .p = 0.001,
          .p_opposite = 1.0,
          .effect = 0.03,
          .interval = Interval{.low = 0.02, .high = 0.04, .confidence = 0.95},
          .printed = 0.036};
}

TEST(Verdict, IsNotRunWithoutAHead) {
  VerdictInput input = Holding();
  input.blocks = 0;
  EXPECT_EQ(Judge(input), Verdict::kNotRun);
}

TEST(Verdict, IsBlockedWithoutAHeadWhereTheUserMustSupplySomething) {
  VerdictInput input = Holding();
  input.is_blocked = true;
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);  // it was supplied: there are runs
  input.blocks = 0;
  EXPECT_EQ(Judge(input), Verdict::kBlocked);
}

TEST(Verdict, IsConfirmedUpToAndAtAlpha) {
  VerdictInput input = Holding();
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
  input.p = 0.05;
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
  input.p = 0.0500001;
  EXPECT_EQ(Judge(input), Verdict::kInconclusive);
}

TEST(Verdict, IsSmallerOnlyWhereTheWholeIntervalIsBelowThePrintedEffect) {
  VerdictInput input = Holding();
  input.interval->high = 0.0359;
  EXPECT_EQ(Judge(input), Verdict::kConfirmedSmaller);
  input.interval->high = 0.036;
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
  input.interval = Interval{.low = 0.04, .high = 0.05, .confidence = 0.95};  // larger than printed
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
}

TEST(Verdict, NeedsNoPrintedEffectAndNoInterval) {
  VerdictInput input = Holding();
  input.printed.reset();
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
  input.printed = 0.9;
  input.interval.reset();
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
}

TEST(Verdict, IsContradictedByTheOtherSideAlone) {
  VerdictInput input = Holding();
  input.p = 1;
  input.p_opposite = 0.05;
  EXPECT_EQ(Judge(input), Verdict::kContradicted);
  input.p_opposite = 0.051;
  EXPECT_EQ(Judge(input), Verdict::kInconclusive);
}

TEST(Verdict, IsNotEvaluableWhereTheDeclaredHeadsCannotReachAlpha) {
  VerdictInput input = Holding();
  input.p = 0.06;
  input.smallest_adjusted_p = 3.0 / 32;
  EXPECT_EQ(Judge(input), Verdict::kNotEvaluable);
  input.smallest_adjusted_p = 0.05;
  EXPECT_EQ(Judge(input), Verdict::kInconclusive);
  // Where smaller claims came first, Holm's multiplier is less than the number of claims: p reached alpha after all.
  input.smallest_adjusted_p = 3.0 / 32;
  input.p = 0.05;
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
}

TEST(Verdict, OfATwoSidedClaimWithoutAnEffectLooksAtNoSign) {
  VerdictInput input = Holding();
  input.side = Side::kTwoSided;
  input.printed = -0.036;
  EXPECT_EQ(Judge(input), Verdict::kContradicted);
  input.effect.reset();
  input.interval.reset();
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
}

TEST(Verdict, OfAnEquivalenceIsContradictedOutsideTheMarginAndNeverSmaller) {
  VerdictInput input = Holding();
  input.side = Side::kEquivalent;
  input.interval = Interval{.low = 0.001, .high = 0.002, .confidence = 0.9};
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
  input.p = 0.2;
  EXPECT_EQ(Judge(input), Verdict::kInconclusive);
  input.p_opposite = 0.05;
  EXPECT_EQ(Judge(input), Verdict::kContradicted);
}

TEST(Verdict, IsNotEvaluableWhereTheStatisticIsUndefined) {
  VerdictInput input = Holding();
  input.p.reset();
  EXPECT_EQ(Judge(input), Verdict::kNotEvaluable);
}

TEST(Verdict, OfATwoSidedClaimLooksAtTheSign) {
  VerdictInput input = Holding();
  input.side = Side::kTwoSided;
  input.p_opposite.reset();
  EXPECT_EQ(Judge(input), Verdict::kConfirmed);
  input.effect = -0.03;
  EXPECT_EQ(Judge(input), Verdict::kContradicted);
  input.printed = -0.02;
  input.interval = Interval{.low = -0.015, .high = -0.01, .confidence = 0.95};
  EXPECT_EQ(Judge(input), Verdict::kConfirmedSmaller);
}

TEST(Verdict, HasAWordForEach) {
  EXPECT_EQ(Name(Verdict::kConfirmedSmaller), "confirmed, smaller");
  EXPECT_EQ(Name(Verdict::kNotEvaluable), "not evaluable");
  EXPECT_EQ(Name(Verdict::kBlocked), "blocked");
}

TEST(Agree, PutsSizeAside) {
  EXPECT_TRUE(Agree(Verdict::kConfirmed, Verdict::kConfirmedSmaller));
  EXPECT_TRUE(Agree(Verdict::kInconclusive, Verdict::kInconclusive));
  EXPECT_FALSE(Agree(Verdict::kConfirmed, Verdict::kInconclusive));
  EXPECT_FALSE(Agree(Verdict::kContradicted, Verdict::kConfirmed));
}

}  // namespace
}  // namespace retable::reports
