#include "stats/inception_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

// 1,000 samples, each sure of one of 10 classes, 100 a class, sorted.
std::vector<double> OneHot() {
  std::vector<double> values(1000 * 10, 0);
  for (std::size_t i = 0; i < 1000; ++i) values[i * 10 + i / 100] = 1;
  return values;
}

TEST(InceptionScore, SureAndBalancedIsTheNumberOfClasses) {
  const std::vector<double> values = OneHot();
  const auto result = InceptionScore({values, 1000, 10}, {.splits = 1});
  EXPECT_NEAR(result.score, 10, 1e-12);
  EXPECT_FALSE(result.sd.has_value());
}

TEST(InceptionScore, SortedSamplesInTenSplitsScoreOne) {
  // The order alone moved a public score from 298.45 to 62.07.
  const std::vector<double> values = OneHot();
  EXPECT_NEAR(InceptionScore({values, 1000, 10}, {.order = Order::kAsGiven}).score, 1, 1e-12);
}

TEST(InceptionScore, ShuffledSplitsScoreAlmostTen) {
  const std::vector<double> values = OneHot();
  const auto result = InceptionScore({values, 1000, 10});
  EXPECT_NEAR(result.score, 9.59, .2);
  EXPECT_GT(*result.sd, 0);
  EXPECT_EQ(InceptionScore({values, 1000, 10}).score, result.score);
  EXPECT_NE(InceptionScore({values, 1000, 10}, {.seed = 2}).score, result.score);
}

TEST(InceptionScore, UniformProbabilitiesScoreOne) {
  const std::vector<double> values(100 * 4, .25);
  EXPECT_NEAR(InceptionScore({values, 100, 4}).score, 1, 1e-14);
}

TEST(InceptionScore, IsTheExponentialOfTheMean) {
  // p = (.9, .1), (.5, .5): pbar = (.7, .3).
  const std::vector<double> values = {.9, .1, .5, .5};
  const double first = .9 * std::log(.9 / .7) + .1 * std::log(.1 / .3);
  const double second = .5 * std::log(.5 / .7) + .5 * std::log(.5 / .3);
  EXPECT_NEAR(InceptionScore({values, 2, 2}, {.splits = 1}).score, std::exp((first + second) / 2), 1e-14);
}

TEST(InceptionScore, Refuses) {
  const std::vector<double> logits = {2, -1, .5, .5};
  EXPECT_THROW(InceptionScore({logits, 2, 2}, {.splits = 1}), Undefined);
  const std::vector<double> sums = {.5, .4, .5, .5};
  EXPECT_THROW(InceptionScore({sums, 2, 2}, {.splits = 1}), Undefined);
  const std::vector<double> few = {.5, .5, .5, .5};
  EXPECT_THROW(InceptionScore({few, 2, 2}), Undefined);
  EXPECT_THROW(InceptionScore({few, 2, 2}, {.splits = 0}), Undefined);
}

}  // namespace
}  // namespace retable::stats
