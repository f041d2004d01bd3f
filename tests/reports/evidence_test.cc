#include "reports/evidence.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Response Reached(double value) { return {.outcome = Outcome::kReached, .value = value, .words = ""}; }
Response Censored() {
  return {.outcome = Outcome::kCensored, .value = 0, .words = "censored at 1 of 2 thresholds"};
}
Response Missing() { return {.outcome = Outcome::kMissing, .value = 0, .words = "not run"}; }

Evidence WeighSynthetic(const suites::Table& table, const Results& results) {
  const suites::Scale& scale = table.scales.front();
  const std::vector<CellRun> runs = FindRuns(table, scale, LookupIn(results));
  return Weigh(table, scale, MeasureResponses(table, scale, runs));
}

Evidence WithSpeeds(const SpeedOf& speed) {
  const suites::Table table = SmallPatterns();
  return WeighSynthetic(table, SyntheticResults(table, table.scales.front(), speed));
}

TEST(AverageSeeds, AHeadWithACensoredSeedIsCensored) {
  EXPECT_EQ(AverageSeeds({Reached(0.1), Censored()}).outcome, Outcome::kCensored);
}

TEST(AverageSeeds, LeavesOutMissingSeedsAndSaysSo) {
  const BlockResponse block = AverageSeeds({Reached(0.1), Missing(), Reached(0.2)});
  EXPECT_NEAR(block.value, 0.15, 1e-15);
  EXPECT_EQ(block.words, "2 of 3 seeds");
  EXPECT_EQ(AverageSeeds({Missing()}).words, "not run");
}

TEST(AverageSharedSeeds, UsesTheSeedsThatAllHave) {
  const SharedAverage average =
      AverageSharedSeeds({{Reached(0.1), Reached(0.9)}, {Reached(0.04), Missing()}, {Reached(0.5)}});
  EXPECT_EQ(average.seeds, std::vector<std::size_t>{0});
  EXPECT_NEAR(average.arms[0].value, 0.1, 1e-15);
  EXPECT_NEAR(average.arms[2].value, 0.5, 1e-15);
}

TEST(AverageSharedSeeds, AResponseMeasuredOnceServesEverySeed) {
  const SharedAverage average = AverageSharedSeeds({{Reached(0.1), Reached(0.3)}, {Reached(7)}});
  EXPECT_EQ(average.seeds.size(), 2u);
  EXPECT_NEAR(average.arms[0].value, 0.2, 1e-15);
  EXPECT_EQ(average.arms[1].value, 7);
  EXPECT_TRUE(AverageSharedSeeds({{Reached(0.1)}, {}}).seeds.empty());
}

BlockDifference Sum(const std::vector<double>& weights, const std::vector<Response>& arms,
                    double reference = 0) {
  std::vector<BlockResponse> blocks;
  for (const Response& arm : arms) blocks.push_back(AverageSeeds({arm}));
  return WeightedSum(weights, blocks, reference);
}

TEST(WeightedSum, OfTwoArmsCensoredIsTheWorstAndTwoCensoredTie) {
  EXPECT_EQ(Sum({1, -1}, {Censored(), Reached(0)}).difference, -kInfinity);
  EXPECT_EQ(Sum({1, -1}, {Reached(0), Censored()}).difference, kInfinity);
  EXPECT_EQ(Sum({1, -1}, {Censored(), Censored()}).difference, 0);
  EXPECT_TRUE(Sum({1, -1}, {Censored(), Censored()}).both_censored);
  EXPECT_EQ(Sum({-1}, {Censored()}).difference, kInfinity);
}

TEST(WeightedSum, OfMoreArmsLeavesABlockWithACensoredOneOut) {
  EXPECT_TRUE(Sum({1, -0.25, -0.75}, {Reached(1), Censored(), Reached(0)}).is_left_out);
  EXPECT_NEAR(Sum({1, -0.25, -0.75}, {Reached(1), Reached(2), Reached(-1)}, 0.5).difference, 0.75, 1e-15);
}

