// Claims of every form on made tables, at numbers that are worked out by hand beside them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/claim_estimates.h"
#include "reports/evidence.h"
#include "reports/labels.h"
#include "reports/markdown.h"
#include "reports/page.h"
#include "reports/sentences.h"
#include "stats/baseline_noise.h"
#include "stats/random_choice.h"
#include "tests/reports/made_table.h"

namespace retable::reports {
namespace {

using suites::Claim;
using suites::Quantity;
using suites::Side;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr double kCensored = MadeTable::kCensored;
constexpr double kMissing = MadeTable::kMissing;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr suites::Measured kTrained = {};
constexpr suites::Measured kPattern = {.training = false, .pattern = true};
constexpr suites::Measured kReplaced = {.training = false, .replacement = true};

Claim MadeClaim() { return {.id = "c", .statement = "It is so.", .locator = "nowhere"}; }

std::string SentenceOf(MadeTable& made) {
  return ClaimSentence(made.table(), made.scale(), made.table().claims[0], made.Weigh());
}

// ---- Sums of arms

MadeTable ThreeArms(const std::vector<double>& a, const std::vector<double>& b,
                    const std::vector<double>& c) {
  MadeTable made(static_cast<int>(a.size()), 1, 2);
  for (const char* arm : {"a", "b", "c"}) made.AddArm(arm, kTrained);
  made.SetSpeedups("a", a);
  made.SetSpeedups("b", b);
  made.SetSpeedups("c", c);
  return made;
}

// 2 b - a - c: .02 and .05; a censored arm leaves its block out.
TEST(Contrast, IsTheWeightedSumAndLeavesCensoredBlocksOut) {
  MadeTable made =
      ThreeArms({0.01, 0.02, 0.0, 0.1}, {0.03, 0.06, 0.1, kMissing}, {0.03, 0.05, kCensored, 0.1});
  Claim claim = MadeClaim();
  claim.contrast = {{.arm = "b", .weight = 2}, {.arm = "a", .weight = -1}, {.arm = "c", .weight = -1}};
  made.table().claims = {claim};
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_THAT(evidence.data.blocks, ElementsAre("0.0", "0.1"));
  EXPECT_NEAR(evidence.data.differences[0], 0.02, 1e-12);
  EXPECT_NEAR(*evidence.effect.estimate, 0.035, 1e-12);
  EXPECT_EQ(evidence.data.left_out, 1);
  EXPECT_EQ(Label(claim), "2.00 b - a - c");
  EXPECT_THAT(SentenceOf(made), HasSubstr("Left out: 1 head in which an arm is censored."));
}

TEST(Contrast, OfAllBlocksCensoredIsNotEvaluable) {
  MadeTable made = ThreeArms({0.01}, {0.03}, {kCensored});
  Claim claim = MadeClaim();
  claim.contrast = {{.arm = "b", .weight = 2}, {.arm = "a", .weight = -1}, {.arm = "c", .weight = -1}};
  made.table().claims = {claim};
  EXPECT_EQ(made.Weigh().verdict, Verdict::kNotEvaluable);
  EXPECT_THAT(SentenceOf(made), HasSubstr("Left out: 1 head"));
}

// Weights 1.05, 1.1, 1.3 less 1; the median of their averages, two by two, is .1375.
TEST(Reference, IsTakenFromOneArm) {
  MadeTable made(3, 1, 2);
  made.AddArm("bias", kTrained, /*is_bias=*/true);
  made.SetSpeedups("bias", {0.01, kCensored, 0.02});  // a slow run has learned its weight all the same
  made.SetMeasure("bias", Quantity::kPriorWeight, {1.05, 1.1, 1.3});
  Claim claim = MadeClaim();
  claim.arm = "bias";
  claim.response = Quantity::kPriorWeight;
  claim.reference = 1;
  made.table().claims = {claim};
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_NEAR(*evidence.effect.estimate, 0.15, 1e-12);
  EXPECT_EQ(evidence.in_favour, 3);
  EXPECT_EQ(Label(claim), "prior weight of bias - 1.000");
  EXPECT_THAT(SentenceOf(made), HasSubstr("by +0.138 (Hodges-Lehmann"));
}

// A replacement is measured once a block; the seeds of the trainings are none of it.
TEST(LossIncrease, ComparesArmsInNatsOncePerBlock) {
  MadeTable made(6, 2, 0);
  made.AddArm("a", kReplaced);
  made.AddArm("b", kReplaced);
  made.SetMeasure("a", Quantity::kLossIncrease, {0.03, 0.04, 0.05, 0.06, 0.07, 0.09});
  made.SetMeasure("b", Quantity::kLossIncrease, {0.01, 0.01, 0.01, 0.01, 0.01, 0.01});
  Claim claim = MadeClaim();
  claim.arm = "a";
  claim.against = "b";
  claim.response = Quantity::kLossIncrease;
  made.table().claims = {claim};
  made.table().response = Quantity::kLossIncrease;
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_EQ(evidence.data.planned_pairs, 6);
  EXPECT_EQ(*evidence.own.raw.p, 1.0 / 64);
  EXPECT_EQ(evidence.verdict, Verdict::kConfirmed);
  EXPECT_THAT(SentenceOf(made), HasSubstr("by +0.0450 nats (Hodges-Lehmann"));
  EXPECT_EQ(Label(claim), "loss increase of a - b");
}

TEST(LossIncrease, AndAMeasureOfTheSameArmAreKeptApart) {
  MadeTable made(2, 1, 0);
  made.AddArm("a", {.training = false, .replacement = true, .pattern = true});
  made.SetMeasure("a", Quantity::kLossIncrease, {0.03, 0.04});
  made.SetMeasure("a", Quantity::kRowEntropy, {1.5, 1.6});
  const Responses responses = made.Measured();
  EXPECT_EQ(FindArm(responses, "a", Quantity::kLossIncrease).runs[1][0].value, 0.04);
  EXPECT_EQ(FindArm(responses, "a", Quantity::kRowEntropy).runs[1][0].value, 1.6);
  EXPECT_THAT(FindArm(responses, "a", Quantity::kInputDependence).runs[0][0].words,
              HasSubstr("input_dependence"));
  EXPECT_THROW(FindArm(responses, "a", Quantity::kSpeedup), std::invalid_argument);
}

// ---- Against the baseline

Claim AboveZero() {
  Claim claim = MadeClaim();
  claim.arm = "a";
  claim.against = suites::kBaseline;
  claim.test = suites::Test::kBaselineNoise;
  return claim;
}

MadeTable AgainstBaselines(double luck) {
  MadeTable made(4, 2, 3);
  made.AddArm("a", kTrained);
  made.SetSpeedups("a", {0.02, 0.03, 0.04, 0.03});
  for (const int seed : {1, 2}) {
    made.SetBaseline(seed, 1, luck);
    made.SetBaseline(seed, 2, -luck);
  }
  made.table().claims = {AboveZero()};
  return made;
}

TEST(BaselineNoise, IsTheTestOfItsHeaderOnTheSeedsBaselines) {
  const double luck = 0.05;
  MadeTable made = AgainstBaselines(luck);
  const ClaimEvidence evidence = made.Weigh();
  // The mean baseline takes (100 + 100 / 1.05 + 100 / .95) / 3 steps.
  const double steps = (100 + 100 / (1 + luck) + 100 / (1 - luck)) / 3;
  std::vector<double> baselines, blocks;
  for (const double speedup : {0.0, luck, -luck}) baselines.push_back(steps / (100 / (1 + speedup)) - 1);
  for (const double speedup : {0.02, 0.03, 0.04, 0.03}) blocks.push_back(steps / (100 / (1 + speedup)) - 1);
  const std::vector<stats::SeedBaselines> seeds(2, {.share = 0.5, .values = baselines});
  const auto expected = stats::BaselineNoiseT(blocks, seeds, {.side = stats::Side::kGreater});
  EXPECT_NEAR(*evidence.own.raw.p, expected.p, 1e-9);
  EXPECT_NEAR(*evidence.effect.estimate, expected.mean, 1e-12);
  EXPECT_NEAR(evidence.effect.interval->low, expected.interval.low, 1e-9);
  EXPECT_FALSE(evidence.center.estimate);
  ASSERT_EQ(evidence.by_test.size(), 1u);
}

TEST(BaselineNoise, KeepsTheLuckOfBaselinesFromBeingAnEffect) {
  EXPECT_EQ(AgainstBaselines(0.001).Weigh().verdict, Verdict::kConfirmed);
  MadeTable noisy = AgainstBaselines(0.1);
  EXPECT_EQ(noisy.Weigh().verdict, Verdict::kInconclusive);
  EXPECT_THAT(SentenceOf(noisy), HasSubstr("2 seeds of 3 baselines would show a true difference as large as the one found"));
}

TEST(BaselineNoise, WithACensoredBlockIsNotEvaluable) {
  MadeTable made = AgainstBaselines(0.01);
  made.SetSpeedup("a", "0.1", 1, kCensored);
  EXPECT_EQ(made.Weigh().verdict, Verdict::kNotEvaluable);
}

TEST(BaselineNoise, WeighsSeedsByTheirShareOfTheMean) {
  MadeTable made = AgainstBaselines(0.01);
  made.SetSpeedup("a", "0.0", 2, kMissing);
  const ClaimData data = made.Weigh().data;
  ASSERT_EQ(data.luck.size(), 2u);
  EXPECT_NEAR(data.luck[0].share, (1 + 0.5 + 0.5 + 0.5) / 4, 1e-12);
  EXPECT_NEAR(data.luck[1].share, 1.5 / 4, 1e-12);
}

TEST(BaselineNoise, OfAnEquivalenceLiesWithinTheMargin) {
  MadeTable made = AgainstBaselines(0.001);
  made.table().claims[0].side = Side::kEquivalent;
  made.table().claims[0].margin = 0.06;
  EXPECT_EQ(made.Weigh().verdict, Verdict::kConfirmed);
  made.table().claims[0].margin = 0.01;
  EXPECT_EQ(made.Weigh().verdict, Verdict::kContradicted);
}

// ---- Ladders

Claim Ladder() {
  Claim claim = MadeClaim();
  claim.test = suites::Test::kPage;
  claim.ladder = {"a", "b", "c"};
  return claim;
}

// Three blocks that all rise: one order of 6 in each, 1 / 6^3. Slopes (c - a) / 2: .01, .02, .03.
TEST(Ladder, CountsTheOrdersThatRiseAsMuch) {
  MadeTable made = ThreeArms({0.01, 0.0, 0.02}, {0.02, 0.01, 0.05}, {0.03, 0.04, 0.08});
  made.table().claims = {Ladder()};
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_NEAR(*evidence.own.raw.p, 1.0 / 216, 1e-12);
  EXPECT_EQ(*evidence.own.raw.opposite, 1.0);
  EXPECT_NEAR(*evidence.effect.estimate, 0.02, 1e-12);
  EXPECT_EQ(evidence.verdict, Verdict::kConfirmed);
  ASSERT_EQ(evidence.by_test.size(), 5u);
  EXPECT_EQ(evidence.by_test[1].verdict, Verdict::kNotEvaluable) << "1 / 8 of three slopes is above alpha";
  EXPECT_THAT(SentenceOf(made), HasSubstr("A rise in 3 of 3 heads"));
  EXPECT_EQ(Label(Ladder()), "slope of a, b, c");
}

TEST(Ladder, ThatFallsContradicts) {
  MadeTable made = ThreeArms({0.03, 0.04, 0.08}, {0.02, 0.01, 0.05}, {0.01, 0.0, 0.02});
  made.table().claims = {Ladder()};
  EXPECT_EQ(made.Weigh().verdict, Verdict::kContradicted);
}

TEST(Ladder, LeavesABlockOutWhoseMiddleArmIsCensored) {
  MadeTable made = ThreeArms({0.01, 0.0}, {0.02, kCensored}, {0.03, 0.04});
  made.table().claims = {Ladder()};
  EXPECT_EQ(made.Weigh().data.left_out, 1);
  EXPECT_EQ(made.Weigh().data.rungs.size(), 1u);
}

// The figure of that id in the section "tests".
Plot FigureOf(MadeTable& made, const std::string& id) {
  const Results results = made.results();
  for (const Section& section : MakeReport(made.table(), made.scale(), LookupIn(results)).page.sections) {
    if (section.id != "tests") continue;
    for (const Plot& plot : section.plots) {
      if (plot.id == id) return plot;
    }
  }
  throw std::invalid_argument("the section tests has no figure " + id);
}

TEST(Ladder, IsDrawnArmByArm) {
  MadeTable made = ThreeArms({0.01, 0.0, 0.02}, {0.02, 0.01, 0.05}, {0.03, 0.04, 0.08});
  made.table().claims = {Ladder()};
  EXPECT_THAT(FigureOf(made, "ladder_c").description, HasSubstr("a +1.00 %, b +2.67 % and c +5.00 %"));
}

// ---- Correlations

Claim Correlates(suites::Test test = suites::Test::kSpearman) {
  Claim claim = MadeClaim();
  claim.test = test;
  claim.correlation = suites::Correlation{.x = {.arm = "a", .quantity = Quantity::kInputDependence},
                                          .y = {.arm = "a", .quantity = Quantity::kSpeedup}};
  return claim;
}

MadeTable Points(const std::vector<double>& x, const std::vector<double>& y, const Claim& claim) {
  MadeTable made(static_cast<int>(x.size()), 2, 2);
  made.AddArm("a", {.pattern = true});
  made.SetSpeedups("a", y);
  made.SetMeasure("a", Quantity::kInputDependence, x);
  made.table().claims = {claim};
  return made;
}

// One neighbouring pair exchanged: rho = 1 - 6 * 2 / (5 * 24) = .9. Of 120 pairings the ordered one and four
// with one such exchange are as far out.
TEST(Correlation, IsExactOverBlocks) {
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4, 0.5}, {0.01, 0.03, 0.02, 0.04, 0.05}, Correlates());
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_NEAR(*evidence.effect.estimate, 0.9, 1e-12);
  EXPECT_NEAR(*evidence.own.raw.p, 5.0 / 120, 1e-12);
  EXPECT_EQ(evidence.verdict, Verdict::kConfirmed);
  EXPECT_TRUE(evidence.effect.interval);
  EXPECT_EQ(evidence.data.pairs, 10) << "five heads, two seeds";
  EXPECT_THAT(SentenceOf(made), HasSubstr("Over 5 heads rho is +0.90 (interval "));
  EXPECT_EQ(Label(Correlates()), "rho(input dependence of a, speedup of a)");
}

