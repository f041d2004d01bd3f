#include "stats/partial_spearman.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/spearman.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

TEST(PartialSpearman, OneBlockIsPlainSpearman) {
  Draws draws(41);
  const Values x = draws.Normal(20);
  const Values y = draws.Normal(20);
  const std::vector<int> one(20, 7);
  const auto partial = PartialSpearman(x, y, one, {.distribution = NullDistribution::kStudent});
  const auto plain = Spearman(x, y, {.distribution = NullDistribution::kStudent});
  EXPECT_NEAR(partial.estimate, plain.estimate, 1e-14);
  EXPECT_NEAR(partial.p, plain.p, 1e-13);
}

TEST(PartialSpearman, ADepthEffectAloneIsNoCorrelation) {
  // Both columns rise with the block, and are independent within it.
  Draws draws(42);
  Values x, y;
  std::vector<int> layers;
  for (int layer = 0; layer < 12; ++layer) {
    for (int head = 0; head < 12; ++head) {
      x.push_back(3 * layer + draws.Normal());
      y.push_back(3 * layer + draws.Normal());
      layers.push_back(layer);
    }
  }
  EXPECT_GT(Spearman(x, y, {.draws = 99}).estimate, .9);
  const auto partial = PartialSpearman(x, y, layers, {.draws = 9999});
  EXPECT_LT(std::abs(partial.estimate), .25);
  EXPECT_GT(partial.p, .01);
}

TEST(PartialSpearman, FindsWhatHoldsWithinBlocks) {
  // Simpson's reversal: up within every block, down over all.
  Values x, y;
  std::vector<int> blocks;
  for (int block = 0; block < 6; ++block) {
    for (int i = 0; i < 5; ++i) {
      x.push_back(10 * block + i);
      y.push_back(-10 * block + i);
      blocks.push_back(block);
    }
  }
  EXPECT_LT(Spearman(x, y, {.draws = 99}).estimate, -.9);
  const auto partial = PartialSpearman(x, y, blocks, {.draws = 9999});
  EXPECT_NEAR(partial.estimate, 1, 1e-12);
  EXPECT_LE(partial.p, 2.0001e-4);
}

TEST(PartialSpearman, PermutationCountsSmallBlocksRight) {
  // Two blocks of three in perfect order: 1 of 36 pairings.
  const auto result = PartialSpearman(Values{1, 2, 3, 4, 5, 6}, Values{1, 2, 3, 4, 5, 6},
                                      std::vector<int>{0, 0, 0, 1, 1, 1}, {.side = Side::kGreater});
  EXPECT_NEAR(result.p, 1. / 36, 4 * std::sqrt(1. / 36 / 1e5));
}

TEST(PartialSpearman, GivenANumberIsTheFormulaByHand) {
  // r_xy = 1 - 6 * 4 / (5 * 24) = .8; r_xz = 1 - 6 * 2 / 120 = .9; r_yz = 1 - 6 * 8 / 120 = .6.
  const Values x = {1, 2, 3, 4, 5};
  const Values y = {2, 1, 4, 3, 5};
  const Values z = {1, 2, 3, 5, 4};
  const auto result = PartialSpearmanGiven(x, y, z);
  EXPECT_NEAR(result.estimate, (.8 - .9 * .6) / std::sqrt(.19 * .64), 1e-12);
  const double t = result.estimate * std::sqrt(2 / (1 - result.estimate * result.estimate));
  // Student's t with 2 degrees of freedom in closed form.
  EXPECT_NEAR(result.p, 1 - t / std::sqrt(2 + t * t), 1e-12);
}

TEST(PartialSpearman, Refuses) {
  const std::vector<int> pairs = {0, 0, 1, 1};
  EXPECT_THROW(PartialSpearman(Values{1, 1, 2, 2}, Values{1, 2, 3, 4}, pairs), Undefined);
  EXPECT_THROW(PartialSpearman(Values{1, 2, 3}, Values{1, 2, 3}, pairs), Undefined);
  EXPECT_THROW(PartialSpearmanGiven(Values{1, 2, 3, 4}, Values{2, 1, 4, 3}, Values{1, 2, 3, 4}), Undefined);
  EXPECT_THROW(PartialSpearman(Values{1, 2, 3, 4}, Values{1, 2, 3, 4}, pairs,
                               {.distribution = NullDistribution::kExact}),
               Undefined);
}

}  // namespace
}  // namespace retable::stats