TEST(Evidence, ConfirmsASpeedupThatEveryHeadShows) {
  const Evidence evidence = WithSpeeds([](const suites::Cell& cell) {
    const double head = cell.block.empty() ? 0 : 0.001 * cell.block[0] - 0.0005 * cell.block[2];
    return cell.arm == "real_attention" ? 0.1 + head : 0.01;
  });
  for (const ClaimEvidence& claim : evidence.claims) {
    EXPECT_EQ(claim.in_favour, 8);
    EXPECT_EQ(*claim.own.raw.p, 1.0 / 256);
    EXPECT_EQ(*claim.own.adjusted.p, 3.0 / 256);
    EXPECT_EQ(claim.verdict, Verdict::kConfirmed);
    EXPECT_FALSE(claim.is_fragile);
    EXPECT_FALSE(claim.power);
    ASSERT_EQ(claim.by_test.size(), 4u);
    for (const TestEvidence& by : claim.by_test) EXPECT_EQ(by.verdict, Verdict::kConfirmed) << Id(by.test);
    EXPECT_EQ(*claim.by_test[2].raw.p,
              1.0 / 256);  // sign flips: every assignment but the observed is smaller
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
  const suites::Table table = SmallPatterns();
  const Evidence evidence = WeighSynthetic(table, {});
  EXPECT_EQ(evidence.claims[0].verdict, Verdict::kNotRun);
  EXPECT_FALSE(evidence.arms[0].mean);
}

TEST(Evidence, CensoredHeadsLeaveTheMeanAndEnterTheTest) {
  const Evidence evidence = WithSpeeds([](const suites::Cell& cell) {
    if (cell.arm == "real_attention_shuffled" && cell.block == "0.0") return -0.9;
    return cell.arm == "real_attention" ? 0.1 : 0.0;
  });
  EXPECT_EQ(evidence.arms[1].blocks_censored, 1);
  EXPECT_EQ(evidence.arms[1].blocks_measured, 7);
  EXPECT_EQ(evidence.arms[1].runs_reached, 14);
  EXPECT_EQ(evidence.arms[1].runs_counted, 16);
  EXPECT_EQ(*evidence.claims[0].own.raw.p, 1.0 / 256);
  EXPECT_FALSE(evidence.claims[0].effect.estimate);
}

TEST(Evidence, AClaimAgainstTheBaselineComparesWithZero) {
  suites::Table table = SmallPatterns();
  table.claims = {table.claims[0]};
  table.claims[0].against = suites::kBaseline;
  const Evidence evidence =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(), [](const suites::Cell& cell) {
                       return cell.arm == "real_attention" ? 0.1 : 0.0;
                     }));
  EXPECT_NEAR(*evidence.claims[0].center.estimate, *evidence.arms[0].mean, 1e-12);
}

// Seven heads gain a little and one loses much, so that ranks see an effect where means do not.
TEST(Evidence, IsFragileWhereTestsDisagree) {
  suites::Table table = SmallPatterns();
  table.claims = {table.claims[0]};
  const auto speed = [](const suites::Cell& cell) {
    if (cell.arm != "real_attention") return 0.0;
    return cell.block == "0.0" ? -0.25 : 0.1 + 0.01 * (cell.block[0] - '0');
  };
  const ClaimEvidence ranked =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(), speed)).claims[0];
  EXPECT_EQ(ranked.in_favour, 7);
  EXPECT_TRUE(ranked.own.raw.p);
  table.claims[0].test = suites::Test::kSignTest;
  const ClaimEvidence signs =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(), speed)).claims[0];
  EXPECT_NEAR(*signs.own.raw.p, 9.0 / 256, 1e-15);
  EXPECT_EQ(signs.verdict, Verdict::kConfirmed);
  EXPECT_EQ(signs.by_test[1].verdict, Verdict::kInconclusive) << "Student's t sees the one that loses";
  EXPECT_TRUE(signs.is_fragile);
}

TEST(Evidence, ATestThatCensoredHeadsLeaveUndefinedMakesNothingFragile) {
  const Evidence evidence = WithSpeeds([](const suites::Cell& cell) {
    if (cell.arm == "real_attention_shuffled" && cell.block == "0.0") return -0.9;
    return cell.arm == "real_attention" ? 0.1 : 0.0;
  });
  EXPECT_FALSE(evidence.claims[0].by_test[1].raw.p);
  EXPECT_EQ(evidence.claims[0].by_test[1].verdict, Verdict::kNotEvaluable);
  EXPECT_FALSE(evidence.claims[0].is_fragile);
}

suites::Table WithEquivalence(double margin) {
  suites::Table table = SmallPatterns();
  table.claims = {table.claims[1]};
  table.claims[0].side = suites::Side::kEquivalent;
  table.claims[0].margin = margin;
  table.claims[0].printed.reset();
  return table;
}

Verdict VerdictOfEquivalence(double margin, const SpeedOf& speed) {
  const suites::Table table = WithEquivalence(margin);
  return WeighSynthetic(table, SyntheticResults(table, table.scales.front(), speed)).claims[0].verdict;
}

