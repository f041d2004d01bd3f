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

std::vector<double> Ramp(int n, int period) {
  std::vector<double> differences;
  for (int i = 1; i <= n; ++i) differences.push_back(i % period == 0 ? -i : i);
  return differences;
}

// The definition: the share of all assignments of signs to ranks 1 ... n whose positive sum is at most `sum`.
double EnumeratedLess(int n, int sum) {
  double count = 0;
  for (unsigned assignment = 0; assignment < 1u << n; ++assignment) {
    int positive = 0;
    for (int i = 0; i < n; ++i) positive += assignment >> i & 1 ? i + 1 : 0;
    count += positive <= sum;
  }
  return std::ldexp(count, -n);
}

// 20 are enumerated, 21 counted: both exact.
TEST(SignedRankTails, AreExactOnBothSidesOfTheLastEnumeration) {
  for (const int n : {20, 21}) {
    const auto tails = SignedRankTails(Ramp(n, 3));
    int positive = 0;
    for (const double difference : Ramp(n, 3)) positive += difference > 0 ? static_cast<int>(difference) : 0;
    EXPECT_EQ(tails->error, 0);
    EXPECT_NEAR(tails->less, EnumeratedLess(n, positive), 1e-12) << n;
  }
}

// A table of critical values of T (any textbook's, after Wilcoxon): n = 30, one-sided 0.025: T = 137; so
// P(T <= 137) <= .025 < P(T <= 138).
TEST(SignedRankTails, AgreeWithTheTableAtThirty) {
  const auto tails_of = [](int positive) {
    std::vector<double> differences = Ramp(30, 31);
    int negative = 465 - positive;  // greedily, from the largest rank down
    for (int rank = 30; rank >= 1; --rank) {
      if (rank > negative) continue;
      differences[static_cast<std::size_t>(rank - 1)] = -rank;
      negative -= rank;
    }
    return *SignedRankTails(differences);
  };
  EXPECT_LE(tails_of(137).less, .025);
  EXPECT_GT(tails_of(138).less, .025);
}

// All of 144 on one side: 2^-144. Two equal ones share a mid-rank: ranks 1.5 and 1.5 of 24 leave the extreme.
TEST(SignedRankTails, CountRanksOfManyAndTiedOnes) {
  EXPECT_DOUBLE_EQ(SignedRankTails(Ramp(144, 145))->greater, std::ldexp(1.0, -144));
  std::vector<double> tied = Ramp(24, 25);
  tied[1] = 1;
  tied[0] = -1;
  // T+ misses 1.5: assignments that reach it or more are all +, and those with one of the two tied ones -.
  EXPECT_DOUBLE_EQ(SignedRankTails(tied)->greater, std::ldexp(3.0, -24));
}

// By hand: of the 16 assignments of .1 .2 .3 .4 seven have a sum of positives above .6, two equal it.
TEST(SignFlipTails, CountTies) {
  EXPECT_DOUBLE_EQ(2 * SignFlipTails({.1, .2, .3, -.4})->greater, 7.0 / 8);
  EXPECT_DOUBLE_EQ(2 * SignFlipTails({.3, .1, .2, .5, -.1})->greater, 3.0 / 16);
}

// A draw says how far it may be off; where all agree, much less than in the middle.
TEST(SignFlipTails, PastEnumerationSayHowFarTheyMayBeOff) {
  const auto middle = SignFlipTails(Ramp(24, 2)), end = SignFlipTails(Ramp(24, 25));
  EXPECT_GT(middle->error, 0);
  EXPECT_LT(middle->error, 0.01);
  EXPECT_LT(end->error, 2e-4);
  EXPECT_NEAR(end->greater, std::ldexp(1.0, -24), end->error);
  EXPECT_NEAR(middle->less, SignedRankTails(Ramp(24, 2))->less, middle->error);
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

// df 1 and 2 in closed form: 1/2 - atan(t) / pi, and 1/2 - t / (2 sqrt(2 + t^2)); in between it lies in between.
TEST(Student, TakesDegreesOfFreedomThatAreNotWhole) {
  EXPECT_NEAR(StudentUpper(3, 1), .5 - std::atan(3.0) / 3.14159265358979, 1e-12);
  EXPECT_NEAR(StudentUpper(3, 2), .5 - 3 / (2 * std::sqrt(11.0)), 1e-12);
  EXPECT_LT(StudentUpper(3, 1.3), StudentUpper(3, 1.2));
  EXPECT_LT(StudentUpper(3, 1.2), StudentUpper(3, 1));
  EXPECT_NEAR(StudentUpper(1, 3),
              .5 - (std::atan(1 / std::sqrt(3.0)) + std::sqrt(3.0) / 4) / 3.14159265358979, 1e-12);
}

TEST(Normal, AgreesWithItsTable) {
  EXPECT_NEAR(NormalUpper(1.959963984540054), .025, 1e-15);
  EXPECT_NEAR(NormalCritical(.05), 1.644853626951473, 1e-12);
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

// R: p.adjust(c(.01, .04, .03, .005), "BH"): .02 .04 .04 .02.
TEST(BenjaminiHochbergTest, AgreesWithRAndCountsDeclaredPairs) {
  const auto four = BenjaminiHochberg({.01, .04, .03, .005}, 4);
  EXPECT_NEAR(*four[0], .02, 1e-15);
  EXPECT_NEAR(*four[1], .04, 1e-15);
  EXPECT_NEAR(*four[2], .04, 1e-15);
  EXPECT_NEAR(*four[3], .02, 1e-15);
  EXPECT_NEAR(*BenjaminiHochberg({std::nullopt, .01}, 3)[1], .03, 1e-15);
}

}  // namespace
}  // namespace retable::reports::verify
