#include "reports/claim_power.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/power.h"
#include "stats/power_correlation.h"
#include "stats/power_permutation.h"

namespace retable::reports {
namespace {

suites::Claim ClaimBy(suites::Test test) {
  return {.id = "c", .statement = "s", .locator = "l", .arm = "a", .against = "b", .test = test};
}

// R 4.2.2: power.t.test(n = 27, delta = .5, type = "paired", alternative = "one.sided") has power .8118
// (facts c.12: 27 pairs are needed for .80 at dz = .5, one-sided).
TEST(PowerOf, OfStudentsTIsExact) {
  const auto power = PowerOf(ClaimBy(suites::Test::kStudentT), 1, 0.5, 1.0, 27);
  ASSERT_TRUE(power);
  EXPECT_EQ(*power->needed, 27u);
  EXPECT_GT(power->power, 0.8);
  EXPECT_FALSE(power->is_printed);
}

TEST(PowerOf, CountsTheFamilyAsHolmsFirstStep) {
  const suites::Claim claim = ClaimBy(suites::Test::kStudentT);
  EXPECT_DOUBLE_EQ(PowerOf(claim, 4, 0.5, 1.0, 30)->power,
                   stats::PowerT(0.5, 30, {.alpha = 0.05 / 4, .side = stats::Side::kGreater}));
}

TEST(PowerOf, PrefersThePapersEffect) {
  suites::Claim claim = ClaimBy(suites::Test::kSignedRank);
  claim.printed = suites::PrintedEffect{.difference = 1.0};
  const auto power = PowerOf(claim, 1, -0.2, 1.0, 12);
  ASSERT_TRUE(power);
  EXPECT_TRUE(power->is_printed);
  EXPECT_EQ(power->effect, 1.0);
}

TEST(PowerOf, OfAnEquivalenceIsThatOfTwoOneSidedTests) {
  suites::Claim claim = ClaimBy(suites::Test::kStudentT);
  claim.side = suites::Side::kEquivalent;
  claim.margin = 0.5;
  // Facts c.8: 36 pairs give 80 % for a margin of half an SD.
  EXPECT_EQ(*PowerOf(claim, 1, 0.1, 1.0, 12)->needed, 36u);
}

TEST(PowerOf, IsAbsentWithoutSpreadOrOnTheOtherSide) {
  EXPECT_FALSE(PowerOf(ClaimBy(suites::Test::kSignedRank), 1, 0.5, 0.0, 12));
  EXPECT_FALSE(PowerOf(ClaimBy(suites::Test::kSignedRank), 1, -0.5, 1.0, 12));
}

TEST(PowerOf, NamesNoNumberPastAThousandBlocks) {
  const auto power = PowerOf(ClaimBy(suites::Test::kStudentT), 1, 0.01, 1.0, 12);
  ASSERT_TRUE(power);
  EXPECT_FALSE(power->needed);
}

suites::Claim Correlation(suites::Test test) {
  suites::Claim claim = ClaimBy(test);
  claim.correlation = suites::Correlation{};
  return claim;
}

TEST(PowerOfCorrelation, IsThatOfSpearmansTestAtHolmsFirstStep) {
  suites::Claim claim = Correlation(suites::Test::kSpearman);
  const auto found = PowerOfCorrelation(claim, 4, 0.5, 30);
  ASSERT_TRUE(found);
  const stats::PowerOptions options = {.alpha = 0.05 / 4, .side = stats::Side::kGreater};
  EXPECT_DOUBLE_EQ(found->power, stats::PowerSpearman(0.5, 30, options));
  EXPECT_EQ(*found->needed, stats::PointsForSpearman(0.5, kPlannedPower, options));
  claim.printed = suites::PrintedEffect{.difference = 0.25};
  EXPECT_EQ(PowerOfCorrelation(claim, 4, 0.5, 30)->effect, 0.25);
}

TEST(PowerOfCorrelation, OfAnEquivalenceIsThatOfItsMargin) {
  suites::Claim claim = Correlation(suites::Test::kWithinLayers);
  claim.side = suites::Side::kEquivalent;
  claim.margin = 0.2;
  EXPECT_DOUBLE_EQ(PowerOfCorrelation(claim, 1, -0.1, 300)->power, stats::PowerTostSpearman(0.2, 300, 0.05));
}

TEST(PowerOfCorrelation, IsAbsentOnTheOtherSide) {
  EXPECT_FALSE(PowerOfCorrelation(Correlation(suites::Test::kWithinLayers), 1, -0.5, 30));
  EXPECT_FALSE(PowerOfCorrelation(Correlation(suites::Test::kSpearman), 1, -0.5, 30));
}

// Slopes of three arms are (c - a) / 2, of sd sqrt(1 / 2) where an arm's value has sd 1: a slope of dz = 1 is
// a step of sqrt(1 / 2).
TEST(PowerOf, OfATrendTakesTheErrorsOfArmsFromTheSpreadOfSlopes) {
  suites::Claim claim = ClaimBy(suites::Test::kPage);
  claim.ladder = {"a", "b", "c"};
  const auto power = PowerOf(claim, 1, 0.02, 0.02, 5);
  ASSERT_TRUE(power);
  EXPECT_DOUBLE_EQ(
      power->power,
      stats::PowerPage(std::sqrt(0.5), 5, 3, {.alpha = 0.05, .side = stats::Side::kGreater, .draws = 2'000}));
}

TEST(PowerOfNoise, CountsSeedsAndCannotStandOnBlocks) {
  const auto claim = ClaimBy(suites::Test::kBaselineNoise);
  const stats::BaselineNoiseDesign design = {
      .luck_sd = 0.02, .block_sd = 0.01, .blocks = 12, .seeds = 3, .baselines = 6};
  const stats::PowerOptions options = {.alpha = 0.05 / 4, .side = stats::Side::kGreater};
  const auto found = PowerOfNoise(claim, 4, 0.02, design);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->power, stats::PowerBaselineNoise(0.02, design, options));
  EXPECT_EQ(*found->needed, stats::SeedsForBaselineNoise(0.02, design, kPlannedPower, options));
  stats::BaselineNoiseDesign more_blocks = design;
  more_blocks.blocks = 1200;
  EXPECT_LT(PowerOfNoise(claim, 4, 0.02, more_blocks)->power, 0.5);
  EXPECT_FALSE(PowerOfNoise(claim, 4, -0.02, design)) << "on the other side";
}

}  // namespace
}  // namespace retable::reports
