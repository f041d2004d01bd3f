// By hand, by whole enumeration, and against tables; never against stats/.
#include "reports/verify/plain_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace retable::reports::verify {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(RhoTest, OfFourPointsInOrderIsOneOfTwentyFour) {
  EXPECT_DOUBLE_EQ(*Rho({1, 2, 3, 4}, {10, 20, 30, 40}), 1);
  const PlainTails tails = RhoTails({1, 2, 3, 4}, {10, 20, 30, 40});
  EXPECT_NEAR(tails.greater, 1.0 / 24, 1e-15);
  EXPECT_NEAR(tails.less, 1, 1e-15);
  EXPECT_EQ(tails.error, 0);
}

// The definition: every pairing, the ranks given.
double EnumeratedGreater(const std::vector<double>& a, std::vector<double> b) {
  const auto product = [&] { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); };
  const double observed = product();
  std::vector<std::size_t> order(b.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<double> given = b;
  double as_large = 0, all = 0;
  do {
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = given[order[i]];
    as_large += product() >= observed - 1e-9;
    ++all;
  } while (std::next_permutation(order.begin(), order.end()));
  return as_large / all;
}

TEST(RhoTest, CountsTiesAsEnumerationDoes) {
  const std::vector<double> x = {1, 2, 2, 4, 5, 5, 7}, y = {3, 1, 4, 4, 4, 9, 5};
  EXPECT_NEAR(RhoTails(x, y).greater, EnumeratedGreater(MidRanks(x), MidRanks(y)), 1e-12);
}

// Any textbook's table of critical values: n = 10, one-sided .05: rho .564, which is a sum of squares of 72.
TEST(RhoTest, AgreesWithTheTableAtTen) {
  std::vector<double> x(10), y(10);
  std::iota(x.begin(), x.end(), 1);
  y = x;
  double at = 1, past = 0;
  while (std::next_permutation(y.begin(), y.end()) && (at == 1 || past == 0)) {
    double squares = 0;
    for (std::size_t i = 0; i < 10; ++i) squares += (x[i] - y[i]) * (x[i] - y[i]);
    if (squares == 72 && at == 1) at = RhoTails(x, y).greater;
    if (squares == 74 && past == 0) past = RhoTails(x, y).greater;
  }
  EXPECT_LE(at, .05);
  EXPECT_GT(past, .05);
}

TEST(RhoTest, RanksACensoredPointLast) { EXPECT_DOUBLE_EQ(*Rho({1, 2, 3, 4}, {-kInfinity, 0, 1, 2}), 1); }

TEST(RhoTest, IsNotDefinedForThreePointsOrAConstantColumn) {
  EXPECT_FALSE(Rho({1, 2, 3}, {1, 2, 3}));
  EXPECT_FALSE(Rho({1, 2, 3, 4}, {2, 2, 2, 2}));
}

TEST(RhoTest, PastCountingSaysHowFarItMayBeOff) {
  std::vector<double> x(16);
  std::iota(x.begin(), x.end(), 1);
  const PlainTails tails = RhoTails(x, x);
  EXPECT_GT(tails.error, 0);
  EXPECT_LE(tails.greater, tails.error);
}

// Two layers of three, each in order: 1 of 6 x 6. Across layers the order is the other way round.
TEST(RhoWithinLayersTest, PermutesInsideLayersAlone) {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6}, y = {4, 5, 6, 1, 2, 3};
  const std::vector<int> layers = {0, 0, 0, 1, 1, 1};
  EXPECT_DOUBLE_EQ(*Rho(x, y, layers), 1);
  EXPECT_NEAR(RhoTails(x, y, layers).greater, 1.0 / 36, 1e-15);
}

TEST(RhoWithinLayersTest, IsNotDefinedWhereAColumnIsTheLayer) {
  EXPECT_FALSE(Rho({1, 2, 3, 4}, {0, 0, 1, 1}, {0, 0, 1, 1}));
}

// rho .5 of 19 points: the error is sqrt(1.125 / 16); tanh(atanh .5 -+ 1.959964 x .265165).
TEST(RhoIntervalTest, FollowsItsFormula) {
  const auto interval = RhoInterval(.5, 19, .95);
  EXPECT_NEAR(interval->low, std::tanh(.5493061443 - .5197149), 1e-6);
  EXPECT_NEAR(interval->high, std::tanh(.5493061443 + .5197149), 1e-6);
  EXPECT_FALSE(RhoInterval(.5, 3, .95));
  EXPECT_FALSE(RhoInterval(1, 19, .95));
  EXPECT_NEAR(*RhoAbove(.5, 19, .5), .5, 1e-12);
}

// Sums of a block of three: 14 once, 13 twice, 11 twice, 10 once, of 6.
TEST(PageTailsTest, CountEveryOrderOfEveryBlock) {
  EXPECT_NEAR(PageTails({{1, 2, 3}, {1, 2, 3}})->greater, 1.0 / 36, 1e-15);
  EXPECT_NEAR(PageTails({{1, 2, 3}, {1, 3, 2}})->greater, 5.0 / 36, 1e-15);
  EXPECT_NEAR(PageTails({{3, 2, 1}, {3, 2, 1}})->less, 1.0 / 36, 1e-15);
}

// Mid-ranks 1.5 1.5 3: of three orders the sums are 13.5, 12 and 10.5.
TEST(PageTailsTest, GiveTiesMidRanks) {
  EXPECT_NEAR(PageTails({{1, 1, 2}})->greater, 1.0 / 3, 1e-15);
  EXPECT_FALSE(PageTails({{2, 2, 2}}));
}

}  // namespace
}  // namespace retable::reports::verify
