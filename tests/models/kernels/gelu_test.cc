#include "models/kernels/gelu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "data/random.h"

namespace retable::models::kernels {
namespace {

double Reference(double x) {
  return 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
}

// Central differences: no formula that could share a mistake with the kernel's.
double ReferenceGradient(double x) { return (Reference(x + 1e-5) - Reference(x - 1e-5)) / 2e-5; }

// From -12 to 12, so that both tails are saturated.
std::vector<float> Points(int count) {
  data::Random random(7);
  std::vector<float> x(count);
  for (float& value : x) value = static_cast<float>(24 * random.Uniform() - 12);
  x[0] = 0;
  return x;
}

class GeluTest : public ::testing::TestWithParam<int> {};

TEST_P(GeluTest, AgreesWithDoublePrecision) {
  const std::vector<float> x = Points(GetParam());
  std::vector<float> y(x.size());
  Gelu(x.data(), y.data(), GetParam());
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(y[i], Reference(x[i]), 2e-7 * (1 + std::abs(x[i]))) << x[i];
  }
}

TEST_P(GeluTest, GradientAgreesWithFiniteDifferences) {
  const std::vector<float> x = Points(GetParam());
  std::vector<float> out_gradient(x.size()), x_gradient(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out_gradient[i] = static_cast<float>(i % 5) - 2;
  GeluGradient(x.data(), out_gradient.data(), x_gradient.data(), GetParam());
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_NEAR(x_gradient[i], out_gradient[i] * ReferenceGradient(x[i]), 5e-6) << x[i];
  }
}

TEST_P(GeluTest, GradientMayReplaceItsInput) {
  const std::vector<float> x = Points(GetParam());
  std::vector<float> apart(x.size()), in_place(x.size(), 0.75F);
  GeluGradient(x.data(), in_place.data(), apart.data(), GetParam());
  GeluGradient(x.data(), in_place.data(), in_place.data(), GetParam());
  EXPECT_EQ(in_place, apart);
}

TEST_P(GeluTest, WritesNothingPastItsCount) {
  const std::vector<float> x = Points(GetParam());
  std::vector<float> y(x.size() + 1, -7.0F), gradient(x.size() + 1, -7.0F);
  Gelu(x.data(), y.data(), GetParam());
  GeluGradient(x.data(), x.data(), gradient.data(), GetParam());
  EXPECT_EQ(y.back(), -7);
  EXPECT_EQ(gradient.back(), -7);
}

INSTANTIATE_TEST_SUITE_P(Counts, GeluTest, ::testing::Values(1, 7, 8, 9, 515));

TEST(GeluTailsTest, AreZeroAndTheIdentity) {
  const float x[] = {-1e4F, 1e4F};
  float y[2], gradient[2];
  const float ones[] = {1, 1};
  Gelu(x, y, 2);
  GeluGradient(x, ones, gradient, 2);
  EXPECT_EQ(y[0], 0);
  EXPECT_EQ(y[1], 1e4F);
  EXPECT_EQ(gradient[0], 0);
  EXPECT_EQ(gradient[1], 1);
}

}  // namespace
}  // namespace retable::models::kernels