TEST(Evidence, ConfirmsAnEquivalenceInsideItsMarginAndContradictsOneOutside) {
  const SpeedOf same = [](const suites::Cell& cell) { return cell.arm == "real_attention" ? 0.002 : 0.0; };
  EXPECT_EQ(VerdictOfEquivalence(0.01, same), Verdict::kConfirmed);
  EXPECT_EQ(VerdictOfEquivalence(0.0001, same), Verdict::kContradicted);
  // Arms that are alike to the bit differ by 0 in every head: well inside.
  EXPECT_EQ(VerdictOfEquivalence(0.01, [](const suites::Cell&) { return 0.05; }), Verdict::kConfirmed);
}

TEST(Evidence, TwoArmsThatReachNothingAreNotThereforeTheSame) {
  const Verdict all = VerdictOfEquivalence(0.01, [](const suites::Cell& cell) {
    return cell.arm == "real_attention" || cell.arm == "uniform" ? -0.9 : 0.0;
  });
  EXPECT_EQ(all, Verdict::kNotEvaluable);
  const suites::Table table = WithEquivalence(0.01);
  const auto speed = [](const suites::Cell& cell) { return cell.block == "0.0" ? -0.9 : 0.05; };
  const ClaimEvidence one =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(), speed)).claims[0];
  EXPECT_EQ(one.data.both_censored, 1);
  EXPECT_EQ(one.data.differences.size(), 7u);
}

TEST(Evidence, OfTwoHeadsIsNotFragile) {
  suites::Table table = SmallPatterns();
  table.scales[0].blocks.resize(2);
  const Evidence evidence = WeighSynthetic(
      table, SyntheticResults(table, table.scales.front(), [](const suites::Cell& cell) {
        return cell.arm == "real_attention" ? 0.1 + 0.01 * (cell.block.empty() ? 0 : cell.block[2] - '0')
                                            : 0.0;
      }));
  for (const ClaimEvidence& claim : evidence.claims) {
    EXPECT_EQ(claim.verdict, Verdict::kNotEvaluable);
    EXPECT_FALSE(claim.is_fragile);
  }
}

TEST(Evidence, CountsTheBlocksThatTheScaleHas) {
  suites::Table table = SmallPatterns();
  table.claims = {table.claims[0]};
  table.claims[0].blocks = {"0.0", "7.7", "8.8", "9.9", "9.8", "9.7"};  // one of them there
  const Evidence evidence = WeighSynthetic(
      table, SyntheticResults(table, table.scales.front(), [](const suites::Cell&) { return 0.1; }));
  EXPECT_EQ(evidence.claims[0].verdict, Verdict::kNotEvaluable);
}

TEST(Evidence, RestrictsAClaimToItsBlocks) {
  suites::Table table = SmallPatterns();
  table.claims = {table.claims[0]};
  table.claims[0].blocks = {table.scales[0].blocks[1].id, table.scales[0].blocks[3].id};
  const Evidence evidence =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(), [](const suites::Cell& cell) {
                       return cell.arm == "real_attention" ? 0.1 : 0.0;
                     }));
  EXPECT_EQ(evidence.claims[0].data.blocks, table.claims[0].blocks);
  EXPECT_EQ(evidence.claims[0].data.planned_pairs, 4);
  EXPECT_EQ(evidence.claims[0].verdict, Verdict::kNotEvaluable);  // 2 heads cannot reach 0.05
}

// t(0.975; 4) = 2.776445: 0.03 -+ 2.776445 * 0.01 * sqrt(1 / 5 + 1 / 8).
TEST(Evidence, PredictsOurMeanFromThePapersSpread) {
  suites::Table table = SmallPatterns();
  table.claims[0].printed = suites::PrintedEffect{.difference = 0.03, .sd = 0.01, .n = 5};
  const ClaimEvidence claim =
      WeighSynthetic(table, SyntheticResults(table, table.scales.front(),
                                             [](const suites::Cell& cell) {
                                               return cell.arm == "real_attention" ? 0.1 : 0.0;
                                             }))
          .claims[0];
  ASSERT_TRUE(claim.prediction);
  EXPECT_NEAR(claim.prediction->low, 0.03 - 0.0158281, 1e-6);
  EXPECT_NEAR(claim.prediction->high, 0.03 + 0.0158281, 1e-6);
  EXPECT_EQ(*claim.place_in_prediction, Place::kAbove);
  EXPECT_EQ(*claim.printed_place, Place::kBelow);
}

TEST(Evidence, IsBlockedWhereNothingRanForWantOfWhatTheUserSupplies) {
  suites::Table table = SmallPatterns();
  table.scales[0].supplied = {"the text"};
  EXPECT_EQ(WeighSynthetic(table, {}).claims[0].verdict, Verdict::kBlocked);
}

}  // namespace
}  // namespace retable::reports
