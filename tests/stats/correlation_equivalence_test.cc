#include "stats/correlation_equivalence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "stats/normal.h"
#include "stats/pearson.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

constexpr CorrelationOptions kEstimateOnly = {.distribution = NullDistribution::kMonteCarlo, .draws = 1};

// Spearman's rho of n normal pairs whose true rank correlation is `rho`.
double DrawSpearman(Draws& draws, std::size_t n, double rho) {
  const double r = 2 * std::sin(std::numbers::pi * rho / 6);
  std::vector<double> x, y;
  for (std::size_t i = 0; i < n; ++i) {
    x.push_back(draws.Normal());
    y.push_back(r * x.back() + std::sqrt(1 - r * r) * draws.Normal());
  }
  return Spearman(x, y, kEstimateOnly).estimate;
}

TEST(CorrelationEquivalence, IsTheFormulaByHand) {
  // rho = .05, n = 144, bounds -+ .2: atanh .05 = .0500417, atanh .2 = .2027326, se = sqrt(1.00125 / 141) =
  // .0842677.
  const auto result = TostSpearman(.05, 144, {-.2, .2});
  EXPECT_NEAR(result.p_above_low, NormalUpper((.0500417 + .2027326) / .0842677), 1e-6);
  EXPECT_NEAR(result.p_below_high, NormalUpper((.2027326 - .0500417) / .0842677), 1e-6);
  EXPECT_EQ(result.p, result.p_below_high);
  EXPECT_LE(result.p, .05);
  // Fieller's variance: se = sqrt(1.06 / 141) = .0867048.
  EXPECT_NEAR(TostSpearman(.05, 144, {-.2, .2}, .05, SpearmanVariance::kFieller).p,
              NormalUpper((.2027326 - .0500417) / .0867048), 1e-6);
}

TEST(CorrelationEquivalence, ALargePIsNoEquivalence) {
  // Ten points with rho = 0: nothing found, and nothing excluded either.
  EXPECT_GT(TostSpearman(0, 10, {-.2, .2}).p, .25);
  EXPECT_GT(TostSpearman(0, 10, {-.2, .2}).smallest_margin, .5);
}

TEST(CorrelationEquivalence, PassesExactlyWhenTheIntervalLiesInside) {
  for (double rho = -.4; rho <= .4; rho += .01) {
    for (std::size_t n : {20u, 60u, 144u}) {
      for (const EquivalenceBounds& bounds : {EquivalenceBounds{-.2, .2}, {-.1, .35}}) {
        const auto spearman = TostSpearman(rho, n, bounds);
        EXPECT_EQ(spearman.p <= .05,
                  spearman.interval.low >= bounds.low && spearman.interval.high <= bounds.high);
        EXPECT_EQ(spearman.interval.confidence, .9);
        const auto pearson = TostPearson(rho, n, bounds);
        EXPECT_EQ(pearson.p <= .05,
                  pearson.interval.low >= bounds.low && pearson.interval.high <= bounds.high);
      }
    }
  }
}

TEST(CorrelationEquivalence, SmallestMarginJustPasses) {
  const double margin = TostSpearman(.08, 90, {-.2, .2}).smallest_margin;
  EXPECT_NEAR(TostSpearman(.08, 90, {-margin, margin}).p, .05, 1e-12);
}

TEST(CorrelationEquivalence, ChangingTheSignSwapsTheTwoTests) {
  const auto forward = TostSpearman(.1, 50, {-.3, .2});
  const auto backward = TostSpearman(-.1, 50, {-.2, .3});
  EXPECT_NEAR(forward.p_above_low, backward.p_below_high, 1e-15);
  EXPECT_NEAR(forward.p_below_high, backward.p_above_low, 1e-15);
}

TEST(CorrelationEquivalence, SizeAtTheBoundIsAlpha) {
  // 4,000 samples of 60 pairs whose true rank correlation is the bound .4: rejected about .05 of the time;
  // allowance of four standard errors of the share, and .015 for the normal approximation.
  Draws draws(301);
  int rejected = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) {
    rejected += TostSpearman(DrawSpearman(draws, 60, .4), 60, {-.4, .4}).p <= .05;
  }
  EXPECT_NEAR(rejected / 4000., .05, 4 * std::sqrt(.05 * .95 / 4000) + .015);
}

TEST(CorrelationEquivalence, Refuses) {
  EXPECT_THROW(TostSpearman(1, 10, {-.2, .2}), Undefined);
  EXPECT_THROW(TostSpearman(.1, 3, {-.2, .2}), Undefined);
  EXPECT_THROW(TostSpearman(.1, 10, {.1, .2}), Undefined);
  EXPECT_THROW(TostSpearman(.1, 10, {-1, .2}), Undefined);
  EXPECT_THROW(TostSpearman(.1, 10, {-.2, 1.5}), Undefined);
  EXPECT_THROW(TostSpearman(.1, 10, {-.2, .2}, .5), Undefined);
  EXPECT_THROW(TostSpearman(std::nan(""), 10, {-.2, .2}), Undefined);
  EXPECT_THROW(TostPearson(-1, 10, {-.2, .2}), Undefined);
}

}  // namespace
}  // namespace retable::stats