// y is 1 2 0 3 in ranks, the censored one the worst.
TEST(Correlation, RanksACensoredSpeedupWorst) {
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4}, {0.01, 0.02, kCensored, 0.04}, Correlates());
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_EQ(evidence.data.y[2], -kInfinity);
  EXPECT_NEAR(*evidence.effect.estimate, 1 - 6.0 * (1 + 1 + 4 + 0) / (4 * 15), 1e-12);
}

TEST(Correlation, IsDrawnPointByPointAndCountsWhatIsCensored) {
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4}, {0.01, 0.02, kCensored, 0.04}, Correlates());
  const Plot plot = FigureOf(made, "points_c");
  const auto& points = plot.spec.at("layer").at(0).at("data").at("values");
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[2].at("head"), "1.1");
  EXPECT_EQ(points[2].at("layer"), 1);
  EXPECT_NEAR(points[2].at("y").get<double>(), 4, 1e-9);
  EXPECT_THAT(plot.description, HasSubstr("Not drawn: 1 censored head."));
}

// Between layers both rise, within each of the two the order turns round.
TEST(Correlation, WithinLayersForgetsWhatLayersShare) {
  const std::vector<double> x = {0.1, 0.2, 0.3, 0.4}, y = {0.02, 0.01, 0.04, 0.03};
  EXPECT_NEAR(*Points(x, y, Correlates()).Weigh().effect.estimate, 0.6, 1e-12);
  const ClaimEvidence within = Points(x, y, Correlates(suites::Test::kWithinLayers)).Weigh();
  EXPECT_NEAR(*within.effect.estimate, -1, 1e-12);
  ASSERT_EQ(within.by_test.size(), 2u);
  EXPECT_EQ(within.by_test[0].test, suites::Test::kSpearman);
}

