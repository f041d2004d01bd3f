#include "stats/label_permutation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

TEST(LabelPermutation, SeparatedGroupsReachOneWay) {
  // C(7, 3) = 35 ways; the observed one is the largest.
  EXPECT_NEAR(LabelPermutation(Values{5, 6, 7}, Values{1, 2, 3, 4}, {.side = Side::kGreater}).p, 1. / 35,
              1e-16);
  EXPECT_NEAR(LabelPermutation(Values{5, 6, 7}, Values{1, 2, 3, 4}).p, 2. / 35, 1e-16);
  EXPECT_NEAR(LabelPermutation(Values{5, 6, 7}, Values{1, 2, 3, 4}).difference, 3.5, 1e-14);
}

TEST(LabelPermutation, IdenticalSamplesHavePOne) {
  // pertpy issue 1094 and permute issue 157: strict comparisons gave .001 and .0002.
  const Values same = {.1, .2, .3, .7};
  EXPECT_EQ(LabelPermutation(same, same).p, 1);
  EXPECT_EQ(LabelPermutation(same, same, {.distribution = NullDistribution::kMonteCarlo, .draws = 999}).p, 1);
}

TEST(LabelPermutation, DecimalsThatAddUpInAnotherOrderTie) {
  // .1 + .2 and .3 + 0 are one sum: of 6 ways, those with sum >= .3 are 4 (.1 .2, 0 .3, .1 .3, .2 .3).
  EXPECT_NEAR(LabelPermutation(Values{.1, .2}, Values{0, .3}, {.side = Side::kGreater}).p, 4. / 6, 1e-15);
}

TEST(LabelPermutation, EqualsEnumerationOfOrders) {
  Draws draws(201);
  const Values a = draws.Normal(3);
  const Values b = draws.Normal(4, .5);
  Values all = a;
  all.insert(all.end(), b.begin(), b.end());
  const double observed = a[0] + a[1] + a[2];
  std::sort(all.begin(), all.end());
  double as_large = 0;
  double count = 0;
  do {
    as_large += all[0] + all[1] + all[2] >= observed - 1e-12;
    ++count;
  } while (std::next_permutation(all.begin(), all.end()));
  EXPECT_NEAR(LabelPermutation(a, b, {.side = Side::kGreater}).p, as_large / count, 1e-14);
}

TEST(LabelPermutation, MonteCarloIsWithinItsErrorAndNeverZero) {
  Draws draws(202);
  const Values a = draws.Normal(9, .8);
  const Values b = draws.Normal(10);
  const double p = LabelPermutation(a, b, {.side = Side::kGreater}).p;
  const auto drawn =
      LabelPermutation(a, b, {.side = Side::kGreater, .distribution = NullDistribution::kMonteCarlo});
  EXPECT_NEAR(drawn.p, p, 4 * std::sqrt(p * (1 - p) / 1e5) + 1e-5);
  const auto clear =
      LabelPermutation(Values(30, 1.0), draws.Normal(30, -50), {.side = Side::kGreater, .draws = 99});
  EXPECT_EQ(clear.distribution, NullDistribution::kMonteCarlo);
  EXPECT_EQ(clear.p, .01);
}

TEST(LabelPermutation, SwapScaleAndOrder) {
  Draws draws(203);
  const Values a = draws.Normal(6);
  Values b = draws.Normal(7);
  const double p = LabelPermutation(a, b, {.side = Side::kGreater}).p;
  EXPECT_NEAR(LabelPermutation(b, a, {.side = Side::kLess}).p, p, 1e-15);
  for (int k : {-900, 900})
    EXPECT_EQ(LabelPermutation(Scaled(a, k), Scaled(b, k), {.side = Side::kGreater}).p, p);
  std::reverse(b.begin(), b.end());
  EXPECT_EQ(LabelPermutation(a, b, {.side = Side::kGreater}).p, p);
}

TEST(LabelPermutation, Refuses) {
  EXPECT_THROW(LabelPermutation(Values{}, Values{1}), Undefined);
  EXPECT_THROW(LabelPermutation(Values{1, 1}, Values{1}), Undefined);
  EXPECT_THROW(LabelPermutation(Values{1, std::nan("")}, Values{1}), Undefined);
  Draws draws(204);
  EXPECT_THROW(
      LabelPermutation(draws.Normal(30), draws.Normal(30), {.distribution = NullDistribution::kExact}),
      Undefined);
}

}  // namespace
}  // namespace retable::stats
