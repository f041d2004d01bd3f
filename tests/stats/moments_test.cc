#include "stats/moments.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

TEST(Moments, DivideByOneLess) {
  const Moments moments = MeanAndSd(std::vector<double>{1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(moments.mean, 2.5);
  EXPECT_DOUBLE_EQ(moments.sd, std::sqrt(5. / 3));
}

TEST(Moments, ALargeOffsetCostsNothing) {
  const Moments moments = MeanAndSd(std::vector<double>{1e9 + 1, 1e9 + 2, 1e9 + 3});
  EXPECT_EQ(moments.mean, 1e9 + 2);
  EXPECT_DOUBLE_EQ(moments.sd, 1);
}

TEST(Moments, ExtremeScalesNeitherOverflowNorVanish) {
  for (int k : {-1050, -600, 600, 1020}) {
    const Moments moments = MeanAndSd(std::vector<double>{std::ldexp(1, k), std::ldexp(3, k)});
    EXPECT_EQ(moments.mean, std::ldexp(2, k)) << k;
    EXPECT_NEAR(moments.sd / std::ldexp(std::sqrt(2), k), 1, 1e-4) << k;
  }
}

TEST(Moments, EqualValuesHaveNoSpreadAtAll) {
  EXPECT_EQ(MeanAndSd(std::vector<double>(30, .04)).sd, 0);
  EXPECT_EQ(MeanAndSd(std::vector<double>(3, 0)).mean, 0);
}

TEST(Moments, RoundingIsEightUnits) {
  EXPECT_TRUE(IsRounding(1e-16, 1));
  EXPECT_FALSE(IsRounding(1e-14, 1));
  EXPECT_TRUE(IsRounding(0, 0));
}

TEST(Moments, ASpreadThatNoDoubleHoldsIsRefused) {
  EXPECT_THROW(MeanAndSd(std::vector<double>{1.7e308, -1.7e308}), Undefined);
  EXPECT_THROW(MeanAndSd(std::vector<double>{5e-324, 1e-323}), Undefined);
}

TEST(Moments, Refuse) {
  EXPECT_THROW(MeanAndSd(std::vector<double>{1}), Undefined);
  EXPECT_THROW(MeanAndSd(std::vector<double>{1, INFINITY}), Undefined);
}

}  // namespace
}  // namespace retable::stats
