#include "stats/sign_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/signed_rank.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

double P(std::size_t k, std::size_t n, Side side = Side::kTwoSided) {
  return SignTestOfCounts(k, n - k, {.side = side}).p;
}

TEST(SignTest, AgreesWithRsBinomialTest) {
  // R 4.2.2: binom.test(k, n, .5).
  EXPECT_DOUBLE_EQ(P(8, 9), .0390625);
  EXPECT_DOUBLE_EQ(P(7, 8), .0703125);
  EXPECT_DOUBLE_EQ(P(20, 25), .004077315330505368);
  EXPECT_DOUBLE_EQ(P(5, 5), .0625);
  EXPECT_DOUBLE_EQ(P(10, 10, Side::kGreater), .0009765625);
  EXPECT_EQ(P(1, 1), 1);
}

TEST(SignTest, AgreesWithExactCountsOfHeads) {
  // scipy 1.10.1 binomtest(k, n, .5): two-sided and greater.
  EXPECT_DOUBLE_EQ(P(16, 16), 3.0517578125e-5);
  EXPECT_DOUBLE_EQ(P(16, 16, Side::kGreater), 1.52587890625e-5);
  EXPECT_DOUBLE_EQ(P(15, 16), 5.18798828125e-4);
  EXPECT_DOUBLE_EQ(P(15, 16, Side::kGreater), 2.593994140625e-4);
  EXPECT_DOUBLE_EQ(P(12, 16), .076812744140625);
  EXPECT_DOUBLE_EQ(P(12, 16, Side::kGreater), .0384063720703125);
  EXPECT_NEAR(P(90, 144), .0033938840635732103, 1e-16);
  EXPECT_NEAR(P(90, 144, Side::kGreater), .0016969420317866051, 1e-16);
}

TEST(SignTest, ClopperPearsonAgreesWithScipy) {
  // scipy 1.10.1 binomtest(k, 16).proportion_ci(method='exact').
  EXPECT_NEAR(ClopperPearson(16, 16).low, .794093, 5e-7);
  EXPECT_EQ(ClopperPearson(16, 16).high, 1);
  // Printed as .697677; p^16 + 16 p^15 (1 - p) is .0249986 there and .0250000 at .6976793.
  EXPECT_NEAR(ClopperPearson(15, 16).low, .697677, 3e-6);
  EXPECT_NEAR(ClopperPearson(15, 16).high, .998419, 5e-7);
  EXPECT_EQ(ClopperPearson(0, 16).low, 0);
}

TEST(SignTest, ClopperPearsonEndsLeaveExactlyTheTail) {
  // P(K >= 7 | low) = P(K <= 7 | high) = .025 of binomial(12), summed here term by term.
  const Interval interval = ClopperPearson(7, 12);
  auto term = [](int j, double p) {
    return std::exp(std::lgamma(13.) - std::lgamma(j + 1.) - std::lgamma(13. - j)) * std::pow(p, j) *
           std::pow(1 - p, 12 - j);
  };
  double above = 0;
  for (int j = 7; j <= 12; ++j) above += term(j, interval.low);
  double below = 0;
  for (int j = 0; j <= 7; ++j) below += term(j, interval.high);
  EXPECT_NEAR(above, .025, 1e-12);
  EXPECT_NEAR(below, .025, 1e-12);
}

TEST(SignTest, ClopperPearsonCoversEveryProportion) {
  // Coverage for n = 10 over a grid of truths, exact sums; never under the level.
  for (double truth = .02; truth < 1; truth += .02) {
    double covered = 0;
    for (int k = 0; k <= 10; ++k) {
      const Interval interval = ClopperPearson(static_cast<std::size_t>(k), 10);
      if (interval.low <= truth && truth <= interval.high) {
        covered += std::exp(std::lgamma(11.) - std::lgamma(k + 1.) - std::lgamma(11. - k)) *
                   std::pow(truth, k) * std::pow(1 - truth, 10 - k);
      }
    }
    EXPECT_GE(covered, .95) << truth;
  }
}

