#include "stats/bootstrap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/pearson.h"
#include "stats/random.h"
#include "stats/spearman.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

const Values kLsat = {576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594};
const Values kGpa = {3.39, 3.30, 2.81, 3.03, 3.44, 3.07, 3.00, 3.43,
                     3.36, 3.13, 3.12, 2.74, 2.76, 2.88, 2.96};

double LawSchools(std::span<const std::size_t> rows) {
  Values x, y;
  for (std::size_t row : rows) {
    x.push_back(kLsat[row]);
    y.push_back(kGpa[row]);
  }
  return Pearson(x, y, {.distribution = NullDistribution::kMonteCarlo, .draws = 1}).estimate;
}

TEST(Bootstrap, BiasCorrectionCountsEqualDrawsHalf) {
  // All 27 resamples of {1, 2, 4}: 11 means below 7/3, 6 equal; scipy issue 15892 counted none of the equal
  // ones.
  const Values values = {1, 2, 4};
  Values drawn;
  for (double a : values) {
    for (double b : values) {
      for (double c : values) drawn.push_back((a + b + c) / 3);
    }
  }
  EXPECT_NEAR(BiasCorrection(drawn, 7. / 3), .046436, 5e-7);
}

TEST(Bootstrap, AccelerationIsTheJackknifesSkewness) {
  // mean of {1, 2, 4}: leave-one-out means 3, 2.5, 1.5; law schools: by R and scipy alike.
  EXPECT_NEAR(Acceleration(Values{3, 2.5, 1.5}), .036738893, 5e-10);
  Values jackknife;
  for (std::size_t out = 0; out < 15; ++out) {
    std::vector<std::size_t> kept;
    for (std::size_t row = 0; row < 15; ++row) {
      if (row != out) kept.push_back(row);
    }
    jackknife.push_back(LawSchools(kept));
  }
  EXPECT_NEAR(Acceleration(jackknife), -.0756715649379, 5e-13);
}

TEST(Bootstrap, LevelsWithoutCorrectionAreThePercentiles) {
  const Levels levels = BcaLevels(0, 0, .95);
  EXPECT_NEAR(levels.low, .025, 1e-15);
  EXPECT_NEAR(levels.high, .975, 1e-15);
  EXPECT_GT(BcaLevels(.1, 0, .95).low, .025);
}

TEST(Bootstrap, MeanOfAHundredIsWhereItShouldBe) {
  // scipy 1.10.1 bootstrap(method='BCa') of the mean of 0..99: about [43.9, 55.2].
  Values values(100);
  std::iota(values.begin(), values.end(), 0.0);
  const auto result = Bootstrap(values, Mean);
  EXPECT_EQ(result.estimate, 49.5);
  EXPECT_NEAR(result.interval.low, 43.9, .35);
  EXPECT_NEAR(result.interval.high, 55.2, .35);
  EXPECT_NEAR(result.standard_error, std::sqrt(833.25 / 100), .1);
}

TEST(Bootstrap, AgreesWithScipyAndROnTheLawSchools) {
  // scipy 1.10.1: BCa [.3354, .9419], percentile [.4594, .9620]; R boot: [.3263, .9404] and [.4582, .9619].
  const auto bca = BootstrapRows(15, LawSchools);
  EXPECT_NEAR(bca.estimate, .776374491289, 5e-13);
  EXPECT_NEAR(bca.interval.low, .331, .02);
  EXPECT_NEAR(bca.interval.high, .941, .005);
  const auto percentile = BootstrapRows(15, LawSchools, {.kind = BootstrapKind::kPercentile});
  EXPECT_NEAR(percentile.interval.low, .459, .015);
  EXPECT_NEAR(percentile.interval.high, .962, .005);
}

TEST(Bootstrap, PartsOfBcaAgreeWithScipyAndROnTheLawSchools) {
  // scipy 1.10.1 and R boot: z0 about -.0932; a = -.0756715649379. 9,999 draws know z0 to .0126, allowed four
  // times.
  Random random(1);
  Values drawn;
  std::vector<std::size_t> rows(15);
  for (int draw = 0; draw < 9999; ++draw) {
    for (std::size_t& row : rows) row = random.Below(15);
    drawn.push_back(LawSchools(rows));
  }
  EXPECT_NEAR(BiasCorrection(drawn, .776374491289), -.0932, 4 * .0126);
  // The levels that follow, by the formula in Python.
  const Levels levels = BcaLevels(-.0932, -.0756715649379, .95);
  EXPECT_NEAR(levels.low, .005800849815594478, 1e-15);
  EXPECT_NEAR(levels.high, .9385242975371193, 1e-14);
}

TEST(Bootstrap, SymmetricDataHaveNoAcceleration) {
  Values jackknife;
  for (int out = 0; out < 100; ++out) jackknife.push_back((4950. - out) / 99);
  EXPECT_NEAR(Acceleration(jackknife), 0, 1e-12);
}

