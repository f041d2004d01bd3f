#include "stats/pearson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

// B. Efron's 15 law schools: LSAT and grade point average.
const Values kLsat = {576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594};
const Values kGpa = {3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43,
                     3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96};

TEST(Pearson, AgreesOnTheLawSchools) {
  // R 4.2.2 cor(LSAT, GPA).
  EXPECT_NEAR(Pearson(kLsat, kGpa).estimate, .776374491289, 5e-13);
}

TEST(Pearson, TIsTheFormula) {
  // Student's t with 2 degrees of freedom in closed form: 4 points, r = .8.
  const auto result = Pearson(Values{1, 2, 3, 4}, Values{2, 1, 4, 3});
  EXPECT_NEAR(result.estimate, .6, 1e-15);
  const double t = .6 * std::sqrt(2) / .8;
  EXPECT_NEAR(result.p, 1 - t / std::sqrt(2 + t * t), 1e-14);
  EXPECT_EQ(result.distribution, NullDistribution::kStudent);
}

TEST(Pearson, IntervalIsTheFormula) {
  const Interval interval = PearsonInterval(.6, 28);
  EXPECT_NEAR(interval.low, std::tanh(std::atanh(.6) - 1.959963984540054 / 5), 1e-14);
  EXPECT_NEAR(interval.high, std::tanh(std::atanh(.6) + 1.959963984540054 / 5), 1e-14);
}

TEST(Pearson, ScaleShiftAndSwapChangeNothing) {
  const auto result = Pearson(kLsat, kGpa);
  EXPECT_NEAR(Pearson(kGpa, kLsat).p, result.p, 1e-17);
  for (int k : {-900, 900}) EXPECT_NEAR(Pearson(Scaled(kLsat, k), kGpa).p, result.p, 1e-17);
  EXPECT_NEAR(Pearson(Negated(kLsat), kGpa).estimate, -result.estimate, 1e-15);
}

TEST(Pearson, MonteCarloNearsTheT) {
  Draws draws(61);
  const Values x = draws.Normal(40);
  const Values y = draws.Normal(40);
  EXPECT_NEAR(Pearson(x, y, {.distribution = NullDistribution::kMonteCarlo}).p, Pearson(x, y).p, .02);
}

TEST(Pearson, Refuses) {
  EXPECT_THROW(Pearson(Values{.04, .04, .04}, Values{1, 2, 3}), Undefined);
  EXPECT_THROW(Pearson(Values{1, 2}, Values{1, 2}), Undefined);
  EXPECT_THROW(Pearson(Values{1, 2, 3}, Values{2, 4, 6}), Undefined);
  EXPECT_THROW(Pearson(Values{1, 2, INFINITY}, Values{2, 4, 6}), Undefined);
  EXPECT_THROW(PearsonInterval(.5, 3), Undefined);
}

}  // namespace
}  // namespace retable::stats