TEST(Correlation, OfAConstantColumnIsNotEvaluableInWords) {
  MadeTable made = Points({0.1, 0.1, 0.1, 0.1, 0.1}, {0.01, 0.03, 0.02, 0.04, 0.05}, Correlates());
  EXPECT_EQ(made.Weigh().verdict, Verdict::kNotEvaluable);
  EXPECT_THAT(SentenceOf(made), HasSubstr("one of the two is constant"));
}

TEST(Correlation, OfFewerThanFourPointsIsNotEvaluableInWords) {
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4, 0.5}, {0.01, 0.03, 0.02, kMissing, kMissing}, Correlates());
  EXPECT_EQ(made.Weigh().verdict, Verdict::kNotEvaluable);
  EXPECT_THAT(SentenceOf(made), HasSubstr("a correlation needs 4"));
  EXPECT_THAT(SentenceOf(made), HasSubstr("Preliminary: 6 of 10 pairs of head and seed"));
}

TEST(Correlation, OfSinkFreeBlocksAlone) {
  Claim claim = Correlates();
  claim.correlation->sink = "a";
  claim.correlation->sink_below = 0.3;
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4, 0.5}, {0.01, 0.03, 0.02, 0.04, 0.05}, claim);
  made.SetMeasure("a", Quantity::kFirstTokenMass, {0.1, 0.2, 0.9, 0.1, 0.29});
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_THAT(evidence.data.blocks, ElementsAre("0.0", "0.1", "1.1", "2.0"));
  EXPECT_NEAR(*evidence.effect.estimate, 1, 1e-12);
  EXPECT_THAT(SentenceOf(made), HasSubstr("Left out: 1 head that is not sink-free."));
  made.SetMeasure("a", Quantity::kFirstTokenMass, {0.9, 0.9, 0.9, 0.9, 0.3});
  EXPECT_EQ(made.Weigh().verdict, Verdict::kNotEvaluable);
  EXPECT_THAT(SentenceOf(made), HasSubstr("no head is sink-free"));
}

