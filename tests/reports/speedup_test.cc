#include "reports/speedup.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "reports/noise.h"

namespace retable::reports {
namespace {

using training::Failure;
using training::FailureCause;
using training::Result;

// Falls by 1 every `steps` steps from 10, evaluated there; thresholds 9 and 8.
Result Falling(int steps, int points = 3) {
  Result result;
  for (int i = 0; i < points; ++i) result.measurement.curve.push_back({.step = i * steps, .loss = 10.0 - i});
  result.measurement.thresholds = {9, 8};
  return result;
}

Result Failed(FailureCause cause) {
  Result result = Falling(10);
  result.measurement.failure = Failure{.cause = cause, .message = "loss is NaN at step 140"};
  return result;
}

TEST(Speedup, IsTheMeanRatioOfStepsMinusOne) {
  const Result baseline = Falling(12), run = Falling(10);
  const Response response = Speedup(MeanBaseline({&baseline}), &run);
  EXPECT_EQ(response.outcome, Outcome::kReached);
  EXPECT_NEAR(response.value, 0.2, 1e-12);
}

TEST(Speedup, AveragesTheStepsOfReplicates) {
  const Result slow = Falling(14), fast = Falling(10);
  const Baseline baseline = MeanBaseline({&slow, &fast});
  EXPECT_EQ(baseline.replicates, 2);
  EXPECT_EQ(baseline.steps, (std::vector<double>{12, 24}));
}

TEST(Speedup, LeavesOutReplicatesThatWereNotRun) {
  const Result there = Falling(10), killed = Failed(FailureCause::kMachine);
  EXPECT_EQ(MeanBaseline({nullptr, &there, &killed}).replicates, 1);
  EXPECT_EQ(MeanBaseline({nullptr}).undefined, "its baseline was not run");
}

TEST(Speedup, ARunThatMissesAThresholdIsCensoredAndSaysWhere) {
  const Result baseline = Falling(10), run = Falling(10, 2);
  const Response response = Speedup(MeanBaseline({&baseline}), &run);
  EXPECT_EQ(response.outcome, Outcome::kCensored);
  EXPECT_EQ(response.words, "censored at 1 of 2 thresholds");
}

TEST(Speedup, AFailureOfTheMethodIsCensoredAndOneOfTheMachineMissing) {
  const Result baseline = Falling(10), nan = Failed(FailureCause::kMethod),
               killed = Failed(FailureCause::kMachine);
  const Baseline mean = MeanBaseline({&baseline});
  EXPECT_EQ(Speedup(mean, &nan).outcome, Outcome::kCensored);
  EXPECT_EQ(Speedup(mean, &nan).words, "failed: loss is NaN at step 140");
  EXPECT_EQ(Speedup(mean, &killed).outcome, Outcome::kMissing);
  EXPECT_EQ(Speedup(mean, nullptr).words, "not run");
}

TEST(Speedup, ABaselineThatMissesAThresholdLeavesTheSeedUndefined) {
  const Result good = Falling(10), short_one = Falling(10, 2), run = Falling(10);
  const Response response = Speedup(MeanBaseline({&good, &short_one}), &run);
  EXPECT_EQ(response.outcome, Outcome::kMissing);
  EXPECT_EQ(response.words, "undefined: baseline replicate 1 censored at 1 of 2 thresholds");
}

TEST(Speedup, RefusesAThresholdThatIsReachedBeforeTraining) {
  Result run = Falling(10);
  run.measurement.thresholds = {11, 8};
  EXPECT_THROW(Crossings(run.measurement), std::invalid_argument);
}

TEST(Noise, ComparesEachBaselineWithTheMeanOfTheOthers) {
  // Steps 10, 10, 20: against the others' means 15, 15, 10 the speedups are 0.5, 0.5, -0.5.
  const Result a = Falling(10), b = Falling(10), c = Falling(20);
  const auto noise = BaselineNoise({{&a, &b, &c}});
  ASSERT_TRUE(noise);
  EXPECT_EQ(noise->comparisons, 3);
  EXPECT_NEAR(noise->sd, 0.5773502691896258, 1e-12);  // mean 1/6, deviations 1/3, 1/3, -2/3
  EXPECT_NEAR(noise->p90, 0.5, 1e-12);
}

TEST(Noise, IsNotMeasuredWithOneBaseline) {
  const Result a = Falling(10);
  EXPECT_FALSE(BaselineNoise({{&a}, {&a}}));
}

}  // namespace
}  // namespace retable::reports
