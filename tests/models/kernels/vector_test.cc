#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/random.h"
#include "tests/models/kernels/vector_arrays.h"

namespace retable::models::kernels {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<float> Normals(std::size_t count, std::uint64_t stream) {
  data::Random random(stream);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.Normal());
  return values;
}

// From -87 to 88 in steps of 1/4096, and the ends themselves.
std::vector<float> RangeOfExp() {
  std::vector<float> x;
  for (int i = -87 * 4096; i <= 88 * 4096; ++i) x.push_back(static_cast<float>(i) / 4096);
  return x;
}

TEST(ExpTest, RelativeErrorIsBelowAQuarterOfAMillionthOverItsRange) {
  const std::vector<float> x = RangeOfExp();
  const std::vector<float> y = ExpOf(x);
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = std::exp(static_cast<double>(x[i]));
    largest = std::max(largest, std::abs(y[i] / exact - 1));
  }
  EXPECT_LT(largest, 2.5e-7);
}

TEST(ExpTest, NeverFallsByMoreThanItsError) {
  const std::vector<float> y = ExpOf(RangeOfExp());
  for (std::size_t i = 1; i < y.size(); ++i) ASSERT_GT(y[i], y[i - 1] * (1 - 4e-7F));
}

TEST(ExpTest, IsExactlyOneAtZero) { EXPECT_EQ(ExpOf({0.0F, -0.0F}), (std::vector<float>{1, 1})); }

TEST(ExpTest, IsZeroBelowItsRange) {
  EXPECT_EQ(ExpOf({-87.5F, -104.0F, -1e30F, -kInfinity}), std::vector<float>(4, 0.0F));
}

TEST(ExpTest, IsClampedAboveItsRange) {
  const std::vector<float> y = ExpOf({88.0F, 89.0F, 1e30F, kInfinity});
  EXPECT_TRUE(std::isfinite(y[0]));
  EXPECT_EQ(y, std::vector<float>(4, y[0]));
}

TEST(ExpTest, NanStaysNanAndLeavesTheOtherLanesAlone) {
  const std::vector<float> y = ExpOf({1, std::nanf(""), 1});
  EXPECT_TRUE(std::isnan(y[1]));
  EXPECT_EQ(y[0], ExpOf({1.0F})[0]);
  EXPECT_EQ(y[2], y[0]);
}

TEST(TanhTest, AgreesWithTheStandardLibraryWithinThreeInTenMillion) {
  std::vector<float> x;
  for (int i = -40 * 256; i <= 40 * 256; ++i) x.push_back(static_cast<float>(i) / 256);
  const std::vector<float> y = TanhOf(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(y[i], std::tanh(static_cast<double>(x[i])), 3e-7) << x[i];
  }
}

TEST(TanhTest, IsOneAtTheEnds) {
  EXPECT_EQ(TanhOf({-kInfinity, -100, 100, kInfinity}), (std::vector<float>{-1, -1, 1, 1}));
}

TEST(SumTest, AddsAllEightLanes) { EXPECT_EQ(SumOf({1, 2, 4, 8, 16, 32, 64, 128}), 255); }

TEST(LargestTest, FindsTheLargestInEveryLane) {
  for (int lane = 0; lane < 8; ++lane) {
    std::vector<float> values(8, -3);
    values[lane] = -1;
    EXPECT_EQ(LargestOf(values), -1) << lane;
  }
}

struct PanelCase {
  int columns;
  int depth;
  Stored stored;
};

class PanelTest : public ::testing::TestWithParam<PanelCase> {};

TEST_P(PanelTest, IsTheProductOfItsMatrices) {
  const auto [columns, depth, stored] = GetParam();
  const std::vector<float> a = Normals(4 * depth, 1), b = Normals(depth * columns, 2);
  const std::vector<float> c = PanelOf(columns, depth, a, stored, b);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < columns; ++j) {
      double sum = 0, size = 0;
      for (int k = 0; k < depth; ++k) {
        const double left = stored == Stored::kRows ? a[i * depth + k] : a[k * 4 + i];
        sum += left * b[k * columns + j];
        size += std::abs(left * b[k * columns + j]);
      }
      ASSERT_NEAR(c[i * columns + j], sum, 1e-6 * size) << i << " " << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PanelTest,
                         ::testing::Values(PanelCase{8, 1, Stored::kRows}, PanelCase{16, 5, Stored::kRows},
                                           PanelCase{24, 7, Stored::kColumns},
                                           PanelCase{40, 33, Stored::kColumns}));

}  // namespace
}  // namespace retable::models::kernels
