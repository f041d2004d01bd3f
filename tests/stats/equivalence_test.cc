#include "stats/equivalence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

TEST(Equivalence, AgreesWithScipyOnVectorD) {
  // scipy 1.10.1: the larger of two ttest_1samp; exact signed-rank by enumeration.
  EXPECT_NEAR(TostT(VectorD(), {-4, 4}).p, .007863999690059303, 1e-15);
  EXPECT_NEAR(TostT(VectorD(), {-5, 5}).p, .0004837294068500068, 1e-16);
  EXPECT_EQ(TostSignedRank(VectorD(), {-4, 4}).p, .012481689453125);
  EXPECT_EQ(TostSignedRank(VectorD(), {-5, 5}).p, .001068115234375);
}

TEST(Equivalence, BoundsAreRawAndTheLargerPCounts) {
  // Ten pairs, means 24 and 22, both sd 2, r = .5: differences with mean 2 and sd 2. TOSTER issue 25
  // multiplied the bounds by the sd and found them equivalent.
  Values d;
  for (int i = 0; i < 5; ++i) {
    d.push_back(2 + 2 * std::sqrt(.9));
    d.push_back(2 - 2 * std::sqrt(.9));
  }
  EXPECT_NEAR(OneSampleT(d, {.mean = -3}).t, 7.905694150, 1e-9);
  EXPECT_NEAR(OneSampleT(d, {.mean = 3}).t, -1.581138830, 1e-9);
  const auto result = TostT(d, {-3, 3});
  EXPECT_NEAR(result.p_above_low, 1.2166e-5, 5e-10);
  EXPECT_NEAR(result.p_below_high, .07415235368, 1e-11);
  EXPECT_EQ(result.p, result.p_below_high);
  EXPECT_NEAR(result.interval.low, .8406, 5e-5);
  EXPECT_NEAR(result.interval.high, 3.1594, 5e-5);
}

TEST(Equivalence, PassesExactlyWhenTheIntervalLiesInside) {
  Draws draws(21);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Values d = draws.Normal(12, .3);
    for (double bound : {.3, .5, .8, 1.2}) {
      const EquivalenceBounds bounds = {-bound, 1.5 * bound};
      const auto t = TostT(d, bounds);
      EXPECT_EQ(t.p <= .05, t.interval.low >= bounds.low && t.interval.high <= bounds.high);
      const auto ranks = TostSignedRank(d, bounds);
      const double alpha = (1 - ranks.interval.confidence) / 2;
      EXPECT_EQ(ranks.p <= alpha * (1 + 1e-9),
                ranks.interval.low > bounds.low && ranks.interval.high < bounds.high);
    }
  }
}

TEST(Equivalence, SmallestMarginJustPasses) {
  const double margin = TostT(VectorD(), {-4, 4}).smallest_margin;
  EXPECT_NEAR(TostT(VectorD(), {-margin, margin}).p, .05, 1e-12);
}

TEST(Equivalence, SwappingArmsSwapsTheTwoTests) {
  const auto forward = TostT(VectorD(), {-3, 5});
  const auto backward = TostT(Negated(VectorD()), {-5, 3});
  EXPECT_NEAR(forward.p_above_low, backward.p_below_high, 1e-15);
  EXPECT_NEAR(forward.p_below_high, backward.p_above_low, 1e-15);
}

TEST(Equivalence, ScalingDataAndBoundsChangesNothing) {
  for (int k : {-300, 300}) {
    EXPECT_DOUBLE_EQ(TostT(Scaled(VectorD(), k), {std::ldexp(-4., k), std::ldexp(4., k)}).p,
                     TostT(VectorD(), {-4, 4}).p);
    EXPECT_EQ(TostSignedRank(Scaled(VectorD(), k), {std::ldexp(-4., k), std::ldexp(4., k)}).p,
              .012481689453125);
  }
}

TEST(NonInferiority, IsOneOfTheTwoTests) {
  const auto equivalence = TostT(VectorD(), {-1, 4});
  const auto larger = NonInferiorityT(VectorD(), 1, Better::kLarger);
  EXPECT_EQ(larger.p, equivalence.p_above_low);
  EXPECT_NEAR(larger.interval.low, equivalence.interval.low, 1e-14);
  EXPECT_EQ(NonInferiorityT(VectorD(), 4, Better::kSmaller).p, equivalence.p_below_high);
  EXPECT_EQ(NonInferioritySignedRank(VectorD(), 4, Better::kSmaller).p, .012481689453125);
}

TEST(NonInferiority, SmallestMarginBelowZeroIsSuperiority) {
  const auto result = NonInferiorityT(VectorD(), 1, Better::kLarger);
  EXPECT_LT(result.smallest_margin, 0);
  EXPECT_GT(NonInferiorityT(VectorD(), 1, Better::kSmaller).smallest_margin, 0);
}

TEST(Equivalence, AnArmWithoutSpreadIsNoObstacle) {
  // TOSTER issue 89 crashed on a standard deviation of zero in one arm: only the differences need a spread.
  const Values shifted = PairedDifferences(VectorD(), Values(16, 2.0));
  EXPECT_NEAR(TostT(shifted, {-6, 2}).p_below_high, TostT(VectorD(), {-4, 4}).p_below_high, 1e-14);
}

TEST(Equivalence, Refuses) {
  EXPECT_THROW(TostT(VectorD(), {1, 2}), Undefined);
  EXPECT_THROW(TostT(VectorD(), {4, -4}), Undefined);
  EXPECT_THROW(TostT(Values{.1, .1, .1}, {-1, 1}), Undefined);
  EXPECT_THROW(TostT(VectorD(), {-1, 1}, .5), Undefined);
  EXPECT_THROW(TostSignedRank(Values{.1, .2, -.1, .3}, {-1, 1}), Undefined);
  EXPECT_THROW(NonInferiorityT(VectorD(), 0, Better::kLarger), Undefined);
}

}  // namespace
}  // namespace retable::stats
