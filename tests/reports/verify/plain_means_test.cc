// By hand; never against stats/.
#include "reports/verify/plain_means.h"

#include <gtest/gtest.h>

#include <cmath>

namespace retable::reports::verify {
namespace {

// Blocks: variance 2, of the mean 1. Baselines: variance 2/3, times 1 + 1/2 again 1. Both with one degree of freedom:
// together 2, for which P(T > t) = 1/2 - t / (2 sqrt(2 + t^2)), here at t = 2 / sqrt 2.
TEST(NoiseOfTest, AddsTheSharedLuckToTheSpreadOfBlocks) {
  const auto noise = NoiseOf({1, 3}, {{.share = 1, .baselines = {0, std::sqrt(4.0 / 3)}}});
  EXPECT_NEAR(noise->mean, 2, 1e-12);
  EXPECT_NEAR(noise->error, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(noise->df, 2, 1e-12);
  EXPECT_NEAR(TailsOf(*noise, 0).greater, .5 - std::sqrt(2.0) / 4, 1e-10);
  EXPECT_NEAR(TailsOf(*noise, 2).greater, .5, 1e-12);
  // Tables of Student's t: 4.302652730 at .975 and 2 degrees.
  EXPECT_NEAR(IntervalOf(*noise, .95).high, 2 + 4.302652730 * std::sqrt(2.0), 1e-7);
}

// Two seeds of half the mean each, three baselines a seed, whose own level is nothing: (.5^2 + .5^2)(1 + 1/3) x V.
TEST(NoiseOfTest, PoolsSeedsAboutTheirOwnMeans) {
  const auto noise =
      NoiseOf({5, 5}, {{.share = .5, .baselines = {0, 1, 2}}, {.share = .5, .baselines = {9, 10, 11}}});
  EXPECT_NEAR(noise->error, std::sqrt(2.0 / 3), 1e-12);
  EXPECT_NEAR(noise->df, 4, 1e-12);
}

TEST(NoiseOfTest, IsNotDefinedWithoutTwoBaselinesOfASeed) {
  EXPECT_FALSE(NoiseOf({1, 3}, {{.share = 1, .baselines = {0}}}));
  EXPECT_FALSE(NoiseOf({1, 3}, {{.share = .5, .baselines = {0, 1}}, {.share = .5, .baselines = {}}}));
  EXPECT_FALSE(NoiseOf({1}, {{.share = 1, .baselines = {0, 1}}}));
}

// Ten zeros from zeros and ones: as low as one draw of 2^10; sd .5, z = .5 / (.5 / sqrt 10).
TEST(ChoiceOfTest, DrawsFromThePool) {
  const auto choice = ChoiceOf({0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 1}, .95);
  EXPECT_NEAR(choice->difference, .5, 1e-12);
  EXPECT_NEAR(choice->z, std::sqrt(10.0), 1e-12);
  EXPECT_NEAR(choice->tails.greater, std::ldexp(1.0, -10), choice->tails.error);
  EXPECT_LT(choice->tails.error, 1e-3);
  EXPECT_FALSE(choice->interval);
  EXPECT_FALSE(ChoiceOf({1, 2}, {3, 3}, .95));
}

// A denominator without spread: Student's interval of x, divided.
TEST(RatioOfTest, IsStudentsWhereTheDenominatorIsCertain) {
  const auto ratio = RatioOf({1, 2, 3}, {10, 10, 10}, .95);
  EXPECT_NEAR(ratio->estimate, .2, 1e-12);
  EXPECT_NEAR(ratio->interval->high, .2 + 4.302652730 / std::sqrt(3.0) / 10, 1e-9);
  EXPECT_NEAR(ratio->interval->low, .2 - 4.302652730 / std::sqrt(3.0) / 10, 1e-9);
}

// The definition: at an end, Student's t of x - r y is its quantile.
TEST(RatioOfTest, EndsWhereTheRestIsToldFromZero) {
  const std::vector<double> x = {1, 2, 4, 3}, y = {5, 6, 5, 7};
  const auto ratio = RatioOf(x, y, .95);
  for (const double end : {ratio->interval->low, ratio->interval->high}) {
    std::vector<double> rest;
    for (std::size_t i = 0; i < x.size(); ++i) rest.push_back(x[i] - end * y[i]);
    EXPECT_NEAR(2 * std::min(StudentTails(rest)->less, StudentTails(rest)->greater), .05, 1e-8);
  }
  EXPECT_FALSE(RatioOf({1, 2}, {-1, 1}, .95));
}

TEST(PlaceOfTest, WalksStraightLinesThroughRisingMeans) {
  EXPECT_NEAR(PlaceOf({0, .5, 1}, {{0}, {.1}, {.2}}, {.15}), .75, 1e-12);
  EXPECT_DOUBLE_EQ(PlaceOf({0, .5, 1}, {{0}, {.1}, {.2}}, {-1}), 0);
  EXPECT_DOUBLE_EQ(PlaceOf({0, .5, 1}, {{0}, {.1}, {.2}}, {1}), 1);
  // .2 and .1 are pooled to .15, which is reached first at the earlier of the two.
  EXPECT_NEAR(PlaceOf({0, .25, .5, 1}, {{0}, {.2}, {.1}, {.3}}, {.15}), .25, 1e-12);
}

TEST(PlaceBoundsOfTest, HoldTheQuantilesOfResamples) {
  const std::vector<double> zero(8, 0.0), one(8, 1.0), values = {.1, .2, .3, .4, .5, .6, .7, .8};
  const auto bounds = PlaceBoundsOf({0, 1}, {zero, one}, values);
  // The place is the mean: sd .2291 / sqrt 8 about .45.
  EXPECT_LT(bounds->low.low, .45 - 1.96 * .081);
  EXPECT_GT(bounds->low.high, .45 - 1.96 * .081);
  EXPECT_LT(bounds->high.low, .45 + 1.96 * .081);
  EXPECT_GT(bounds->high.high, .45 + 1.96 * .081);
  EXPECT_FALSE(PlaceBoundsOf({0, 1}, {zero, one}, std::vector<double>(8, .5)));
}

}  // namespace
}  // namespace retable::reports::verify