TEST(Bootstrap, ClustersCarryARankCorrelationOfMeansOverSeeds) {
  // rho of 12 heads, each a mean over 3 seeds: heads are drawn, so its interval knows of 12 points and not
  // of 36.
  Draws draws(82);
  Values x, y;
  for (int head = 0; head < 12; ++head) {
    x.push_back(draws.Normal());
    y.push_back(.8 * x.back() + .6 * draws.Normal());
  }
  auto rho = [&](std::span<const std::size_t> rows) {
    Values a, b;
    for (std::size_t row : rows) {
      a.push_back(x[row % 12]);
      b.push_back(y[row % 12]);
    }
    return Spearman(a, b, {.distribution = NullDistribution::kMonteCarlo, .draws = 1}).estimate;
  };
  std::vector<int> heads;
  for (int run = 0; run < 36; ++run) heads.push_back(run % 12);
  const auto clustered = BootstrapClusters(heads, rho, {.draws = 499});
  const auto runs = BootstrapRows(36, rho, {.draws = 499});
  EXPECT_NEAR(clustered.estimate, runs.estimate, 1e-12);
  EXPECT_GT(clustered.standard_error, 1.3 * runs.standard_error);
}

TEST(Bootstrap, WorkIsBounded) {
  Values many(100'000);
  std::iota(many.begin(), many.end(), 0.0);
  EXPECT_THROW(Bootstrap(many, Mean), Undefined);  // the jackknife of BCa alone takes 1e10 steps
  EXPECT_THROW(Bootstrap(many, Mean, {.kind = BootstrapKind::kPercentile, .draws = 1'000'000}), Undefined);
}

TEST(Bootstrap, SameSeedSameInterval) {
  const auto once = Bootstrap(VectorD(), Mean, {.draws = 499, .seed = 9});
  EXPECT_EQ(Bootstrap(VectorD(), Mean, {.draws = 499, .seed = 9}).interval.low, once.interval.low);
  EXPECT_NE(Bootstrap(VectorD(), Mean, {.draws = 499, .seed = 10}).interval.low, once.interval.low);
}

TEST(Bootstrap, IntervalMovesAndScalesWithTheData) {
  for (auto kind : {BootstrapKind::kPercentile, BootstrapKind::kBca, BootstrapKind::kStudentised}) {
    const BootstrapOptions options = {.kind = kind, .draws = 499};
    const auto plain = Bootstrap(VectorD(), Mean, options);
    EXPECT_EQ(Bootstrap(Scaled(VectorD(), 100), Mean, options).interval.high,
              std::ldexp(plain.interval.high, 100));
    EXPECT_LT(plain.interval.low, plain.estimate);
    EXPECT_GT(plain.interval.high, plain.estimate);
  }
}

TEST(Bootstrap, StudentisedIsWiderThanPercentileOnFew) {
  const Values few = {1.2, 0.4, 2.2, 1.7, 0.9};
  const auto studentised = Bootstrap(few, Mean, {.kind = BootstrapKind::kStudentised});
  const auto percentile = Bootstrap(few, Mean, {.kind = BootstrapKind::kPercentile});
  EXPECT_GT(studentised.interval.high - studentised.interval.low,
            1.5 * (percentile.interval.high - percentile.interval.low));
}

TEST(Bootstrap, ClustersAreDrawnWhole) {
  // Each head's three seeds are copies: resampling rows would believe in three times the evidence.
  Draws draws(81);
  Values values;
  std::vector<int> heads;
  for (int head = 0; head < 16; ++head) {
    const double value = draws.Normal();
    for (int seed = 0; seed < 3; ++seed) {
      values.push_back(value);
      heads.push_back(head);
    }
  }
  auto mean = [&](std::span<const std::size_t> rows) {
    double sum = 0;
    for (std::size_t row : rows) sum += values[row];
    return sum / static_cast<double>(rows.size());
  };
  const double clustered = BootstrapClusters(heads, mean, {.draws = 1999}).standard_error;
  const double rows = BootstrapRows(values.size(), mean, {.draws = 1999}).standard_error;
  EXPECT_NEAR(clustered / rows, std::sqrt(3), .15);
}

TEST(Bootstrap, RefusesWhatHasNoInterval) {
  // scipy answers NaN for all of these; R's boot.ci returns nothing.
  EXPECT_THROW(Bootstrap(Values{.04, .04, .04}, Mean), Undefined);
  EXPECT_THROW(Bootstrap(Values{1}, Mean), Undefined);
  EXPECT_THROW(Bootstrap(Values{1, 2, std::nan("")}, Mean), Undefined);
  auto largest_or_zero = [](std::span<const double> values) { return std::max(0.0, Mean(values)); };
  EXPECT_THROW(Bootstrap(Values{-1, -2, -3}, largest_or_zero), Undefined);
  auto not_a_number = [](std::span<const double>) { return std::nan(""); };
  EXPECT_THROW(Bootstrap(Values{1, 2, 3}, not_a_number), Undefined);
  EXPECT_THROW(BiasCorrection(Values{1, 2, 3}, 5), Undefined);
  EXPECT_THROW(Bootstrap(Values{1, 2, 3}, Mean, {.confidence = 1}), Undefined);
}

}  // namespace
}  // namespace retable::stats
