#include "reports/compare_effects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "stats/equivalence.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Hours of sleep gained by two drugs, ten patients: R 4.2.2, datasets::sleep.
const std::vector<double> kDrug1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
const std::vector<double> kDrug2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

TEST(PairedDifference, AgreesWithR) {
  // t.test(x, y, paired = TRUE) of R 4.2.2: the interval that its documentation's example prints.
  const SetDifference difference = PairedDifference(kDrug1, kDrug2);
  EXPECT_NEAR(*difference.mean.estimate, 1.58, 1e-12);
  EXPECT_NEAR(difference.mean.interval->low, 0.7001142, 5e-8);
  EXPECT_NEAR(difference.mean.interval->high, 2.4598858, 5e-8);
  EXPECT_EQ(difference.heads_a, 10);
}

TEST(UnpairedDifference, AgreesWithR) {
  // t.test(x, y) of R 4.2.2, Welch's: p-value = 0.07939.
  const SetDifference difference = UnpairedDifference(kDrug1, kDrug2);
  EXPECT_NEAR(*difference.mean.estimate, 1.58, 1e-12);
  EXPECT_NEAR(difference.mean.interval->low, -0.2054832, 5e-8);
  EXPECT_NEAR(difference.mean.interval->high, 3.3654832, 5e-8);
  EXPECT_NEAR(*difference.p, 0.07939, 5e-6);
  EXPECT_FALSE(difference.center.estimate);
}

TEST(PairedDifference, TheMarginIsTheSmallestAtWhichTheTwoPassAsEquivalent) {
  const SetDifference difference = PairedDifference(kDrug1, kDrug2);
  std::vector<double> d;
  for (std::size_t i = 0; i < kDrug1.size(); ++i) d.push_back(kDrug2[i] - kDrug1[i]);
  const auto p = [&](double margin) { return stats::TostSignedRank(d, {.low = -margin, .high = margin}).p; };
  EXPECT_EQ(*difference.smallest_margin, stats::TostSignedRank(d, {.low = -9, .high = 9}).smallest_margin);
  EXPECT_LE(p(*difference.smallest_margin + 0.01), 0.05);
  EXPECT_GT(p(*difference.smallest_margin - 0.01), 0.05);
}

TEST(PairedDifference, AConstantShiftIsTheDifference) {
  const std::vector<double> a = {0.01, 0.02, 0.05, 0.03, 0.08, 0.02};
  std::vector<double> b;
  for (const double value : a) b.push_back(value + 0.02);
  const SetDifference difference = PairedDifference(a, b);
  EXPECT_NEAR(*difference.mean.estimate, 0.02, 1e-15);
  EXPECT_NEAR(*difference.center.estimate, 0.02, 1e-15);
  EXPECT_NEAR(*difference.smallest_margin, 0.02, 1e-15);
  EXPECT_EQ(*difference.p, 2.0 / 64);  // all six on one side
  EXPECT_FALSE(difference.mean.interval);
  EXPECT_EQ(difference.why, "no spread");
}

TEST(PairedDifference, OfIdenticalSetsThereIsNoTestAndEveryMarginHolds) {
  const std::vector<double> a = {0.01, 0.02, 0.05, 0.03, 0.08, 0.02};
  const SetDifference difference = PairedDifference(a, a);
  EXPECT_EQ(*difference.mean.estimate, 0);
  EXPECT_EQ(*difference.center.estimate, 0);
  EXPECT_EQ(*difference.smallest_margin, 0);
  EXPECT_FALSE(difference.p);
  EXPECT_EQ(difference.why, "no head differs");
}

TEST(PairedDifference, CensoredOnBothSidesTiesAndOnOneIsTheWorst) {
  const std::vector<double> a = {-kInfinity, 0.02, 0.05, 0.03, 0.08, 0.02, 0.01};
  std::vector<double> b = a;
  EXPECT_EQ(*PairedDifference(a, b).mean.estimate, 0);
  b[1] = -kInfinity;
  const SetDifference difference = PairedDifference(a, b);
  EXPECT_FALSE(difference.mean.estimate);
  EXPECT_EQ(difference.why, "a head is censored");
  EXPECT_EQ(*difference.p, 1);  // the only difference that is no zero
}

