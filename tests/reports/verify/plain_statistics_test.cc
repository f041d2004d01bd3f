// The second path has to be right by itself: against published values and by hand, never against stats/.
#include "reports/verify/plain_statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace retable::reports::verify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// scipy's documentation of wilcoxon: T- = 24, two-sided p .041259765625.
TEST(SignedRankTails, AgreeWithScipysExample) {
  const auto tails = SignedRankTails({6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75});
  EXPECT_DOUBLE_EQ(2 * tails->greater, .041259765625);
}

// scipy's test: -5 ... 7, zeros dropped, 405 of 1024.
TEST(SignedRankTails, GiveTiesMidRanksAndDropZeros) {
  const auto tails = SignedRankTails({-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7});
  EXPECT_DOUBLE_EQ(2 * tails->greater, 405.0 / 1024);
}

TEST(SignedRankTails, TakeInfiniteDifferencesAsTheLargest) {
  EXPECT_DOUBLE_EQ(SignedRankTails({1, 2, 3, -kInfinity})->less,
                   11.0 / 16);  // T+ = 6: 11 of 16 sums are at most 6
}

TEST(SignedRankTails, PastEnumerationSayHowFarTheyMayBeOff) {
  std::vector<double> differences(24);
  for (std::size_t i = 0; i < differences.size(); ++i)
    differences[i] = static_cast<double>(i + 1) * (i % 3 == 0 ? -1 : 1);
  const auto tails = SignedRankTails(differences);
  EXPECT_GT(tails->error, 0);
  EXPECT_LT(tails->error, 0.01);
  EXPECT_NEAR(tails->less + tails->greater, 1, 0.02);
}

// By hand: of the 16 assignments of .1 .2 .3 .4 seven have a sum of positives above .6, two equal it.
TEST(SignFlipTails, CountTies) {
  EXPECT_DOUBLE_EQ(2 * SignFlipTails({.1, .2, .3, -.4})->greater, 7.0 / 8);
  EXPECT_DOUBLE_EQ(2 * SignFlipTails({.3, .1, .2, .5, -.1})->greater, 3.0 / 16);
}

// R: binom.test(8, 9) .0390625, two-sided.
TEST(SignTestTails, AgreeWithTheBinomial) {
  EXPECT_DOUBLE_EQ(2 * SignTestTails({1, 1, 1, 1, 1, 1, 1, 1, -1, 0})->greater, .0390625);
}

// Tables of Student's t: t(.975; 4) = 2.776445105, t(.975; 10) = 2.228138852, t(.95; 1) = 6.313751515.
TEST(Student, AgreesWithItsTable) {
  EXPECT_NEAR(StudentUpper(2.776445105, 4), .025, 1e-9);
  EXPECT_NEAR(StudentUpper(-2.228138852, 10), .975, 1e-9);
  EXPECT_NEAR(StudentCritical(.05, 1), 6.313751515, 1e-7);
  EXPECT_NEAR(StudentCritical(.025, 10), 2.228138852, 1e-8);
}

// Hollander and Wolfe's pair as in R: estimate .46, interval [.01, .786] at 95 %.
TEST(HodgesLehmann, AgreesWithR) {
  const auto effect = HodgesLehmann({.952, -.147, 1.022, .430, .620, .590, .490, -.080, .010}, .95);
  EXPECT_NEAR(effect->estimate, .46, 1e-9);
  EXPECT_NEAR(effect->interval->low, .01, 1e-9);
  EXPECT_NEAR(effect->interval->high, .786, 1e-9);
  EXPECT_FALSE(HodgesLehmann({1, 2, 3}, .95)->interval);
}

TEST(MeanTest, HasNoIntervalWithoutSpread) {
  EXPECT_FALSE(Mean({2, 2, 2}, .95)->interval);
  EXPECT_FALSE(Mean({1, kInfinity}, .95));
  EXPECT_NEAR(Mean({1, 2, 3}, .95)->interval->high, 2 + 4.302652730 / std::sqrt(3.0), 1e-7);
}

// R: p.adjust(c(.01, .04, .03, .005), "holm").
TEST(HolmTest, AgreesWithRAndCountsDeclaredClaims) {
  const auto four = Holm({.01, .04, .03, .005}, 4);
  EXPECT_NEAR(*four[0], .03, 1e-15);
  EXPECT_NEAR(*four[1], .06, 1e-15);
  EXPECT_NEAR(*four[2], .06, 1e-15);
  EXPECT_NEAR(*four[3], .02, 1e-15);
  const auto one = Holm({std::nullopt, .01}, 3);
  EXPECT_FALSE(one[0]);
  EXPECT_NEAR(*one[1], .03, 1e-15);
}

}  // namespace
}  // namespace retable::reports::verify