TEST(SignTest, WilsonsEndsSolveItsEquation) {
  const double z = 1.959963984540054;
  for (std::size_t k = 1; k < 12; ++k) {
    const Interval interval = WilsonInterval(k, 12);
    const double share = static_cast<double>(k) / 12;
    for (double p : {interval.low, interval.high})
      EXPECT_NEAR(std::pow(share - p, 2), z * z * p * (1 - p) / 12, 1e-14);
  }
  EXPECT_EQ(WilsonInterval(0, 10).low, 0);
  EXPECT_NEAR(WilsonInterval(0, 10).high, z * z / (10 + z * z), 1e-14);
  EXPECT_NEAR(WilsonInterval(10, 10).low, 10 / (10 + z * z), 1e-14);
  EXPECT_THROW(WilsonInterval(3, 2), Undefined);
  EXPECT_THROW(WilsonInterval(0, 0), Undefined);
}

TEST(SignTest, WhatSubtractionLeavesOfRoundingHasNoSign) {
  // .1 + .2 - .3 is 5.6e-17: alone, it would be a positive difference.
  EXPECT_THROW(SignTest(PairedDifferences(Values{.1 + .2}, Values{.3})), Undefined);
}

TEST(SignTest, CountsZerosAndDropsThem) {
  const auto result = SignTest(Values{1, 2, 0, -3, 4, 0, 1e-15});
  EXPECT_EQ(result.positive, 3u);
  EXPECT_EQ(result.negative, 1u);
  EXPECT_EQ(result.zeros, 3u);
  EXPECT_EQ(result.proportion, .75);
  EXPECT_EQ(result.p, 10. / 16);
}

TEST(SignTest, SwappingArmsMirrorsTheResult) {
  const Values d = VectorD();
  EXPECT_EQ(SignTest(d).p, SignTest(Negated(d)).p);
  EXPECT_EQ(SignTest(d, {.side = Side::kLess}).p, SignTest(Negated(d), {.side = Side::kGreater}).p);
}

TEST(SignTest, ScalingChangesNothing) {
  for (int k : {-900, 900}) EXPECT_EQ(SignTest(Scaled(VectorD(), k)).p, SignTest(VectorD()).p);
}

TEST(SignTest, TailsShareTheObservedValue) {
  for (std::size_t n : {1u, 7u, 12u, 999u}) {
    for (std::size_t k = 0; k <= n; k += 1 + n / 7) {
      const Tails tails = FairCoinTails(k, n);
      const double at =
          std::exp(std::lgamma(n + 1.) - std::lgamma(k + 1.) - std::lgamma(n - k + 1.) - n * std::log(2.));
      EXPECT_NEAR(tails.less + tails.greater, 1 + at, 1e-12);
    }
  }
}

TEST(SignTest, BothWaysToSumTheTailMeet) {
  // Below and above the size where binomial coefficients stop fitting a double.
  const double below = FairCoinTails(450, 1000).less;
  const double above = FairCoinTails(450, 1001).less;
  // P(K_1001 <= 450) = (P(K_1000 <= 450) + P(K_1000 <= 449)) / 2.
  EXPECT_NEAR(above, (below + FairCoinTails(449, 1000).less) / 2, 1e-11 * above);
}

TEST(SignTest, RefusesWhatHasNoSigns) {
  // R's binom.test(0, 0) gives p = 1; here nothing observed is no evidence either way, and said.
  EXPECT_THROW(SignTestOfCounts(0, 0), Undefined);
  EXPECT_THROW(SignTest(Values{0, 0}), Undefined);
  EXPECT_THROW(SignTest(Values{1, std::nan("")}), Undefined);
  EXPECT_THROW(ClopperPearson(3, 2), Undefined);
  EXPECT_THROW(ClopperPearson(0, 0), Undefined);
}

}  // namespace
}  // namespace retable::stats
