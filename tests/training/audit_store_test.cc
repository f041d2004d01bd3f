#include "training/audit_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

constexpr double kTolerance = 0.02;

Measurement Stored() { return SampleResult(1).measurement; }

TEST(CompareTest, TheSameMeasurementIsBitwise) {
  const Comparison comparison = Compare(Stored(), Stored(), kTolerance);
  EXPECT_EQ(comparison.agreement, Agreement::kBitwise);
  EXPECT_EQ(comparison.largest_difference, 0);
}

TEST(CompareTest, CurvesThatDriftByLessThanTheToleranceAreWithinIt) {
  Measurement again = Stored();
  again.curve[1].loss += 0.01;
  again.ledger.final_weights = "d";
  const Comparison comparison = Compare(Stored(), again, kTolerance);
  EXPECT_EQ(comparison.agreement, Agreement::kWithinTolerance);
  EXPECT_NEAR(comparison.largest_difference, 0.01, 1e-12);
}

TEST(CompareTest, AnEvaluationThatOnlyOneHasDoesNotCount) {
  Measurement again = Stored();
  again.curve.push_back({.step = 520, .loss = 0.2});
  EXPECT_EQ(Compare(Stored(), again, kTolerance).agreement, Agreement::kWithinTolerance);
}

TEST(CompareTest, ALossThatWasAlteredIsDifferent) {
  Measurement altered = Stored();
  altered.curve[1].loss -= 0.1;
  const Comparison comparison = Compare(altered, Stored(), kTolerance);
  EXPECT_EQ(comparison.agreement, Agreement::kDifferent);
  EXPECT_NE(comparison.why.find("further apart"), std::string::npos);
}

TEST(CompareTest, AThresholdThatWasAlteredIsDifferent) {
  Measurement altered = Stored();
  altered.thresholds[0] += 0.1;
  EXPECT_EQ(Compare(altered, Stored(), kTolerance).agreement, Agreement::kDifferent);
}

TEST(CompareTest, CurvesWithoutACommonStepAreDifferent) {
  Measurement again = Stored();
  for (CurvePoint& point : again.curve) point.step += 1;
  EXPECT_EQ(Compare(Stored(), again, kTolerance).agreement, Agreement::kDifferent);
}

TEST(CompareTest, OtherInitialWeightsOrAnotherDataOrderAreDifferentWhateverTheCurve) {
  Measurement weights = Stored(), order = Stored();
  weights.ledger.initial_weights = "z";
  order.ledger.data_order = "z";
  EXPECT_NE(Compare(Stored(), weights, 1e9).why.find("initial weights"), std::string::npos);
  EXPECT_NE(Compare(Stored(), order, 1e9).why.find("data order"), std::string::npos);
}

TEST(CompareTest, AFailureOfOneOfThemIsDifferent) {
  Measurement failed = Stored();
  failed.failure = Failure{.cause = FailureCause::kMethod, .message = "loss is NaN at step 3"};
  EXPECT_EQ(Compare(failed, Stored(), kTolerance).agreement, Agreement::kDifferent);
  EXPECT_NE(Compare(Stored(), failed, kTolerance).why.find("loss is NaN"), std::string::npos);
  EXPECT_EQ(Compare(failed, failed, kTolerance).agreement, Agreement::kBitwise);
}

class DrawSampleTest : public testing::Test {
 protected:
  DrawSampleTest() : store_(Store::Open(folder_.path())) {
    registry_.trainers.emplace_back().name = "sample/1";
    for (std::uint64_t seed = 0; seed < 20; ++seed) store_.Append(SampleResult(seed));
  }

  faults::Folder folder_;
  Store store_;
  Registry registry_;
};

TEST_F(DrawSampleTest, TheSameSeedDrawsTheSameDifferentKeys) {
  std::vector<std::string> sample = DrawSample(store_, registry_, 5, 1);
  EXPECT_EQ(sample, DrawSample(store_, registry_, 5, 1));
  EXPECT_NE(sample, DrawSample(store_, registry_, 5, 2));
  std::sort(sample.begin(), sample.end());
  EXPECT_EQ(std::unique(sample.begin(), sample.end()) - sample.begin(), 5);
}

TEST_F(DrawSampleTest, MoreThanThereAreGivesAll) {
  EXPECT_EQ(DrawSample(store_, registry_, 99, 1).size(), 20U);
}

TEST_F(DrawSampleTest, WhatTheMachineBrokeAndOtherTrainersResultsAreNotDrawn) {
  Result broken = SampleResult(30);
  broken.measurement = {};
  broken.measurement.failure = Failure{.cause = FailureCause::kMachine, .message = "killed"};
  Result foreign = SampleResult(31);
  foreign.run.trainer = "another/1";
  store_.Append(broken);
  store_.Append(foreign);
  EXPECT_EQ(DrawSample(store_, registry_, 99, 1).size(), 20U);
}

TEST_F(DrawSampleTest, AnEmptyStoreIsRefused) {
  const faults::Folder empty;
  EXPECT_NE(
      MessageOf([&] { DrawSample(Store::Open(empty.path()), registry_, 3, 1); }).find("nothing to audit"),
      std::string::npos);
}

}  // namespace
}  // namespace retable::training
