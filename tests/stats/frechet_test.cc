#include "stats/frechet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

struct Features {
  Values values;
  std::size_t rows;
  std::size_t columns;
  MatrixView View() const { return {values, rows, columns}; }
};

Features Normal(Draws& draws, std::size_t rows, std::size_t columns) {
  return {draws.Normal(rows * columns), rows, columns};
}

FrechetResult OfGaussians(const Values& mean_a, const Values& a, const Values& mean_b, const Values& b) {
  const std::size_t d = mean_a.size();
  return FrechetDistance({mean_a, {a, d, d}}, {mean_b, {b, d, d}});
}

TEST(Frechet, AgreesWithTheClosedFormInTwoDimensions) {
  // tr sqrt(AB) = sqrt(tr AB + 2 sqrt(det A det B)); scipy 1.10.1 sqrtm gives 2.8122104140147197.
  const auto result = OfGaussians({1, 0}, {2, 1, 1, 3}, {0, 1}, {1, -.5, -.5, 2});
  EXPECT_NEAR(result.squared_distance, 2.812210414014718, 1e-14);
  EXPECT_EQ(result.mean_part, 2);
  EXPECT_EQ(result.clamped_mass, 0);
}

TEST(Frechet, CommutingCovariancesHaveAClosedForm) {
  // Diagonal: sum (sqrt a - sqrt b)^2.
  const auto result =
      OfGaussians({0, 0, 0}, {4, 0, 0, 0, 9, 0, 0, 0, 1}, {0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 16});
  EXPECT_NEAR(result.squared_distance, 1 + 4 + 9, 1e-12);
}

TEST(Frechet, SingularCovariancesAreNoTrouble) {
  const auto result = OfGaussians({0, 0}, {1, 1, 1, 1}, {0, 0}, {1, 0, 0, 0});
  // S1 S2 has eigenvalues 1 and 0: 2 + 1 - 2.
  EXPECT_NEAR(result.squared_distance, 1, 1e-7);
  EXPECT_NEAR(OfGaussians({0}, {0}, {3}, {0}).squared_distance, 9, 1e-15);
}

TEST(Frechet, OfASetWithItselfIsZeroAndSaysWhatRoundingLeft) {
  Draws draws(151);
  const Features features = Normal(draws, 200, 16);
  const auto result = FeatureFrechetDistance(features.View(), features.View());
  EXPECT_GE(result.squared_distance, 0);
  EXPECT_LT(result.squared_distance, 1e-10);
  EXPECT_LT(result.raised, 1e-10);
}

TEST(Frechet, BiasIsHalfDSquaredOverN) {
  // Two draws of N(0, I), D = 64: 17.4 at N = 128, 3.52 at 640, .688 at 3,200 (scipy and numpy, one draw
  // each).
  Draws draws(152);
  for (const auto& [n, expected] : {std::pair{128u, 17.4}, {640u, 3.52}, {3200u, .688}}) {
    const Features a = Normal(draws, n, 64);
    const Features b = Normal(draws, n, 64);
    EXPECT_NEAR(FeatureFrechetDistance(a.View(), b.View()).squared_distance, expected, .06 * expected) << n;
  }
}