TEST(Correlation, WithDepthNeedsNoRunOfItsOwn) {
  Claim claim = Correlates();
  claim.correlation->x.quantity = Quantity::kDepth;
  MadeTable made = Points(std::vector<double>(6, kMissing), {0.01, 0.02, 0.03, 0.04, 0.05, 0.06}, claim);
  EXPECT_THAT(made.Weigh().data.x, ElementsAre(0, 0, 1, 1, 2, 2));
  EXPECT_EQ(Label(claim), "rho(depth, speedup of a)");
}

TEST(Correlation, IsEquivalentToNoneWithinAMarginByItsInterval) {
  Claim claim = Correlates();
  claim.side = Side::kEquivalent;
  claim.margin = 0.55;
  std::vector<double> x, y;
  // Twelve points whose y alternates: rho is 0 but for the last steps, and far too few points to say so.
  for (int i = 0; i < 12; ++i) {
    x.push_back(0.01 * i);
    y.push_back(i % 2 == 0 ? 0.01 + 0.001 * i : 0.05 - 0.001 * i);
  }
  MadeTable made = Points(x, y, claim);
  EXPECT_EQ(made.Weigh().verdict, Verdict::kInconclusive);
  EXPECT_NEAR(made.Weigh().effect.interval->confidence, 0.9, 1e-12);
  EXPECT_THAT(SentenceOf(made), HasSubstr("the margin being 0.55"));
  EXPECT_THAT(SentenceOf(made), HasSubstr("that a rho of 0 lies within 0.55"));
}

