#include "stats/kernel_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

// By definition, pair by pair.
double ByDefinition(const Values& x, const Values& y, std::size_t d) {
  auto kernel = [d](const double* a, const double* b) {
    double dot = 0;
    for (std::size_t i = 0; i < d; ++i) dot += a[i] * b[i];
    return std::pow(dot / static_cast<double>(d) + 1, 3);
  };
  auto mean = [&](const Values& a, const Values& b, bool same) {
    const std::size_t n = a.size() / d;
    const std::size_t m = b.size() / d;
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        if (same && i == j) continue;
        sum += kernel(&a[i * d], &b[j * d]);
        ++count;
      }
    }
    return sum / count;
  };
  return mean(x, x, true) + mean(y, y, true) - 2 * mean(x, y, false);
}

TEST(KernelDistance, IsItsDefinition) {
  Draws draws(161);
  const Values x = draws.Normal(300 * 4);
  const Values y = draws.Normal(270 * 4, .2);
  EXPECT_NEAR(KernelDistance({x, 300, 4}, {y, 270, 4}).squared_distance, ByDefinition(x, y, 4), 1e-11);
}

TEST(KernelDistance, IsUnbiasedAndNotClipped) {
  Draws draws(162);
  int negative = 0;
  double sum = 0;
  double squares = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Values x = draws.Normal(50 * 3);
    const Values y = draws.Normal(50 * 3);
    const double distance = KernelDistance({x, 50, 3}, {y, 50, 3}).squared_distance;
    negative += distance < 0;
    sum += distance;
    squares += distance * distance;
  }
  EXPECT_GT(negative, 60);
  EXPECT_LT(negative, 140);
  EXPECT_LT(std::abs(sum), 4 * std::sqrt(squares));
}

TEST(KernelDistance, GrowsWithAShift) {
  Draws draws(163);
  const Values x = draws.Normal(200 * 3);
  const Values near = draws.Normal(200 * 3, .5);
  const Values far = draws.Normal(200 * 3, 1);
  const double small = KernelDistance({x, 200, 3}, {near, 200, 3}).squared_distance;
  EXPECT_GT(small, 0);
  EXPECT_GT(KernelDistance({x, 200, 3}, {far, 200, 3}).squared_distance, 2 * small);
  EXPECT_NEAR(KernelDistance({near, 200, 3}, {x, 200, 3}).squared_distance, small, 1e-12);
}

TEST(KernelDistance, SubsetsAreSeededAndNearTheWhole) {
  Draws draws(164);
  const Values x = draws.Normal(400 * 3);
  const Values y = draws.Normal(400 * 3, .5);
  const KernelDistanceOptions options = {.subset_size = 100, .subsets = 50, .seed = 3};
  const auto result = KernelDistance({x, 400, 3}, {y, 400, 3}, options);
  EXPECT_EQ(KernelDistance({x, 400, 3}, {y, 400, 3}, options).squared_distance, result.squared_distance);
  ASSERT_TRUE(result.sd.has_value());
  EXPECT_NEAR(result.squared_distance, KernelDistance({x, 400, 3}, {y, 400, 3}).squared_distance,
              4 * *result.sd / std::sqrt(50));
}

TEST(KernelDistance, Refuses) {
  const Values x = {1, 2, 3, 4};
  EXPECT_THROW(KernelDistance({x, 1, 4}, {x, 1, 4}), Undefined);
  EXPECT_THROW(KernelDistance({x, 2, 2}, {x, 4, 1}), Undefined);
  EXPECT_THROW(KernelDistance({x, 2, 2}, {x, 2, 2}, {.subset_size = 3}), Undefined);
  EXPECT_THROW(KernelDistance({x, 2, 2}, {x, 2, 2}, {.subset_size = 1}), Undefined);
}

}  // namespace
}  // namespace retable::stats
