#include "stats/kendall.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

TEST(Kendall, NoOrderAtAllHasPOne) {
  // scipy issue 11175 answered 1.095.
  const auto result = Kendall(Values{5, 2, 1, 3, 6, 4, 7, 8}, Values{5, 2, 6, 3, 1, 8, 7, 4});
  EXPECT_EQ(result.estimate, 0);
  EXPECT_EQ(result.p, 1);
}

TEST(Kendall, PerfectOrderOfFiveIsOneInSixty) {
  EXPECT_NEAR(Kendall(Values{1, 2, 3, 4, 5}, Values{2, 4, 6, 8, 10}).p, 1. / 60, 1e-16);
}

TEST(Kendall, TiesAreCountedInTheExactP) {
  // Exact enumeration; asymptotic: scipy 1.10.1 and R 4.2.2.
  const Values x = {1, 0, 0};
  const Values y = {0, 0, 1};
  EXPECT_NEAR(Kendall(x, y).estimate, -.5, 1e-15);
  EXPECT_EQ(Kendall(x, y).p, 1);
  EXPECT_NEAR(Kendall(x, y, {.distribution = NullDistribution::kAsymptotic}).p, .4795, 5e-5);
  const Values a = {1, 2, 2, 3, 4, 5};
  const Values b = {1, 3, 2, 2, 4, 4};
  EXPECT_NEAR(Kendall(a, b).estimate, .741249, 5e-7);
  EXPECT_NEAR(Kendall(a, b).p, 1. / 15, 1e-15);
  EXPECT_NEAR(Kendall(a, b, {.distribution = NullDistribution::kAsymptotic}).p, .0475251, 5e-8);
}

TEST(Kendall, AgreesWithScipyOnTwentyPoints) {
  // scipy 1.10.1 kendalltau on a_i = 7 i^2 mod 53, b_i = 11 i mod 29, i = 0..19.
  Values a, b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(7 * i * i % 53);
    b.push_back(11 * i % 29);
  }
  const auto result = Kendall(a, b, {.distribution = NullDistribution::kAsymptotic});
  EXPECT_NEAR(result.estimate, -.042105263157894736, 1e-15);
  EXPECT_NEAR(Kendall(a, b).p, .8226828854421667, 1e-13);  // no ties, so scipy's is exact too
  const auto drawn = Kendall(a, b, {.distribution = NullDistribution::kMonteCarlo, .draws = 20'000});
  EXPECT_NEAR(drawn.p, .8226828854421667, .03);
}

TEST(Kendall, BothExactPathsMeet) {
  // Counting pairings one by one, by adding a tie that breaks the same way, is not possible; so compare small
  // n.
  Draws draws(51);
  for (int repeat = 0; repeat < 10; ++repeat) {
    const Values x = draws.Normal(7);
    Values y = draws.Normal(7);
    const auto exact = Kendall(x, y, {.side = Side::kGreater});
    Values sorted = y;
    std::sort(sorted.begin(), sorted.end());
    double as_large = 0;
    do {
      as_large += Kendall(x, sorted, {.distribution = NullDistribution::kAsymptotic}).estimate >=
                  exact.estimate - 1e-12;
    } while (std::next_permutation(sorted.begin(), sorted.end()));
    EXPECT_NEAR(exact.p, as_large / 5040, 1e-14);
  }
}

TEST(Kendall, LongColumnsNeitherOverflowNorLoseTheTail) {
  // scipy issues 11246 (factorials past 170) and 18193 (integer overflow).
  Values up(200);
  for (std::size_t i = 0; i < up.size(); ++i) up[i] = static_cast<double>(i);
  const auto perfect = Kendall(up, up);
  EXPECT_EQ(perfect.estimate, 1);
  EXPECT_GE(perfect.p, 0);
  EXPECT_LT(perfect.p, 1e-300);
  Draws draws(52);
  const Values y = draws.Normal(200);
  EXPECT_NEAR(Kendall(up, y).p, Kendall(up, y, {.distribution = NullDistribution::kAsymptotic}).p, .005);
}

TEST(Kendall, PairsAreCountedOneByOneAndByTreesAlike) {
  Draws draws(54);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Values x, y;
    for (int i = 0; i < 60; ++i) {
      x.push_back(std::floor(12 * draws.Uniform()));
      y.push_back(std::floor(9 * draws.Uniform()));
    }
    double score = 0, of_x = 0, of_y = 0;
    for (std::size_t i = 0; i < 60; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const double a = (x[i] > x[j]) - (x[i] < x[j]);
        const double b = (y[i] > y[j]) - (y[i] < y[j]);
        score += a * b;
        of_x += a * a;
        of_y += b * b;
      }
    }
    const auto result = Kendall(x, y, {.distribution = NullDistribution::kAsymptotic});
    EXPECT_NEAR(result.estimate, score / std::sqrt(of_x * of_y), 1e-14);
  }
}

TEST(Kendall, AHundredThousandPointsAreNamedAsymptotic) {
  Draws draws(55);
  const auto result = Kendall(draws.Normal(100'000), draws.Normal(100'000));
  EXPECT_EQ(result.distribution, NullDistribution::kAsymptotic);
  EXPECT_LT(std::abs(result.estimate), .015);
}

TEST(Kendall, SwappingNegatingAndScaling) {
  Draws draws(53);
  const Values x = draws.Normal(15);
  const Values y = draws.Normal(15);
  const auto result = Kendall(x, y);
  EXPECT_EQ(Kendall(y, x).p, result.p);
  EXPECT_EQ(Kendall(Negated(x), y).estimate, -result.estimate);
  EXPECT_NEAR(Kendall(Negated(x), y).p, result.p, 1e-15);
  EXPECT_EQ(Kendall(Scaled(x, 800), Scaled(y, -800)).p, result.p);
}

TEST(Kendall, Refuses) {
  EXPECT_THROW(Kendall(Values{1, 1, 1}, Values{1, 2, 3}), Undefined);
  EXPECT_THROW(Kendall(Values{1}, Values{1}), Undefined);
  EXPECT_THROW(Kendall(Values{1, std::nan("")}, Values{1, 2}), Undefined);
  EXPECT_THROW(Kendall(Values{1, 2, 3}, Values{1, 3, 2}, {.distribution = NullDistribution::kStudent}),
               Undefined);
}

}  // namespace
}  // namespace retable::stats
