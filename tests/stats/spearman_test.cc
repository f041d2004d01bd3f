#include "stats/spearman.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

Values Upwards(int n) {
  Values values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

struct Row {
  Values y;  // against 1, 2, ..., n
  double rho;
  double exact;    // two-sided, by enumeration (n <= 9) or dynamic programming over sets of columns
  double student;  // scipy 1.10.1 spearmanr
};

TEST(Spearman, ExactPIsEnumerationAndTIsTheApproximation) {
  const std::vector<Row> rows = {
      {{2, 1, 4, 3, 6, 5}, .828571428571, 7. / 120, .0415627},
      {{1, 3, 2, 6, 4, 5, 7}, .857142857143, 1. / 42, .0136973},
      {{4, 3, 1, 2}, -.8, 1. / 3, .2},
      {{2, 1, 4, 3, 6, 5, 8, 7, 10, 9}, .939393939394, 373. / 1814400, 5.48405e-5},
      {{3, 1, 2, 5, 4, 8, 6, 7, 10, 9}, .903030303030, 293. / 362880, 3.43612e-4},
      {{3, 5, 1, 2, 8, 4, 10, 6, 7, 9}, .684848484848, 7859. / 226800, .0288828},
      {{10, 1, 2, 3, 4, 5, 6, 7, 8, 9}, .454545454545, 69397. / 362880, .186905},
      {{5, 6, 7, 8, 7}, .820782681668, 2. / 15, .0885870},
  };
  for (const Row& row : rows) {
    const Values x = Upwards(static_cast<int>(row.y.size()));
    const auto exact = Spearman(x, row.y);
    EXPECT_NEAR(exact.estimate, row.rho, 5e-13);
    EXPECT_EQ(exact.distribution, NullDistribution::kExact);
    EXPECT_NEAR(exact.p, row.exact, 1e-15);
    const auto student = Spearman(x, row.y, {.distribution = NullDistribution::kStudent});
    EXPECT_NEAR(student.p, row.student, 5e-6 * row.student);
    EXPECT_EQ(student.distribution, NullDistribution::kStudent);
  }
}

TEST(Spearman, APerfectOrderHasThePOfOneInFactorial) {
  double factorial = 1;
  for (int n = 2; n <= 14; ++n) {
    factorial *= n;
    const auto up = Spearman(Upwards(n), Upwards(n));
    EXPECT_EQ(up.estimate, 1);
    EXPECT_NEAR(up.p, std::min(1., 2 / factorial), 1e-15 * up.p) << n;
    Values down = Upwards(n);
    std::reverse(down.begin(), down.end());
    EXPECT_EQ(Spearman(Upwards(n), down).estimate, -1);
    EXPECT_EQ(Spearman(Upwards(n), down).p, up.p);
    EXPECT_EQ(Spearman(Upwards(n), down, {.side = Side::kGreater}).p, 1);
  }
}

TEST(Spearman, AgreesWithJuliaOneSidedOnTies) {
  // HypothesisTests.jl prints .0666... for the one-sided test of this sample.
  EXPECT_NEAR(Spearman(Upwards(5), Values{5, 6, 7, 8, 7}, {.side = Side::kGreater}).p, 1. / 15, 1e-15);
}

TEST(Spearman, AgreesWithScipyOnTwentyPointsWithTies) {
  // scipy 1.10.1 spearmanr on a_i = 7 i^2 mod 53, b_i = 11 i mod 29, i = 0..19.
  Values a, b;
  for (int i = 0; i < 20; ++i) {
    a.push_back(7 * i * i % 53);
    b.push_back(11 * i % 29);
  }
  const auto student = Spearman(a, b, {.distribution = NullDistribution::kStudent});
  EXPECT_NEAR(student.estimate, -.06466165413533834, 1e-15);
  EXPECT_NEAR(student.p, .7865148626867856, 1e-14);
  const auto drawn = Spearman(a, b);
  EXPECT_EQ(drawn.distribution, NullDistribution::kMonteCarlo);
  EXPECT_NEAR(drawn.p, student.p, .02);
}

TEST(Spearman, TOfGivenCorrelationsIsTheTable) {
  // scipy 1.10.1 t distribution: rho = .25 at n = 144; -.52 at n = 20 and 40.
  EXPECT_NEAR(PValue(CorrelationStudentTails(.25, 142), Side::kTwoSided), .002511177831068071, 1e-16);
  EXPECT_NEAR(PValue(CorrelationStudentTails(-.52, 18), Side::kTwoSided), .018763701467767156, 1e-15);
  EXPECT_NEAR(PValue(CorrelationStudentTails(-.52, 38), Side::kTwoSided), 5.836570541779539e-4, 1e-17);
}

TEST(Spearman, IntervalsAreTheFormulasByHand) {
  // rho = .25, n = 144: atanh = .2554128; Bonett-Wright se = sqrt(1.03125 / 141) = .0855209.
  const Interval bonett_wright = SpearmanInterval(.25, 144);
  EXPECT_NEAR(bonett_wright.low, .0876, 5e-5);
  EXPECT_NEAR(bonett_wright.high, .3995, 5e-5);
  // Fieller's 1.06 is a variance: se = sqrt(1.06 / 141) = .0867048. Taken as a standard error it would give
  // [.0803, .4056], as is printed in places.
  const Interval fieller = SpearmanInterval(.25, 144, .95, SpearmanVariance::kFieller);
  EXPECT_NEAR(fieller.low, std::tanh(.2554128119 - 1.95996398 * .08670485), 1e-7);
  EXPECT_NEAR(fieller.high, std::tanh(.2554128119 + 1.95996398 * .08670485), 1e-7);
}

TEST(Spearman, MonteCarloIsWithinItsError) {
  const Values y = {3, 5, 1, 2, 8, 4, 10, 6, 7, 9};
  const auto drawn = Spearman(Upwards(10), y, {.distribution = NullDistribution::kMonteCarlo});
  EXPECT_NEAR(drawn.p, 7859. / 226800, 2 * 4 * std::sqrt(.0173 / 1e5));
  EXPECT_GT(Spearman(Upwards(30), Upwards(30), {.draws = 999}).p, 0);
}

TEST(Spearman, MonotoneTransformsScaleAndOrderChangeNothing) {
  Draws draws(31);
  Values x = draws.Normal(12);
  Values y = draws.Normal(12);
  const auto result = Spearman(x, y);
  EXPECT_EQ(Spearman(y, x).p, result.p);
  EXPECT_EQ(Spearman(Scaled(x, 700), Scaled(y, -700)).p, result.p);
  EXPECT_EQ(Spearman(Negated(x), y).estimate, -result.estimate);
  EXPECT_EQ(Spearman(Negated(x), y, {.side = Side::kLess}).p, Spearman(x, y, {.side = Side::kGreater}).p);
  Values cubes = x;
  for (double& value : cubes) value = value * value * value;
  EXPECT_EQ(Spearman(cubes, y).p, result.p);
  std::reverse(x.begin(), x.end());
  std::reverse(y.begin(), y.end());
  EXPECT_EQ(Spearman(x, y).p, result.p);
}

TEST(Spearman, IntervalCoversTheRankCorrelationOfNormalPairs) {
  // Correlation .6 of normals has a rank correlation of 6/pi asin(.3) = .5819; 1,000 samples of 30.
  Draws draws(32);
  const double truth = 6 / 3.14159265358979 * std::asin(.3);
  int covered = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    Values x, y;
    for (int i = 0; i < 30; ++i) {
      x.push_back(draws.Normal());
      y.push_back(.6 * x.back() + .8 * draws.Normal());
    }
    const double rho = Spearman(x, y, {.distribution = NullDistribution::kStudent}).estimate;
    const Interval interval = SpearmanInterval(rho, 30);
    covered += interval.low <= truth && truth <= interval.high;
  }
  EXPECT_NEAR(covered, 950, 4 * std::sqrt(1000 * .95 * .05));
}

