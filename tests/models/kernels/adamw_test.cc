#include "models/kernels/adamw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "data/random.h"

namespace retable::models::kernels {
namespace {

std::vector<float> Normals(int count, std::uint64_t stream) {
  data::Random random(stream);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.Normal());
  return values;
}

constexpr double kRate = 1e-2, kBeta1 = 0.9, kBeta2 = 0.95, kEpsilon = 1e-8, kDecay = 0.1, kClip = 0.5;

AdamwStep StepNumber(int t) {
  return {.rate = static_cast<float>(kRate),
          .beta1 = static_cast<float>(kBeta1),
          .beta2 = static_cast<float>(kBeta2),
          .first_correction = static_cast<float>(1 - std::pow(kBeta1, t)),
          .second_correction = static_cast<float>(1 - std::pow(kBeta2, t)),
          .epsilon = static_cast<float>(kEpsilon),
          .clip = static_cast<float>(kClip)};
}

class AdamwLoopTest : public ::testing::TestWithParam<int> {};

TEST_P(AdamwLoopTest, FiveStepsAgreeWithALoopInDoublePrecision) {
  const int count = GetParam();
  std::vector<float> weights = Normals(count, 1), first(count), second(count);
  std::vector<double> w(weights.begin(), weights.end()), m(count), v(count);
  for (int t = 1; t <= 5; ++t) {
    const std::vector<float> gradient = Normals(count, 10 + t);
    Adamw(StepNumber(t), static_cast<float>(kDecay), count, gradient.data(), first.data(), second.data(),
          weights.data());
    for (int i = 0; i < count; ++i) {
      const double g = kClip * gradient[i];
      m[i] = kBeta1 * m[i] + (1 - kBeta1) * g;
      v[i] = kBeta2 * v[i] + (1 - kBeta2) * g * g;
      const double direction =
          m[i] / (1 - std::pow(kBeta1, t)) / (std::sqrt(v[i] / (1 - std::pow(kBeta2, t))) + kEpsilon);
      w[i] -= kRate * (kDecay * w[i] + direction);
      ASSERT_NEAR(weights[i], w[i], 1e-6) << "weight " << i << " after step " << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Counts, AdamwLoopTest, ::testing::Values(1, 7, 8, 37));

TEST(AdamwTest, WithoutDecayAZeroGradientLeavesTheWeights) {
  std::vector<float> weights = {1.5F, -2.5F, 0}, gradient(3), first(3), second(3);
  Adamw(StepNumber(1), 0, 3, gradient.data(), first.data(), second.data(), weights.data());
  EXPECT_EQ(weights, (std::vector<float>{1.5F, -2.5F, 0}));
}

TEST(AdamwTest, WithDecayAZeroGradientShrinksTheWeights) {
  std::vector<float> weights = {1.5F, -2.5F, 0}, gradient(3), first(3), second(3);
  Adamw(StepNumber(1), static_cast<float>(kDecay), 3, gradient.data(), first.data(), second.data(),
        weights.data());
  EXPECT_FLOAT_EQ(weights[0], static_cast<float>(1.5 * (1 - kRate * kDecay)));
  EXPECT_FLOAT_EQ(weights[1], static_cast<float>(-2.5 * (1 - kRate * kDecay)));
  EXPECT_EQ(weights[2], 0);
}

TEST(SquaredNormTest, AddsEverySquareInDoublePrecision) {
  for (const int count : {0, 1, 7, 8, 9, 1003}) {
    const std::vector<float> values = Normals(count, 3);
    long double sum = 0;
    for (const float value : values) sum += static_cast<long double>(value) * value;
    EXPECT_NEAR(SquaredNorm(values.data(), count), static_cast<double>(sum), 1e-12 * (1 + count)) << count;
  }
}

TEST(SquaredNormTest, DoesNotOverflowWhereFloatsWould) {
  const std::vector<float> values(16, 1e30F);
  EXPECT_NEAR(SquaredNorm(values.data(), 16) / 16e60, 1, 1e-6);
}

TEST(SquaredNormTest, OneNanIsEnough) {
  for (const int place : {0, 7, 8, 12}) {
    std::vector<float> values(13, 1.0F);
    values[place] = std::nanf("");
    EXPECT_TRUE(std::isnan(SquaredNorm(values.data(), 13))) << place;
  }
}

}  // namespace
}  // namespace retable::models::kernels