TEST(Differences, OfTooFewHeadsHaveNoIntervals) {
  EXPECT_EQ(PairedDifference({}, {}).why, "no head");
  const SetDifference one = PairedDifference({0.1}, {0.3});
  EXPECT_NEAR(*one.mean.estimate, 0.2, 1e-15);
  EXPECT_FALSE(one.mean.interval);
  EXPECT_EQ(one.why, "too few heads");
  EXPECT_EQ(UnpairedDifference({}, {0.1}).why, "no head");
  EXPECT_EQ(UnpairedDifference({0.1, 0.2}, {0.1}).why, "too few heads");
  EXPECT_EQ(UnpairedDifference({0.1, kInfinity}, {0.1, 0.2}).why, "a head is censored");
  EXPECT_EQ(UnpairedDifference({0.1, 0.1}, {0.2, 0.2}).why, "no spread");
}

// Runs whose loss falls from 10 by 0.05 (1 + speed) a step, so that speedups are speeds up to rounding:
// curves are straight, and baselines have speed 0.
std::vector<CellRun> LinearRuns(const suites::Table& table, const suites::Scale& scale,
                                const SpeedOf& speed) {
  std::vector<CellRun> runs;
  for (const suites::Cell& cell : suites::Cells(table, scale)) {
    training::Result result = SyntheticResult(cell, scale, 0);
    result.measurement.thresholds = {9, 8, 7};
    result.measurement.curve = {{.step = 0, .loss = 10}, {.step = 100, .loss = 10 - 5 * (1 + speed(cell))}};
    runs.push_back({cell, result});
  }
  return runs;
}

bool IsLeftOut(const suites::Cell& cell) {
  return cell.arm == "real_attention" && cell.block == "0.0" && cell.seed == 2;
}

class CompareEffectsTest : public testing::Test {
 protected:
  static double Spread(const suites::Cell& cell) {
    if (cell.block.empty()) return 0;
    return 0.01 * (cell.block[0] - '0') + 0.003 * (cell.block[2] - '0') +
           0.001 * static_cast<double>(cell.seed);
  }
  double Speed(const suites::Cell& cell) const {
    return cell.block.empty() ? 0 : PaperLikeSpeed(table_, cell);
  }
  double Shifted(const suites::Cell& cell) const {
    return Speed(cell) + (cell.arm == "real_attention" ? 0.02 : 0);
  }
  EffectComparison Compare(const std::vector<CellRun>& a, const std::vector<CellRun>& b) const {
    return CompareEffects(table_, {.scale = scale_, .runs = a}, {.scale = scale_, .runs = b});
  }
  const ArmComparison& Arm(const EffectComparison& effects, const std::string& id) const {
    const auto found = std::find_if(effects.arms.begin(), effects.arms.end(),
                                    [&](const ArmComparison& arm) { return arm.a.arm == id; });
    return *found;
  }
  std::vector<CellRun> Runs(const SpeedOf& speed) const { return LinearRuns(table_, scale_, speed); }

  const suites::Table table_ = SmallPatterns();
  const suites::Scale& scale_ = table_.scales.front();
};

TEST_F(CompareEffectsTest, AnArmThatIsFasterOnBIsSoByAsMuchAndNoOtherDiffers) {
  const EffectComparison effects = Compare(Runs([&](const suites::Cell& cell) { return Speed(cell); }),
                                           Runs([&](const suites::Cell& cell) { return Shifted(cell); }));
  ASSERT_TRUE(effects.is_paired);
  ASSERT_EQ(effects.arms.size(), table_.arms.size());
  for (const ArmComparison& arm : effects.arms) {
    if (arm.a.arm == "real_attention") continue;
    EXPECT_EQ(arm.difference.why, "no head differs") << arm.a.arm;
  }
  const ArmComparison& real = Arm(effects, "real_attention");
  EXPECT_NEAR(*real.difference.mean.estimate, 0.02, 1e-12);
  EXPECT_NEAR(*real.difference.center.estimate, 0.02, 1e-12);
  EXPECT_NEAR(*real.b.mean - *real.a.mean, 0.02, 1e-12);
  EXPECT_EQ(*real.difference.p, 2.0 / 256);  // eight heads on one side
  EXPECT_NEAR(*real.difference.p_holm, std::min(1.0, 2.0 / 256 * static_cast<double>(table_.arms.size())),
              1e-15)
      << "Holm's family is all arms, whether they have a p or not";
}

