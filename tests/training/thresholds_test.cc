#include "training/thresholds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Curve = std::vector<CurvePoint>;

TEST(CrossingStepTest, IsInterpolatedLinearlyBetweenEvaluations) {
  const Curve curve = {{0, 5}, {100, 4}, {150, 2}};
  EXPECT_DOUBLE_EQ(*CrossingStep(curve, 4.75), 25);
  EXPECT_DOUBLE_EQ(*CrossingStep(curve, 3), 125);
}

TEST(CrossingStepTest, ALossThatIsMetExactlyCrossesAtItsEvaluation) {
  const Curve curve = {{0, 5}, {100, 4}, {150, 2}};
  EXPECT_DOUBLE_EQ(*CrossingStep(curve, 4), 100);
  EXPECT_DOUBLE_EQ(*CrossingStep(curve, 2), 150);
}

TEST(CrossingStepTest, ACurveThatBeginsBelowCrossesAtItsFirstStep) {
  EXPECT_EQ(CrossingStep({{0, 5}, {100, 4}}, 5), 0);
  EXPECT_EQ(CrossingStep({{10, 1}, {100, 4}}, 5), 10);
}

TEST(CrossingStepTest, ACurveThatNeverReachesItHasNone) {
  EXPECT_EQ(CrossingStep({{0, 5}, {100, 4}}, 3.999), std::nullopt);
  EXPECT_EQ(CrossingStep({}, 5), std::nullopt);
}

TEST(CrossingStepTest, TheFirstCrossingCountsWhereTheCurveRisesAgain) {
  const Curve curve = {{0, 5}, {10, 3}, {20, 6}, {30, 1}};
  EXPECT_DOUBLE_EQ(*CrossingStep(curve, 4), 5);
  EXPECT_DOUBLE_EQ(*CrossingStep(curve, 2), 28);
}

TEST(CrossingStepTest, APlateauAtTheLossCrossesAtItsBeginning) {
  EXPECT_EQ(CrossingStep({{0, 5}, {10, 4}, {20, 4}}, 4), 10);
}

TEST(ThresholdLossesTest, AreTheMeanCurveReadAtFractionsOfTheBudget) {
  const Curve a = {{0, 6}, {50, 4}, {100, 3}}, b = {{0, 8}, {50, 4}, {100, 1}};
  // The mean: 7, 4, 2 at steps 0, 50, 100.
  EXPECT_THAT(ThresholdLosses({a, b}, {0.25, 0.5, 0.75, 1}, 100), ElementsAre(5.5, 4, 3, 2));
}

TEST(ThresholdLossesTest, OneCurveCrossesItsOwnThresholdsAtTheirFractions) {
  const Curve curve = {{0, 6}, {40, 4}, {80, 3.5}, {100, 3.4}};
  const auto losses = ThresholdLosses({curve}, {0.1, 0.5, 0.9}, 100);
  EXPECT_NEAR(*CrossingStep(curve, losses[0]), 10, 1e-9);
  EXPECT_NEAR(*CrossingStep(curve, losses[1]), 50, 1e-9);
  EXPECT_NEAR(*CrossingStep(curve, losses[2]), 90, 1e-9);
}

std::string Refusal(const std::vector<Curve>& curves, const std::vector<double>& fractions) {
  return MessageOf([&] { ThresholdLosses(curves, fractions, 100); });
}

TEST(ThresholdLossesTest, CurvesThatDoNotMatchAreRefused) {
  const Curve curve = {{0, 6}, {100, 3}};
  EXPECT_EQ(Refusal({}, {0.5}), "thresholds need at least one calibration curve");
  EXPECT_EQ(Refusal({curve, {{0, 6}}}, {0.5}), "calibration curves differ in length");
  EXPECT_EQ(Refusal({curve, {{0, 6}, {90, 3}}}, {0.5}), "calibration curves differ in their steps");
}

TEST(ThresholdLossesTest, FractionsOutsideOrOutOfOrderAreRefused) {
  const Curve curve = {{0, 6}, {100, 3}};
  for (const std::vector<double>& fractions :
       {std::vector<double>{0}, {-0.5}, {1.5}, {0.5, 0.5}, {0.5, 0.25}, {std::nan("")}}) {
    EXPECT_THAT(Refusal({curve}, fractions), HasSubstr("threshold fractions must increase inside (0, 1]"));
  }
}

TEST(ThresholdLossesTest, ACurveThatDoesNotFallIsRefused) {
  EXPECT_THAT(Refusal({{{0, 6}, {50, 3}, {100, 3}}}, {0.5, 1}),
              HasSubstr("does not fall up to fraction 1.0"));
  EXPECT_THAT(Refusal({{{0, 6}, {50, 3}, {100, 4}}}, {0.5, 1}), HasSubstr("no threshold there"));
}

TEST(ThresholdLossesTest, ACurveThatEndsBeforeTheFractionIsRefused) {
  EXPECT_THAT(Refusal({{{0, 6}, {40, 3}}}, {0.5}), HasSubstr("no evaluation at or after step 50"));
  EXPECT_NE(Refusal({Curve()}, {0.5}), "");
}

}  // namespace
}  // namespace retable::training