TEST(Correlation, OfTwelvePointsCannotBeEquivalentToNoneWithinAFifth) {
  Claim claim = Correlates();
  claim.side = Side::kEquivalent;
  claim.margin = 0.2;
  std::vector<double> x, y;
  for (int i = 0; i < 12; ++i) {
    x.push_back(0.01 * i);
    y.push_back(0.01 * (i % 3));
  }
  EXPECT_EQ(Points(x, y, claim).Weigh().verdict, Verdict::kNotEvaluable);
}

// ---- Choices

TEST(Choice, ComparesBlocksWithTheLibrary) {
  MadeTable made(3, 1, 0);
  made.AddArm("a", kPattern);
  made.AddLibrary("library", {"p", "q", "r", "s"});
  made.SetMeasure("a", Quantity::kInputDependence, {0.1, 0.1, 0.2});
  made.SetMeasure("library", Quantity::kInputDependence, {0.1, 0.2, 0.5, 0.8});
  Claim claim = MadeClaim();
  claim.arm = "a";
  claim.response = Quantity::kInputDependence;
  claim.test = suites::Test::kRandomChoice;
  claim.choice = suites::Choice{.quantity = Quantity::kInputDependence, .pool = "library"};
  claim.printed = suites::PrintedEffect{.difference = 0.112};
  made.table().claims = {claim};
  made.table().response = Quantity::kInputDependence;
  const ClaimEvidence evidence = made.Weigh();
  // Pool: mean .4, sd sqrt(.075); chosen: mean .4 / 3.
  EXPECT_NEAR(*evidence.effect.estimate, 0.4 - 0.4 / 3, 1e-12);
  EXPECT_NEAR(*evidence.z, (0.4 - 0.4 / 3) / std::sqrt(0.075 / 3), 1e-12);
  // Of 64 draws one has the sum .3 and three have .4.
  EXPECT_NEAR(*evidence.own.raw.p, 4.0 / 64, 0.0064);
  EXPECT_THAT(SentenceOf(made), HasSubstr("The mean of 4 programs less that of 3 choices is +0.267"));
  EXPECT_THAT(SentenceOf(made), HasSubstr("the choices lie 1.7 SD below random ones"));
  EXPECT_EQ(Label(claim), "input dependence of library - of a");
  const Results results = made.results();
  const std::string page = Markdown(MakeReport(made.table(), made.scale(), LookupIn(results)).page);
  EXPECT_THAT(page, HasSubstr("What else was measured"));
  EXPECT_THAT(page, Not(HasSubstr("Learning curves")));
  EXPECT_THAT(page, Not(HasSubstr("A/A noise")));
}