TEST(Spearman, MorePointsThanDrawsCanServeAreNamedAsAnApproximation) {
  Draws draws(33);
  const auto result = Spearman(draws.Normal(100'000), draws.Normal(100'000));
  EXPECT_EQ(result.distribution, NullDistribution::kStudent);
  EXPECT_THROW(
      Spearman(draws.Normal(100'000), draws.Normal(100'000), {.distribution = NullDistribution::kMonteCarlo}),
      Undefined);
}

TEST(Spearman, Refuses) {
  EXPECT_THROW(Spearman(Values{1, 1, 1}, Values{1, 2, 3}), Undefined);
  EXPECT_THROW(Spearman(Values{1}, Values{1}), Undefined);
  EXPECT_THROW(Spearman(Values{1, std::nan("")}, Values{1, 2}), Undefined);
  EXPECT_THROW(Spearman(Values{1, 2}, Values{1, 2, 3}), Undefined);
  EXPECT_THROW(Spearman(Upwards(5), Upwards(5), {.distribution = NullDistribution::kStudent}), Undefined);
  EXPECT_THROW(Spearman(Upwards(30), Upwards(30), {.distribution = NullDistribution::kExact}), Undefined);
  EXPECT_THROW(SpearmanInterval(1, 10), Undefined);
  EXPECT_THROW(SpearmanInterval(.5, 3), Undefined);
}

}  // namespace
}  // namespace retable::stats
