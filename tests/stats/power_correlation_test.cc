#include "stats/power_correlation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "stats/correlation_equivalence.h"
#include "stats/partial_spearman.h"
#include "stats/spearman.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

struct Shares {
  double found = 0;       // by the test of no correlation, at .05
  double equivalent = 0;  // within -+ .4
};

// 2,000 samples of n normal pairs with this rank correlation; the t approximation stands for the exact test.
Shares Simulate(double rho, std::size_t n) {
  Draws draws(311);
  const double r = 2 * std::sin(std::numbers::pi * rho / 6);
  Shares shares;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::vector<double> x, y;
    for (std::size_t i = 0; i < n; ++i) {
      x.push_back(draws.Normal());
      y.push_back(r * x.back() + std::sqrt(1 - r * r) * draws.Normal());
    }
    const auto result = Spearman(x, y, {.distribution = NullDistribution::kStudent});
    shares.found += (result.p <= .05) / 2000.;
    shares.equivalent += (TostSpearman(result.estimate, n, {-.4, .4}).p <= .05) / 2000.;
  }
  return shares;
}

double Allowance(double share) { return .03 + 4 * std::sqrt(share * (1 - share) / 2000); }

TEST(PowerCorrelation, IsTheShareOfSamplesThatReject) {
  for (std::size_t n : {20u, 40u}) {
    const double power = PowerSpearman(.5, n);
    EXPECT_NEAR(Simulate(.5, n).found, power, Allowance(power)) << n;
  }
}

TEST(PowerCorrelation, OfEquivalenceIsTheShareOfSamplesThatPass) {
  for (std::size_t n : {30u, 60u}) {
    const double power = PowerTostSpearman(.4, n);
    EXPECT_NEAR(Simulate(0, n).equivalent, power, Allowance(power)) << n;
  }
}

// The share of 1,000 samples in which two quantities that rise together are found to do so inside layers, by
// permuting there.
double ShareFoundWithin(double r, int layers, int heads) {
  Draws draws(312);
  int found = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::vector<double> x, y;
    std::vector<int> blocks;
    for (int i = 0; i < layers * heads; ++i) {
      blocks.push_back(i / heads);
      const double own = draws.Normal();
      x.push_back(own);
      y.push_back(r * own + std::sqrt(1 - r * r) * draws.Normal());
    }
    found += PartialSpearman(x, y, blocks, {.draws = 399}).p <= .05;
  }
  return found / 1000.;
}

TEST(PowerCorrelation, WithinBlocksIsTheShareOfSamplesThatReject) {
  const double rho = .5, r = 2 * std::sin(std::numbers::pi * rho / 6);
  const double power = PowerPartialSpearman(rho, 40, 8);
  EXPECT_NEAR(ShareFoundWithin(r, 8, 5), power, .04 + 4 * std::sqrt(power * (1 - power) / 1000));
  // Blocks cost points.
  EXPECT_LT(power, PowerSpearman(rho, 40) - .03);
}

TEST(PowerCorrelation, WithinBlocksNeedsAPointMoreForEachBlockPastTheFirst) {
  EXPECT_EQ(PowerPartialSpearman(.4, 33, 4), PowerSpearman(.4, 30));
  EXPECT_EQ(PointsForPartialSpearman(.4, 12), PointsForSpearman(.4) + 11);
  EXPECT_THROW(PowerPartialSpearman(.4, 12, 13), Undefined);
  EXPECT_THROW(PowerPartialSpearman(.4, 12, 0), Undefined);
}

TEST(PowerCorrelation, PointsAreTheFirstThatReachThePower) {
  const std::size_t points = PointsForSpearman(.3);
  EXPECT_GE(PowerSpearman(.3, points), .8);
  EXPECT_LT(PowerSpearman(.3, points - 1), .8);
  const std::size_t equivalent = PointsForTostSpearman(.2);
  EXPECT_GE(PowerTostSpearman(.2, equivalent), .8);
  EXPECT_LT(PowerTostSpearman(.2, equivalent - 1), .8);
  // By the formula with one variance, ((z_.95 + z_.90) / atanh .2)^2 + 3 = 211.4.
  EXPECT_NEAR(static_cast<double>(equivalent), 211.4, 3);
}

TEST(PowerCorrelation, SidesMirrorAndOneSideNeedsFewer) {
  EXPECT_NEAR(PowerSpearman(-.4, 30, {.side = Side::kLess}), PowerSpearman(.4, 30, {.side = Side::kGreater}),
              1e-14);
  EXPECT_LT(PointsForSpearman(.4, .8, {.side = Side::kGreater}), PointsForSpearman(.4));
}

TEST(PowerCorrelation, IsZeroWhereNoOrderReachesAlpha) {
  // 2 / 4! = .083.
  EXPECT_EQ(PowerSpearman(.9, 4), 0);
  EXPECT_EQ(PowerTostSpearman(.1, 10), 0);
}

TEST(PowerCorrelation, Refuses) {
  EXPECT_THROW(PointsForSpearman(0), Undefined);
  EXPECT_THROW(PointsForSpearman(-.3, .8, {.side = Side::kGreater}), Undefined);
  EXPECT_THROW(PowerSpearman(1, 10), Undefined);
  EXPECT_THROW(PowerSpearman(.3, 3), Undefined);
  EXPECT_THROW(PowerTostSpearman(0, 30), Undefined);
  EXPECT_THROW(PowerTostSpearman(1, 30), Undefined);
  EXPECT_THROW(PointsForTostSpearman(1e-4), Undefined);
}

}  // namespace
}  // namespace retable::stats
