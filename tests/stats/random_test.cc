#include "stats/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace retable::stats {
namespace {

TEST(Random, BitsAreTheStandardsReference) {
  // The C++ standard fixes the 10,000th output of mt19937_64 with its default seed.
  Random random(5489);
  for (int i = 1; i < 10'000; ++i) random.Bits();
  EXPECT_EQ(random.Bits(), 9981545732273789042u);
}

TEST(Random, UniformStaysInsideZeroAndOneWithItsMean) {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double u = random.Uniform();
    ASSERT_GT(u, 0);
    ASSERT_LT(u, 1);
    sum += u;
  }
  EXPECT_NEAR(sum / 1e5, .5, 4 * std::sqrt(1 / 12. / 1e5));
}

TEST(Random, BelowIsUnbiased) {
  Random random(2);
  std::vector<int> counts(6, 0);
  for (int i = 0; i < 60'000; ++i) ++counts[random.Below(6)];
  for (int count : counts) EXPECT_NEAR(count, 10'000, 4 * std::sqrt(60'000 * 5 / 36.));
  EXPECT_EQ(random.Below(1), 0u);
}

TEST(Random, ShuffleReachesEveryOrderEquallyOften) {
  Random random(3);
  std::vector<int> counts(6, 0);
  for (int i = 0; i < 60'000; ++i) {
    std::vector<int> order = {0, 1, 2};
    random.Shuffle(order);
    ++counts[static_cast<std::size_t>(2 * order[0] + (order[1] > order[2]))];
  }
  for (int count : counts) EXPECT_NEAR(count, 10'000, 4 * std::sqrt(60'000 * 5 / 36.));
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  Random random(4);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double z = random.Normal();
    sum += z;
    squares += z * z;
  }
  EXPECT_NEAR(sum / 1e5, 0, 4 / std::sqrt(1e5));
  EXPECT_NEAR(squares / 1e5, 1, 4 * std::sqrt(2 / 1e5));
}

}  // namespace
}  // namespace retable::stats
