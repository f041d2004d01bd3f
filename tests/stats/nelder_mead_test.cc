#include "stats/nelder_mead.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Point = std::vector<double>;

TEST(NelderMead, FindsTheBottomOfABowl) {
  const Point best = MinimizeBySimplex(
      [](const Point& x) { return std::pow(x[0] - 3, 2) + 10 * std::pow(x[1] + 2, 2) + 5; }, {0, 0}, 1);
  EXPECT_NEAR(best[0], 3, 1e-5);
  EXPECT_NEAR(best[1], -2, 1e-5);
}

TEST(NelderMead, FollowsACurvedValley) {
  const Point best = MinimizeBySimplex(
      [](const Point& x) { return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2); }, {-1.2, 1},
      .5);
  EXPECT_NEAR(best[0], 1, 1e-5);
  EXPECT_NEAR(best[1], 1, 1e-5);
}

TEST(NelderMead, RefusesASearchThatDoesNotSettle) {
  EXPECT_THROW(MinimizeBySimplex([](const Point& x) { return -x[0]; }, {0}, 1), Undefined);
}

}  // namespace
}  // namespace retable::stats
