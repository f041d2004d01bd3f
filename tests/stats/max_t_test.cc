#include "stats/max_t.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/multiplicity.h"
#include "stats/sign_flip.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows Columns(const std::vector<std::vector<double>>& columns) {
  Rows rows(columns[0].size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& column : columns) rows[i].push_back(column[i]);
  }
  return rows;
}

TEST(MaxT, OneContrastIsTheSignFlipTest) {
  for (Side side : {Side::kTwoSided, Side::kGreater, Side::kLess}) {
    const auto result = MaxT(Columns({VectorD()}), {.side = side});
    EXPECT_EQ(result.adjusted_p[0], SignFlip(VectorD(), {.side = side}).p);
    EXPECT_EQ(result.p[0], result.adjusted_p[0]);
  }
}

TEST(MaxT, CopiesOfOneContrastCostNothing) {
  // Holm would charge threefold.
  const auto result = MaxT(Columns({VectorD(), Scaled(VectorD(), 5), Negated(VectorD())}));
  for (double p : result.adjusted_p) EXPECT_EQ(p, SignFlip(VectorD()).p);
}

TEST(MaxT, NeverLowersAPAndIsSharperThanHolmOnTheWhole) {
  Draws draws(141);
  double max_t_sum = 0;
  double holm_sum = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    const std::vector<double> shared = draws.Normal(12, .5);
    Rows rows;
    for (double value : shared)
      rows.push_back({value + draws.Normal(), value + draws.Normal(), value + draws.Normal()});
    const auto result = MaxT(rows);
    const std::vector<double> holm = Holm(result.p);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_GE(result.adjusted_p[c], result.p[c]);
      max_t_sum += result.adjusted_p[c];
      holm_sum += holm[c];
    }
  }
  EXPECT_LT(max_t_sum, holm_sum);
}

TEST(MaxT, EqualsItsDefinitionOnTwoContrasts) {
  // Step-down by brute force over 2^6 flips of whole numbers with columns of equal length.
  const std::vector<double> a = {3, 1, 2, -1, 4, 2};
  const std::vector<double> b = {1, 2, -3, 2, 1, 4};
  auto length = [](const std::vector<double>& v) {
    double squares = 0;
    for (double x : v) squares += x * x;
    return std::sqrt(squares);
  };
  auto u = [&](const std::vector<double>& v, unsigned flips) {
    double sum = 0;
    for (std::size_t i = 0; i < 6; ++i) sum += (flips >> i & 1u) != 0 ? -v[i] : v[i];
    return std::abs(sum) / length(v);
  };
  ASSERT_GT(u(a, 0), u(b, 0));
  int first = 0;
  int second = 0;
  for (unsigned flips = 0; flips < 64; ++flips) {
    first += std::max(u(a, flips), u(b, flips)) >= u(a, 0) - 1e-12;
    second += u(b, flips) >= u(b, 0) - 1e-12;
  }
  const auto result = MaxT(Columns({a, b}));
  EXPECT_EQ(result.adjusted_p[0], first / 64.);
  EXPECT_EQ(result.adjusted_p[1], std::max(first, second) / 64.);
}

TEST(MaxT, FamilyWiseErrorIsHeld) {
  Draws draws(142);
  int any = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    Rows rows;
    for (int i = 0; i < 8; ++i) rows.push_back(draws.Normal(5));
    const auto result = MaxT(rows);
    any += *std::min_element(result.adjusted_p.begin(), result.adjusted_p.end()) <= .05;
  }
  EXPECT_LE(any, 50 + 4 * std::sqrt(1000 * .05 * .95));
}

TEST(MaxT, MonteCarloIsWithinItsErrorAndNeverZero) {
  Draws draws(143);
  Rows rows;
  for (int i = 0; i < 12; ++i) rows.push_back({draws.Normal() + 1, draws.Normal(), draws.Normal()});
  const auto exact = MaxT(rows);
  const auto drawn = MaxT(rows, {.distribution = NullDistribution::kMonteCarlo, .draws = 20'000});
  for (std::size_t c = 0; c < 3; ++c) {
    const double p = exact.adjusted_p[c];
    EXPECT_NEAR(drawn.adjusted_p[c], p, 4 * std::sqrt(p * (1 - p) / 20'000) + 1e-4);
    EXPECT_GT(drawn.p[c], 0);
  }
}

TEST(MaxT, OrderOfUnitsAndContrastsDoesNotMatter) {
  Draws draws(144);
  Rows rows;
  for (int i = 0; i < 9; ++i) rows.push_back(draws.Normal(3, .4));
  const auto result = MaxT(rows);
  std::reverse(rows.begin(), rows.end());
  for (auto& row : rows) std::reverse(row.begin(), row.end());
  const auto turned = MaxT(rows);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(turned.adjusted_p[2 - c], result.adjusted_p[c]);
}

TEST(MaxT, Refuses) {
  EXPECT_THROW(MaxT(Rows{}), Undefined);
  EXPECT_THROW(MaxT(Rows{{1, 0}, {2, 0}}), Undefined);
  EXPECT_THROW(MaxT(Rows{{1, 2}, {2}}), Undefined);
  EXPECT_THROW(MaxT(Rows{{1, INFINITY}}), Undefined);
  EXPECT_THROW(MaxT(Rows(21, {1.0}), {.distribution = NullDistribution::kExact}), Undefined);
  EXPECT_THROW(MaxT(Rows(20, std::vector<double>(101, 1.0)), {.distribution = NullDistribution::kExact}),
               Undefined);
  EXPECT_THROW(MaxT(Rows(100, {1.0}), {.draws = 1'000'000'000}), Undefined);
}

}  // namespace
}  // namespace retable::stats