TEST(Frechet, BiasAt256DimensionsIsTheTable) {
  // D = 256: 130.6 at N = 256, 13.0 at 2,560, 2.62 at 12,800 (scipy and numpy, one draw each).
  Draws draws(158);
  for (const auto& [n, expected] : {std::pair{256u, 130.6}, {2560u, 13.0}, {12'800u, 2.62}}) {
    const Features a = Normal(draws, n, 256);
    const Features b = Normal(draws, n, 256);
    const auto result =
        n > 256 ? FeatureFrechetDistance(a.View(), b.View()) : SmallSampleFrechetDistance(a.View(), b.View());
    EXPECT_NEAR(result.squared_distance, expected, .03 * expected) << n;
  }
}

TEST(Frechet, ADistanceBeyondADoubleIsRefused) {
  EXPECT_THROW(OfGaussians({1e300}, {1}, {0}, {1}), Undefined);
  const Values huge = {1e300, -1e300, 2e300};
  EXPECT_THROW(FeatureFrechetDistance({huge, 3, 1}, {huge, 3, 1}), Undefined);
}

TEST(Frechet, SmallSampleFormIsTheSameValueWhereBothExist) {
  Draws draws(153);
  const Features a = Normal(draws, 40, 12);
  Features b = Normal(draws, 30, 12);
  for (double& value : b.values) value = 1.5 * value + .3;
  const double full = FeatureFrechetDistance(a.View(), b.View()).squared_distance;
  EXPECT_NEAR(SmallSampleFrechetDistance(a.View(), b.View()).squared_distance, full, 1e-9 * full);
}

TEST(Frechet, SmallSampleFormServesFewerSamplesThanFeatures) {
  // D = 64, N = 64: about 36.0.
  Draws draws(154);
  const Features a = Normal(draws, 64, 64);
  const Features b = Normal(draws, 64, 64);
  EXPECT_NEAR(SmallSampleFrechetDistance(a.View(), b.View()).squared_distance, 36.0, 2.5);
  EXPECT_LT(SmallSampleFrechetDistance(a.View(), a.View()).squared_distance, 1e-8);
}

TEST(Frechet, SymmetricUnderSwapAndQuadraticInScale) {
  Draws draws(155);
  const Features a = Normal(draws, 60, 5);
  Features b = Normal(draws, 50, 5);
  const double distance = FeatureFrechetDistance(a.View(), b.View()).squared_distance;
  EXPECT_NEAR(FeatureFrechetDistance(b.View(), a.View()).squared_distance, distance, 1e-12);
  const Features scaled_a = {Scaled(a.values, 40), a.rows, a.columns};
  const Features scaled_b = {Scaled(b.values, 40), b.rows, b.columns};
  EXPECT_NEAR(FeatureFrechetDistance(scaled_a.View(), scaled_b.View()).squared_distance,
              std::ldexp(distance, 80), std::ldexp(1e-12, 80));
}

TEST(Frechet, ShiftAddsItsSquaredLength) {
  Draws draws(156);
  const Features a = Normal(draws, 60, 3);
  Features b = a;
  for (std::size_t i = 0; i < b.values.size(); ++i) b.values[i] += i % 3 == 0 ? 3 : i % 3 == 1 ? 4 : 0;
  const auto result = FeatureFrechetDistance(a.View(), b.View());
  EXPECT_NEAR(result.squared_distance, 25, 1e-10);
  EXPECT_NEAR(result.mean_part, 25, 1e-10);
}

TEST(Frechet, Refuses) {
  Draws draws(157);
  const Features square = Normal(draws, 8, 8);
  const Features tall = Normal(draws, 20, 8);
  EXPECT_THROW(FeatureFrechetDistance(square.View(), tall.View()), Undefined);
  EXPECT_THROW(FeatureFrechetDistance(tall.View(), Normal(draws, 20, 7).View()), Undefined);
  EXPECT_THROW(SmallSampleFrechetDistance(Normal(draws, 1, 8).View(), tall.View()), Undefined);
  EXPECT_THROW(OfGaussians({0, 0}, {1, .5, 0, 1}, {0, 0}, {1, 0, 0, 1}), Undefined);
  EXPECT_THROW(OfGaussians({0, 0}, {1, 2, 2, 1}, {0, 0}, {1, 0, 0, 1}), Undefined);
  EXPECT_THROW(OfGaussians({0, 0}, {1, 0, 0, 1}, {0, 0}, {1, 2, 2, 1}), Undefined);
  Features broken = tall;
  broken.values[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(FeatureFrechetDistance(tall.View(), broken.View()), Undefined);
  broken.values.pop_back();
  EXPECT_THROW(FeatureFrechetDistance(tall.View(), broken.View()), Undefined);
}

}  // namespace
}  // namespace retable::stats
