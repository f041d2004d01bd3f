#include "stats/baseline_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/normal.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

// Blocks 1, 2, 3 (variance 1); two seeds of two baselines, each with variance 2 (df 2 together). By hand:
// SE^2 = 2 * (2 * .25 * 1.5) + 1 / 3 = 1.5 + 1 / 3; df = (11 / 6)^2 / (1.5^2 / 2 + (1 / 9) / 2).
TEST(BaselineNoiseT, IsTheFormulaOfItsHeader) {
  const std::vector<SeedBaselines> seeds = {{.share = .5, .values = {0, 2}},
                                            {.share = .5, .values = {10, 12}}};
  const auto result = BaselineNoiseT(Values{1, 2, 3}, seeds, {.mean = 1});
  const double variance = 11. / 6, df = variance * variance / (2.25 / 2 + 1. / 18);
  EXPECT_DOUBLE_EQ(result.mean, 2);
  EXPECT_NEAR(result.luck_sd, std::sqrt(2), 1e-15);
  EXPECT_NEAR(result.standard_error, std::sqrt(variance), 1e-15);
  EXPECT_NEAR(result.df, df, 1e-12);
  EXPECT_NEAR(result.t, 1 / std::sqrt(variance), 1e-15);
  EXPECT_NEAR(result.p, 2 * StudentUpper(result.t, df), 1e-15);
  EXPECT_NEAR(result.interval.high, 2 + StudentQuantile(.975, df) * std::sqrt(variance), 1e-12);
}

TEST(BaselineNoiseT, IsTheFormulaWhereSeedsDifferInShareAndBaselines) {
  const std::vector<SeedBaselines> seeds = {{.share = .75, .values = {1, 2, 3}},
                                            {.share = .25, .values = {7}}};
  const auto result = BaselineNoiseT(Values{1, 3}, seeds);
  // Luck 1 with df 2 from the first seed alone; shares .5625 * 4 / 3 + .0625 * 2; blocks 2 / 2.
  EXPECT_NEAR(std::pow(result.standard_error, 2), .75 + .125 + 1, 1e-12);
}

TEST(BaselineNoiseT, IsTheTestThatItsIntervalInverts) {
  const std::vector<SeedBaselines> seeds = {{.share = 1, .values = {.1, .2, .4}}};
  const Values blocks = {.3, .5, .45, .1};
  const auto interval = BaselineNoiseT(blocks, seeds).interval;
  EXPECT_NEAR(BaselineNoiseT(blocks, seeds, {.mean = interval.low}).p, .05, 1e-9);
  EXPECT_NEAR(BaselineNoiseT(blocks, seeds, {.side = Side::kLess, .mean = interval.high}).p, .025, 1e-9);
}

TEST(BaselineNoiseT, RefusesWhatHasNoLuckOrNoSpread) {
  const std::vector<SeedBaselines> one = {{.share = 1, .values = {.1}}};
  EXPECT_THROW(BaselineNoiseT(Values{1, 2}, one), Undefined);
  const std::vector<SeedBaselines> none = {{.share = 1, .values = {}}};
  EXPECT_THROW(BaselineNoiseT(Values{1, 2}, none), Undefined);
  const std::vector<SeedBaselines> half = {{.share = .5, .values = {.1, .2}}};
  EXPECT_THROW(BaselineNoiseT(Values{1, 2}, half), Undefined);
  const std::vector<SeedBaselines> equal = {{.share = 1, .values = {.1, .1}}};
  EXPECT_THROW(BaselineNoiseT(Values{2, 2}, equal), Undefined);
  const std::vector<SeedBaselines> negative = {{.share = 2, .values = {.1, .2}},
                                               {.share = -1, .values = {.1}}};
  EXPECT_THROW(BaselineNoiseT(Values{1, 2}, negative), Undefined);
  // Sums of tenths, equal but for rounding.
  EXPECT_THROW(BaselineNoiseT(Values{.1 + .2, .3}, equal), Undefined);
  const std::vector<SeedBaselines> huge = {{.share = 1, .values = {1e200, 2e200}}};
  EXPECT_THROW(BaselineNoiseT(Values{1, 2}, huge), Undefined);
  const std::vector<SeedBaselines> tiny = {{.share = 1, .values = {1e-200, 2e-200}}};
  EXPECT_THROW(BaselineNoiseT(Values{1e-200, 2e-200}, tiny), Undefined);
  EXPECT_THROW(BaselineNoiseT(Values{1}, std::vector<SeedBaselines>{{.share = 1, .values = {.1, .2}}}),
               Undefined);
}

// Whose luck an arm's run has.
enum class Luck { kSharedBySeed, kOfFirstBaseline, kOfEachRun };

// The share of null designs (12 blocks, 3 seeds, 6 baselines a seed, luck of sd 1 a run, no effect)
// that are rejected at .05, one-sided.
double RejectedShare(Luck luck, double block_sd) {
  constexpr int kDesigns = 4'000, kBlocks = 12, kSeeds = 3, kBaselines = 6;
  Random random(7);
  int rejected = 0;
  for (int design = 0; design < kDesigns; ++design) {
    Values blocks(kBlocks);
    for (double& block : blocks) block = block_sd * random.Normal();
    std::vector<SeedBaselines> seeds(kSeeds);
    for (SeedBaselines& seed : seeds) {
      seed.share = 1. / kSeeds;
      double baseline = 0;
      for (int i = 0; i < kBaselines; ++i) {
        seed.values.push_back(random.Normal());
        baseline += seed.values.back() / kBaselines;
      }
      const double shared = luck == Luck::kOfFirstBaseline ? seed.values[0] : random.Normal();
      for (double& block : blocks) {
        const double arm = luck == Luck::kOfEachRun ? random.Normal() : shared;
        block += (arm - baseline) / kSeeds;
      }
    }
    rejected += BaselineNoiseT(blocks, seeds, {.side = Side::kGreater}).p <= .05;
  }
  return static_cast<double>(rejected) / kDesigns;
}

// Four standard errors of a share of .05 in 4,000 designs.
constexpr double kAllowance = .0138;

TEST(BaselineNoiseT, HasItsNominalSizeWhereTheLuckOfASeedIsShared) {
  for (const double block_sd : {0., 1., 3.}) {
    EXPECT_NEAR(RejectedShare(Luck::kSharedBySeed, block_sd), .05, kAllowance) << block_sd;
  }
}

TEST(BaselineNoiseT, IsConservativeWhereTheOrderIsABaselinesOrRunsHaveLuckOfTheirOwn) {
  for (const double block_sd : {0., 1., 3.}) {
    EXPECT_LT(RejectedShare(Luck::kOfFirstBaseline, block_sd), .05 + kAllowance) << block_sd;
    EXPECT_LT(RejectedShare(Luck::kOfEachRun, block_sd), .05 + kAllowance) << block_sd;
  }
  EXPECT_LT(RejectedShare(Luck::kOfFirstBaseline, 0), .04);
}

}  // namespace
}  // namespace retable::stats
