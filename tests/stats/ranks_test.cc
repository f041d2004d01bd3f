#include "stats/ranks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Doubled = std::vector<std::int64_t>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Ranks, TiedValuesShareTheMeanOfTheirPlaces) {
  const std::vector<double> values = {10, 30, 10, 20, 30, 30};
  const Ranks ranks = MidRanks(values);
  EXPECT_EQ(ranks.doubled, (Doubled{3, 10, 3, 6, 10, 10}));
  EXPECT_EQ(ranks.tie_sizes, (Doubled{2, 3}));
}

TEST(Ranks, ToleranceCountsFromTheSmallestOfAGroup) {
  // .1 and .2 tie, .3 is out of reach of .1: chains do not creep.
  const std::vector<double> values = {0, .1, .2, .3};
  EXPECT_EQ(MidRanks(values, .15).doubled, (Doubled{3, 3, 7, 7}));
}

TEST(Ranks, InfinitiesTieAtTheEnds) {
  const std::vector<double> values = {kInfinity, 1, -kInfinity, kInfinity};
  EXPECT_EQ(MidRanks(values, 1).doubled, (Doubled{7, 4, 2, 7}));
}

TEST(Ranks, SumIsAlwaysThatOfThePlaces) {
  const std::vector<double> values = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
  std::int64_t sum = 0;
  for (std::int64_t rank : MidRanks(values).doubled) sum += rank;
  EXPECT_EQ(sum, 11 * 12);
}

TEST(Ranks, ToleranceIsRelativeToTheLargestFiniteValue) {
  EXPECT_EQ(AbsoluteTolerance(std::vector<double>{-4, 2, kInfinity}, .5), 2);
  EXPECT_EQ(AbsoluteTolerance(std::vector<double>{}, .5), 0);
}

TEST(Ranks, Refuses) {
  EXPECT_THROW(MidRanks(std::vector<double>{1, std::nan("")}), Undefined);
  EXPECT_THROW(MidRanks(std::vector<double>{1}, -1), Undefined);
}

}  // namespace
}  // namespace retable::stats
