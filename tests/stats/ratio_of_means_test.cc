#include "stats/ratio_of_means.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/student_t.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

const Values kProgram = {1.9, 2.4, 1.1, 2.8, 1.6, 2.2, 2.9, 1.4};
const Values kExact = {4.1, 4.9, 3.2, 5.6, 3.9, 4.0, 5.8, 3.5};

TEST(RatioOfMeans, EndsOfFiellersIntervalAreJustRejected) {
  const auto result = RatioOfMeansFieller(kProgram, kExact);
  EXPECT_NEAR(result.estimate, 16.3 / 35, 1e-14);
  for (double ratio : {result.interval.low, result.interval.high}) {
    Values residual;
    for (std::size_t i = 0; i < kExact.size(); ++i) residual.push_back(kProgram[i] - ratio * kExact[i]);
    EXPECT_NEAR(OneSampleT(residual).p, .05, 1e-10);
  }
}

TEST(RatioOfMeans, FiellerCoversTheTruth) {
  Draws draws(91);
  int covered = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    Values x, y;
    for (int i = 0; i < 6; ++i) {
      const double head = draws.Normal();
      y.push_back(10 + head + draws.Normal());
      x.push_back(5 + head + draws.Normal());
    }
    const Interval interval = RatioOfMeansFieller(x, y).interval;
    covered += interval.low <= .5 && .5 <= interval.high;
  }
  EXPECT_NEAR(covered, 1900, 4 * std::sqrt(2000 * .95 * .05));
}

TEST(RatioOfMeans, BootstrapIsNearFieller) {
  const auto fieller = RatioOfMeansFieller(kProgram, kExact);
  const auto bootstrap = RatioOfMeansBootstrap(kProgram, kExact);
  EXPECT_NEAR(bootstrap.estimate, fieller.estimate, 1e-14);
  EXPECT_NEAR(bootstrap.interval.low, fieller.interval.low, .03);
  EXPECT_NEAR(bootstrap.interval.high, fieller.interval.high, .03);
}

TEST(RatioOfMeans, TestAgainstARatioIsWhatFiellersIntervalInverts) {
  const Interval interval = RatioOfMeansFieller(kProgram, kExact).interval;
  EXPECT_NEAR(RatioOfMeansT(kProgram, kExact, interval.low).p, .05, 1e-10);
  EXPECT_NEAR(RatioOfMeansT(kProgram, kExact, interval.high, Side::kLess).p, .025, 1e-10);
  EXPECT_LT(RatioOfMeansT(kProgram, kExact, .25, Side::kGreater).p, .001);
  EXPECT_THROW(RatioOfMeansT(kProgram, Negated(kExact), .25, Side::kGreater), Undefined);
}

TEST(RatioOfMeans, CoversARatioOfGapsThatShareTheirBaseline) {
  // (quarter - program) / (exact - program) = 4 / 8 over 16 heads, program in both gaps: 2,000 samples.
  Draws draws(92);
  int fieller = 0;
  int bootstrap = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    Values above, below;
    for (int head = 0; head < 16; ++head) {
      const double depth = draws.Normal();
      const double program = 2 + depth + 2 * draws.Normal();
      above.push_back(6 + depth + draws.Normal() - program);
      below.push_back(10 + depth + draws.Normal() - program);
    }
    const Interval interval = RatioOfMeansFieller(above, below).interval;
    fieller += interval.low <= .5 && .5 <= interval.high;
    if (repeat >= 500) continue;
    const Interval drawn = RatioOfMeansBootstrap(above, below, {.draws = 299}).interval;
    bootstrap += drawn.low <= .5 && .5 <= drawn.high;
  }
  EXPECT_NEAR(fieller, 1900, 4 * std::sqrt(2000 * .95 * .05));
  // The BCa interval of 16 covers a little less than it says (bootstrap.h): 4 standard errors and .04.
  EXPECT_NEAR(bootstrap / 500., .95, .04 + 4 * std::sqrt(.95 * .05 / 500));
}

TEST(RatioOfMeans, ScalesWithEitherColumn) {
  const auto plain = RatioOfMeansFieller(kProgram, kExact);
  EXPECT_EQ(RatioOfMeansFieller(Scaled(kProgram, 800), Scaled(kExact, 790)).interval.low,
            std::ldexp(plain.interval.low, 10));
  EXPECT_NEAR(RatioOfMeansFieller(Negated(kProgram), kExact).interval.low, -plain.interval.high, 1e-14);
}

TEST(RatioOfMeans, RefusesADenominatorThatMayBeZero) {
  EXPECT_THROW(RatioOfMeansFieller(kProgram, Values{1, -1, 2, -2, 3, -3, 1, -1}), Undefined);
  EXPECT_THROW(RatioOfMeansFieller(Values{1, 2}, Values{1}), Undefined);
  EXPECT_THROW(RatioOfMeansFieller(Values{1}, Values{1}), Undefined);
  EXPECT_THROW(RatioOfMeansBootstrap(Values{1, 2}, Values{1, -1}), Undefined);
}

}  // namespace
}  // namespace retable::stats