TEST_F(CompareEffectsTest, AClaimsEffectMovesWithItsArm) {
  const EffectComparison effects = Compare(Runs([&](const suites::Cell& cell) { return Speed(cell); }),
                                           Runs([&](const suites::Cell& cell) { return Shifted(cell); }));
  for (std::size_t c = 0; c < table_.claims.size(); ++c) {
    const suites::Claim& claim = table_.claims[c];
    const double shift = claim.arm == "real_attention" ? 0.02 : claim.against == "real_attention" ? -0.02 : 0;
    EXPECT_NEAR(*effects.claims[c].difference.center.estimate, shift, 1e-12) << claim.id;
    EXPECT_NEAR(*effects.claims[c].b.effect.estimate - *effects.claims[c].a.effect.estimate, shift, 1e-12);
  }
}

TEST_F(CompareEffectsTest, PairsOnlyTheRunsThatBothHave) {
  const std::vector<CellRun> a =
      Runs([&](const suites::Cell& cell) { return IsLeftOut(cell) ? 0.9 : Speed(cell); });
  std::vector<CellRun> b = Runs([&](const suites::Cell& cell) { return Shifted(cell); });
  for (CellRun& run : b) {
    if (IsLeftOut(run.cell)) run.result.reset();
  }
  const ArmComparison real = Arm(Compare(a, b), "real_attention");
  EXPECT_NEAR(*real.difference.mean.estimate, 0.02, 1e-12);
  EXPECT_EQ(real.difference.heads_a, 8);
  EXPECT_EQ(real.a.blocks[0].seeds, 1);
}

TEST_F(CompareEffectsTest, TheShiftOfBaselinesIsToldSeedBySeed) {
  const auto slow = [&](const suites::Cell& cell) {
    return cell.arm == suites::kBaseline && cell.seed == 2 ? -0.2 : Speed(cell);
  };
  const EffectComparison effects =
      Compare(Runs([&](const suites::Cell& cell) { return Speed(cell); }), Runs(slow));
  ASSERT_EQ(effects.baselines.size(), 2u);
  EXPECT_NEAR(*effects.baselines[0].more_steps, 0, 1e-15);
  EXPECT_NEAR(*effects.baselines[1].more_steps, 0.25, 1e-12);  // 1 / (1 - 0.2) - 1
}

TEST_F(CompareEffectsTest, AVerdictThatDiffersIsFoundAndOneThatIsOnlySmallerAgrees) {
  const auto flat = [](const suites::Cell& cell) { return Spread(cell); };  // arms do not differ
  const EffectComparison effects =
      Compare(Runs([&](const suites::Cell& cell) { return Speed(cell); }), Runs(flat));
  int differ = 0;
  for (const ClaimComparison& claim : effects.claims) {
    EXPECT_EQ(claim.agree, Agree(claim.a.verdict, claim.b.verdict));
    differ += !claim.agree;
  }
  EXPECT_GT(differ, 0);
}

TEST_F(CompareEffectsTest, WithOtherScalesHeadsAreNotPaired) {
  suites::Scale other = scale_;
  other.id = "other";
  other.blocks.resize(4);
  const std::vector<CellRun> a = Runs([&](const suites::Cell& cell) { return Speed(cell); });
  const std::vector<CellRun> b =
      LinearRuns(table_, other, [&](const suites::Cell& cell) { return Shifted(cell); });
  const EffectComparison effects =
      CompareEffects(table_, {.scale = scale_, .runs = a}, {.scale = other, .runs = b});
  EXPECT_FALSE(effects.is_paired);
  const ArmComparison& real = Arm(effects, "real_attention");
  EXPECT_EQ(real.difference.heads_a, 8);
  EXPECT_EQ(real.difference.heads_b, 4);
  EXPECT_NEAR(*real.difference.mean.estimate, *real.b.mean - *real.a.mean, 1e-15);
  EXPECT_TRUE(real.difference.mean.interval);
  EXPECT_TRUE(real.difference.smallest_margin);
}

TEST_F(CompareEffectsTest, ASideWithoutRunsLeavesEverythingUndefined) {
  const std::vector<CellRun> a = Runs([&](const suites::Cell& cell) { return Speed(cell); });
  std::vector<CellRun> b = a;
  for (CellRun& run : b) run.result.reset();
  const EffectComparison effects = Compare(a, b);
  for (const ArmComparison& arm : effects.arms) EXPECT_EQ(arm.difference.why, "no head");
  for (const ClaimComparison& claim : effects.claims) {
    EXPECT_EQ(claim.b.verdict, Verdict::kNotRun);
    EXPECT_FALSE(claim.agree);
  }
}

}  // namespace
}  // namespace retable::reports