TEST(Choice, WithoutAPoolIsNotRun) {
  MadeTable made(3, 1, 0);
  made.AddArm("a", kPattern);
  made.AddLibrary("library", {"p", "q"});
  made.SetMeasure("a", Quantity::kInputDependence, {0.1, 0.1, 0.2});
  Claim claim = MadeClaim();
  claim.arm = "a";
  claim.test = suites::Test::kRandomChoice;
  claim.choice = suites::Choice{.quantity = Quantity::kInputDependence, .pool = "library"};
  made.table().claims = {claim};
  EXPECT_THAT(SentenceOf(made), StartsWith("not run: It is so. No head has runs of its choice and a pool."));
}

// ---- Estimates beside a claim

// (b - a) / (c - a) of the means: (.03 - .01) / (.05 - .01).
TEST(Share, IsARatioOfMeansWithFiellersInterval) {
  MadeTable made = ThreeArms({0.01, 0.0, 0.02}, {0.03, 0.021, 0.039}, {0.05, 0.04, 0.06});
  Claim claim = MadeClaim();
  claim.arm = "b";
  claim.against = "a";
  claim.share = suites::Share{.whole = "c", .printed = 0.47};
  made.table().claims = {claim};
  const ClaimEvidence evidence = made.Weigh();
  ASSERT_TRUE(evidence.share);
  EXPECT_NEAR(*evidence.share->effect.estimate, 0.5, 1e-12);
  EXPECT_EQ(*evidence.share->printed_place, Place::kInside);
  EXPECT_THAT(SentenceOf(made), HasSubstr("Recovered share of the gap: 50 % (interval "));
  EXPECT_THAT(SentenceOf(made), HasSubstr("the paper 47 %, inside that interval"));
}

