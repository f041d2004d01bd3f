#include "reports/evidence.h"

#include <gtest/gtest.h>

#include <limits>

#include "suites/injection/patterns.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Response Reached(double speedup) { return {.outcome = Outcome::kReached, .speedup = speedup, .words = ""}; }
Response Censored() {
  return {.outcome = Outcome::kCensored, .speedup = 0, .words = "censored at 1 of 2 thresholds"};
}
Response Missing() { return {.outcome = Outcome::kMissing, .speedup = 0, .words = "not run"}; }

Evidence WeighSynthetic(const suites::Table& table, const Results& results) {
  const suites::Scale& scale = table.scales.front();
  const std::vector<CellRun> runs = FindRuns(table, scale, LookupIn(results));
  return Weigh(table, scale, MeasureResponses(table, scale, runs));
}

Evidence WithSpeeds(const SpeedOf& speed) {
  const suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  return WeighSynthetic(table, SyntheticResults(table, table.scales.front(), speed));
}

TEST(AverageSeeds, AHeadWithACensoredSeedIsCensored) {
  EXPECT_EQ(AverageSeeds({Reached(0.1), Censored()}).outcome, Outcome::kCensored);
}

TEST(AverageSeeds, LeavesOutMissingSeedsAndSaysSo) {
  const HeadResponse head = AverageSeeds({Reached(0.1), Missing(), Reached(0.2)});
  EXPECT_NEAR(head.speedup, 0.15, 1e-15);
  EXPECT_EQ(head.words, "2 of 3 seeds");
  EXPECT_EQ(AverageSeeds({Missing()}).words, "not run");
}

TEST(PairSeeds, UsesTheSeedsThatBothHave) {
  const HeadDifference head = PairSeeds({Reached(0.1), Reached(0.9)}, {Reached(0.04), Missing()});
  EXPECT_NEAR(head.difference, 0.06, 1e-15);
  EXPECT_EQ(head.seeds, 1);
}

TEST(PairSeeds, CensoredIsTheWorstAndTwoCensoredTie) {
  EXPECT_EQ(PairSeeds({Censored()}, {Reached(0)}).difference, -kInfinity);
  EXPECT_EQ(PairSeeds({Reached(0)}, {Censored()}).difference, kInfinity);
  EXPECT_EQ(PairSeeds({Censored()}, {Censored()}).difference, 0);
  EXPECT_EQ(PairSeeds({Missing()}, {Reached(0)}).seeds, 0);
}

TEST(Evidence, ConfirmsASpeedupThatEveryHeadShows) {
  const Evidence evidence = WithSpeeds([](const suites::Cell& cell) {
    const double head = cell.block.empty() ? 0 : 0.001 * cell.block[0] - 0.0005 * cell.block[2];
    return cell.arm == "real_attention" ? 0.1 + head : 0.01;
  });
  for (const ClaimEvidence& claim : evidence.claims) {
    EXPECT_EQ(claim.in_favour, 8);
    EXPECT_EQ(*claim.p_signed_rank, 1.0 / 256);
    EXPECT_EQ(*claim.p_sign, 1.0 / 256);
    EXPECT_EQ(*claim.p_adjusted, 3.0 / 256);
    EXPECT_EQ(claim.verdict, Verdict::kConfirmed);
  }
}

TEST(Evidence, ContradictsASlowdownThatEveryHeadShows) {
  const Evidence evidence =
      WithSpeeds([](const suites::Cell& cell) { return cell.arm == "real_attention" ? -0.1 : 0.0; });
  EXPECT_EQ(evidence.claims[0].verdict, Verdict::kContradicted);
  EXPECT_EQ(evidence.claims[0].opposed, 8);
}

TEST(Evidence, CannotEvaluateWhereNoHeadDiffers) {
  const Evidence evidence = WithSpeeds([](const suites::Cell&) { return 0.0; });
  EXPECT_EQ(evidence.claims[0].verdict, Verdict::kNotEvaluable);
  EXPECT_EQ(evidence.claims[0].ties, 8);
}

TEST(Evidence, OfAnEmptyStoreIsNotRun) {
  const suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  const Evidence evidence = WeighSynthetic(table, {});
  EXPECT_EQ(evidence.claims[0].verdict, Verdict::kNotRun);
  EXPECT_FALSE(evidence.arms[0].mean);
}

TEST(Evidence, CensoredHeadsLeaveTheMeanAndEnterTheTest) {
  const Evidence evidence = WithSpeeds([](const suites::Cell& cell) {
    if (cell.arm == "real_attention_shuffled" && cell.block == "0.0") return -0.9;
    return cell.arm == "real_attention" ? 0.1 : 0.0;
  });
  EXPECT_EQ(evidence.arms[1].heads_censored, 1);
  EXPECT_EQ(evidence.arms[1].heads_measured, 7);
  EXPECT_EQ(evidence.arms[1].runs_reached, 14);
  EXPECT_EQ(evidence.arms[1].runs_counted, 16);
  EXPECT_EQ(*evidence.claims[0].p_signed_rank, 1.0 / 256);
  EXPECT_FALSE(evidence.claims[0].mean.estimate);
}

TEST(Evidence, AClaimAgainstTheBaselineComparesWithZero) {
  suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  table.claims = {table.claims[0]};
  table.claims[0].against = suites::kBaseline;
  const Evidence evidence =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(), [](const suites::Cell& cell) {
                       return cell.arm == "real_attention" ? 0.1 : 0.0;
                     }));
  EXPECT_NEAR(*evidence.claims[0].center.estimate, *evidence.arms[0].mean, 1e-12);
}

// R: power.t.test and pwr give nearby values; here the normal approximation itself, by hand:
// ((1.644854 + 0.841621) * 2)^2 = 24.73 for an effect of half a standard deviation.
TEST(Power, FollowsTheNormalApproximation) {
  EXPECT_EQ(HeadsNeeded(0.5, 1.0, 0.05, 1, 0.8), 25);
  EXPECT_NEAR(PowerOf(25, 0.5, 1.0, 0.05, 1), 0.8038, 5e-4);
  EXPECT_EQ(HeadsNeeded(-0.5, 1.0, 0.05, 1, 0.8), 25);
}

}  // namespace
}  // namespace retable::reports
