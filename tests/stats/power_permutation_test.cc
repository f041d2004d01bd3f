#include "stats/power_permutation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/page.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

TEST(PowerPermutation, OfSignFlipsJoinsStudentsTSmoothly) {
  // The exact test of 12 to 16 pairs, simulated, against t at the same n; four standard errors of 10,000
  // draws.
  for (std::size_t n : {12u, 14u, 16u}) {
    const double t = PowerT(.8, static_cast<double>(n));
    EXPECT_NEAR(PowerSignFlip(.8, n), t, .015 + 4 * std::sqrt(t * (1 - t) / 1e4)) << n;
  }
  EXPECT_EQ(PowerSignFlip(.8, 17), PowerT(.8, 17));
}

TEST(PowerPermutation, OfFewPairsIsZeroWhereNoFlipReachesAlpha) {
  EXPECT_EQ(PowerSignFlip(5, 5), 0);
  EXPECT_GT(PowerSignFlip(5, 6), .9);
  EXPECT_GE(PairsForSignFlip(5), 6u);
}

TEST(PowerPermutation, WithoutEffectIsTheAttainableLevel) {
  // 10 pairs: 50 of 1,024 assignments.
  EXPECT_NEAR(PowerSignFlip(0, 10), 50. / 1024, 4 * std::sqrt(.05 * .95 / 1e4));
}

TEST(PowerPermutation, OfPageIsTheShareOfDesignsThatReject) {
  Draws draws(321);
  int rejected = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::vector<std::vector<double>> blocks;
    for (int i = 0; i < 8; ++i) {
      const double block = 5 * draws.Normal();
      blocks.push_back({});
      for (int arm = 0; arm < 4; ++arm) blocks.back().push_back(block + .4 * arm + draws.Normal());
    }
    rejected += Page(blocks).p <= .05;
  }
  const double power = PowerPage(.4, 8, 4);
  EXPECT_NEAR(rejected / 2000., power, 4 * std::sqrt(power * (1 - power) * (1 / 2000. + 1e-4)));
}

TEST(PowerPermutation, OfPageStopsAtTheFloor) {
  // One block of three arms has no p below 1/6, two of three reach 1/36.
  EXPECT_EQ(PowerPage(10, 1, 3), 0);
  EXPECT_GT(PowerPage(10, 2, 3), .99);
  EXPECT_EQ(BlocksForPage(10, 3), 2u);
}

TEST(PowerPermutation, BlocksAreTheFirstThatReachThePower) {
  const std::size_t blocks = BlocksForPage(.5, 3);
  EXPECT_GE(PowerPage(.5, blocks, 3), .8);
  EXPECT_LT(PowerPage(.5, blocks - 1, 3), .8);
}

TEST(PowerPermutation, Refuses) {
  EXPECT_THROW(PairsForSignFlip(0), Undefined);
  EXPECT_THROW(PairsForSignFlip(-.5, .8, {.side = Side::kGreater}), Undefined);
  EXPECT_THROW(PowerSignFlip(.5, 0), Undefined);
  EXPECT_THROW(BlocksForPage(-.5, 3), Undefined);
  EXPECT_THROW(PowerPage(.5, 3, 1), Undefined);
  EXPECT_THROW(PowerPage(.5, 3, 11), Undefined);
  EXPECT_THROW(PowerPage(.5, 501, 3), Undefined);
}

}  // namespace
}  // namespace retable::stats