TEST(Share, IsUndefinedInWordsWhereTheGapMayBeNone) {
  MadeTable made = ThreeArms({0.01, 0.0, 0.02}, {0.03, 0.02, 0.04}, {0.02, -0.02, 0.04});
  Claim claim = MadeClaim();
  claim.arm = "b";
  claim.against = "a";
  claim.share = suites::Share{.whole = "c"};
  made.table().claims = {claim};
  EXPECT_FALSE(made.Weigh().share->effect.estimate);
  EXPECT_THAT(SentenceOf(made), HasSubstr("cannot be told: undefined: the whole gap cannot be told from 0."));
}

Claim PlaceOfB(double printed) {
  Claim claim = MadeClaim();
  claim.arm = "b";
  claim.against = suites::kBaseline;
  claim.place =
      suites::PlaceOnCurve{.curve = {{.share = 0, .arm = "a"}, {.share = 1, .arm = "c"}}, .printed = printed};
  return claim;
}

// From .01 to .05 in means; .02 is a quarter of the way.
TEST(PlaceOnCurve, InvertsTheCurveOfMeans) {
  MadeTable made = ThreeArms({0.01, 0.0, 0.02}, {0.02, 0.011, 0.029}, {0.05, 0.04, 0.06});
  made.table().claims = {PlaceOfB(0.32)};
  const ClaimEvidence evidence = made.Weigh();
  EXPECT_NEAR(*evidence.place->effect.estimate, 0.25, 1e-12);
  ASSERT_TRUE(evidence.place->effect.interval);
  EXPECT_LE(evidence.place->effect.interval->low, 0.25);
  EXPECT_THAT(SentenceOf(made),
              HasSubstr("Place on the curve, as a share of real attention: 0.25 (interval "));
}

TEST(PlaceOnCurve, IsHeldAtTheEndsAndSaysSo) {
  MadeTable made = ThreeArms({0.01, 0.0, 0.02}, {0.2, 0.2, 0.2}, {0.05, 0.04, 0.06});
  made.table().claims = {PlaceOfB(0.32)};
  EXPECT_EQ(*made.Weigh().place->effect.estimate, 1);
  EXPECT_THAT(SentenceOf(made), HasSubstr("above the whole curve"));
}

TEST(Isotonic, PoolsNeighboursThatFall) {
  EXPECT_THAT(Isotonic({1, 3, 2, 4}), ElementsAre(1, 2.5, 2.5, 4));
  EXPECT_THAT(Isotonic({3, 2, 1}), ElementsAre(2, 2, 2));
  EXPECT_THAT(Isotonic({1, 2}), ElementsAre(1, 2));
}

TEST(ShareAt, IsTheFirstShareThatReachesTheValue) {
  const std::vector<double> shares = {0, 0.25, 0.5, 1}, rising = {1, 2.5, 2.5, 4};
  EXPECT_DOUBLE_EQ(ShareAt(shares, rising, 2.5), 0.25);
  EXPECT_DOUBLE_EQ(ShareAt(shares, rising, 3.25), 0.75);
  EXPECT_DOUBLE_EQ(ShareAt(shares, rising, 0), 0);
  EXPECT_DOUBLE_EQ(ShareAt(shares, rising, 9), 1);
}

// ---- The family

TEST(Sensitivity, JudgesEveryClaimByTheTestsOfItsForm) {
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4, 0.5}, {0.01, 0.03, 0.02, 0.04, 0.05}, Correlates());
  made.table().claims.push_back(AboveZero());
  const Evidence evidence = made.WeighAll();
  EXPECT_EQ(evidence.claims[0].by_test.size(), 2u);
  EXPECT_EQ(evidence.claims[1].by_test.size(), 1u);
  // Holm leaves the larger p of two as it is and doubles the smaller.
  EXPECT_NEAR(*evidence.claims[0].own.adjusted.p, 5.0 / 120, 1e-12);
  EXPECT_NEAR(*evidence.claims[1].own.adjusted.p, 2 * *evidence.claims[1].own.raw.p, 1e-12);
}

TEST(Sensitivity, RefusesATestOfAnotherForm) {
  MadeTable made = Points({0.1, 0.2, 0.3, 0.4, 0.5}, {0.01, 0.03, 0.02, 0.04, 0.05},
                          Correlates(suites::Test::kSignedRank));
  EXPECT_THROW(made.Weigh(), std::invalid_argument);
}

}  // namespace
}  // namespace retable::reports
