#include "stats/power.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/equivalence.h"
#include "stats/normal.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

TEST(Power, AgreesWithRsPairedSampleSize) {
  // R 4.2.2: power.t.test(delta = .5, sd = 1, power = .8, type = "paired") gives n = 33.3671; one-sided
  // 26.1375.
  EXPECT_NEAR(PowerT(.5, 33.3671), .8, 2e-6);
  EXPECT_EQ(PairsForT(.5), 34u);
  EXPECT_NEAR(PowerT(.5, 26.1375, {.side = Side::kGreater}), .8, 2e-6);
  EXPECT_EQ(PairsForT(.5, .8, {.side = Side::kGreater}), 27u);
}

TEST(Power, AgreesWithRForFewSeeds) {
  // R 4.2.2: power at dz = 1 for 3, 5, 10, 20 pairs, and the dz seen with 80 %.
  EXPECT_NEAR(PowerT(1, 3), .1793, 5e-5);
  EXPECT_NEAR(PowerT(1, 5), .4014, 5e-5);
  EXPECT_NEAR(PowerT(1, 10), .8031, 5e-5);
  EXPECT_NEAR(PowerT(1, 20), .9886, 5e-5);
  EXPECT_NEAR(DetectableDz(3), 3.264, 5e-4);
  EXPECT_NEAR(DetectableDz(5), 1.682, 5e-4);
  EXPECT_NEAR(DetectableDz(10), .996, 5e-4);
  EXPECT_NEAR(DetectableDz(20), .660, 5e-4);
}

TEST(Power, EquivalenceWithinHalfAnSdNeeds36Pairs) {
  // R 4.2.2 by integration over the sample's sd: .8051 at 36, .7900 at 35.
  EXPECT_NEAR(PowerTostT(.5, 36), .8051, 5e-5);
  EXPECT_NEAR(PowerTostT(.5, 35), .7900, 5e-5);
  EXPECT_EQ(PairsForTostT(.5), 36u);
  // With 5 seeds even a margin of one sd is out of reach.
  EXPECT_LT(PowerTostT(1, 5), .5);
}

TEST(Power, OfEquivalenceIsTheShareOfSamplesThatPass) {
  Draws draws(181);
  int passed = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) passed += TostT(draws.Normal(8), {-1.2, 1.2}).p <= .05;
  const double power = PowerTostT(1.2, 8);
  EXPECT_NEAR(passed / 4000., power, 4 * std::sqrt(power * (1 - power) / 4000));
}

TEST(Power, OfEquivalenceByRanksIsTheShareOfSamplesThatPass) {
  Draws draws(182);
  int passed = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) passed += TostSignedRank(draws.Normal(10), {-1, 1}).p <= .05;
  const double power = PowerTostSignedRank(1, 10);
  EXPECT_NEAR(passed / 2000., power, 4 * std::sqrt(power * (1 - power) * (1 / 2000. + 1e-4)));
  EXPECT_EQ(PowerTostSignedRank(50, 4), 0);  // 2^-4 is above .05
  EXPECT_GT(PowerTostSignedRank(50, 5), .99);
  const std::size_t pairs = PairsForTostSignedRank(.8);
  EXPECT_NEAR(static_cast<double>(pairs), static_cast<double>(PairsForTostT(.8)), 3);
}

TEST(Power, EquivalenceOfFewSeedsNeedsMarginsOfTwoSd) {
  EXPECT_GT(PairsForTostT(1.3), 5u);
  EXPECT_LE(PairsForTostT(2), 5u);
}

TEST(Power, OfMillionsOfPairsIsStillAProbability) {
  EXPECT_NEAR(PowerTostT(.003, 1'000'000), 2 * (1 - NormalUpper(3 - 1.6448536)) - 1, 1e-3);
  EXPECT_NEAR(PowerT(.003, 1e6), NormalUpper(1.959964 - 3) + NormalUpper(1.959964 + 3), 1e-4);
}

TEST(Power, WithoutEffectIsAlpha) {
  EXPECT_NEAR(PowerT(0, 12), .05, 1e-12);
  EXPECT_NEAR(PowerT(0, 12, {.side = Side::kLess}), .05, 1e-12);
  // Attainable levels: binomial 2 * 11/1024; signed-rank of 10: 2 * 25/1024.
  EXPECT_NEAR(PowerSignTest(.5, 10), 22. / 1024, 1e-12);
  EXPECT_NEAR(PowerSignedRank(0, 10), 50. / 1024, 4 * std::sqrt(.05 * .95 / 1e4));
}

TEST(Power, OfTheSignTestIsItsSumByHand) {
  // n = 8 two-sided at .05 rejects 0 and 8 of 8.
  EXPECT_NEAR(PowerSignTest(.9, 8), std::pow(.9, 8) + std::pow(.1, 8), 1e-14);
  EXPECT_EQ(PowerSignTest(1, 5), 0);
  EXPECT_EQ(PairsForSignTest(1), 6u);
  EXPECT_GE(PowerSignTest(.8, PairsForSignTest(.8)), .8);
}

TEST(Power, SignedRankIsALittleBelowT) {
  const double t = PowerT(.8, 15);
  const double ranks = PowerSignedRank(.8, 15);
  EXPECT_LT(ranks, t + .02);
  EXPECT_GT(ranks, t - .08);
  const std::size_t pairs = PairsForSignedRank(.8);
  EXPECT_GE(pairs, PairsForT(.8) - 1);
  EXPECT_LE(pairs, PairsForT(.8) + 3);
}

TEST(Power, SidesMirror) {
  EXPECT_NEAR(PowerT(-.7, 9, {.side = Side::kLess}), PowerT(.7, 9, {.side = Side::kGreater}), 1e-12);
  EXPECT_NEAR(PowerSignTest(.2, 9, {.side = Side::kLess}), PowerSignTest(.8, 9, {.side = Side::kGreater}),
              1e-12);
  EXPECT_NEAR(DetectableDz(9, .8, {.side = Side::kLess}), -DetectableDz(9, .8, {.side = Side::kGreater}),
              1e-10);
}

TEST(Power, RefusesEffectsThatNoSampleCanShow) {
  // statsmodels issues 9378 and 9895: a one-sided effect of the wrong direction answered n = 10.
  EXPECT_THROW(PairsForT(-.5, .8, {.side = Side::kGreater}), Undefined);
  EXPECT_THROW(PairsForT(.5, .8, {.side = Side::kLess}), Undefined);
  EXPECT_THROW(PairsForT(0), Undefined);
  EXPECT_THROW(PairsForSignTest(.5), Undefined);
  EXPECT_THROW(PairsForSignedRank(-.5, .8, {.side = Side::kGreater}), Undefined);
  EXPECT_THROW(PairsForT(1e-6), Undefined);
  EXPECT_THROW(PairsForT(.5, .04), Undefined);
  EXPECT_THROW(PowerT(.5, 1), Undefined);
  EXPECT_THROW(PowerTostT(0, 10), Undefined);
  EXPECT_THROW(PowerTostSignedRank(0, 10), Undefined);
  EXPECT_THROW(PairsForTostSignedRank(1e-3, .8, {.draws = 50}), Undefined);
  EXPECT_THROW(PowerT(.5, 1e15), Undefined);
  EXPECT_THROW(PowerSignTest(.6, std::size_t{1} << 60), Undefined);
  EXPECT_THROW(PowerT(std::nan(""), 10), Undefined);
}

}  // namespace
}  // namespace retable::stats
