#include "stats/mixed_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/student_t.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

// Reaction times of 18 subjects over 10 days of little sleep: lme4's data set sleepstudy, a line a subject.
const Values kSleepStudy = {
    249.5600, 258.7047, 250.8006, 321.4398, 356.8519, 414.6901, 382.2038, 290.1486, 430.5853, 466.3535,
    222.7339, 205.2658, 202.9778, 204.7070, 207.7161, 215.9618, 213.6303, 217.7272, 224.2957, 237.3142,
    199.0539, 194.3322, 234.3200, 232.8416, 229.3074, 220.4579, 235.4208, 255.7511, 261.0125, 247.5153,
    321.5426, 300.4002, 283.8565, 285.1330, 285.7973, 297.5855, 280.2396, 318.2613, 305.3495, 354.0487,
    287.6079, 285.0000, 301.8206, 320.1153, 316.2773, 293.3187, 290.0750, 334.8177, 293.7469, 371.5811,
    234.8606, 242.8118, 272.9613, 309.7688, 317.4629, 309.9976, 454.1619, 346.8311, 330.3003, 253.8644,
    283.8424, 289.5550, 276.7693, 299.8097, 297.1710, 338.1665, 332.0265, 348.8399, 333.3600, 362.0428,
    265.4731, 276.2012, 243.3647, 254.6723, 279.0244, 284.1912, 305.5248, 331.5229, 335.7469, 377.2990,
    241.6083, 273.9472, 254.4907, 270.8021, 251.4519, 254.6362, 245.4523, 235.3110, 235.7541, 237.2466,
    312.3666, 313.8058, 291.6112, 346.1222, 365.7324, 391.8385, 404.2601, 416.6923, 455.8643, 458.9167,
    236.1032, 230.3167, 238.9256, 254.9220, 250.7103, 269.7744, 281.5648, 308.1020, 336.2806, 351.6451,
    256.2968, 243.4543, 256.2046, 255.5271, 268.9165, 329.7247, 379.4445, 362.9184, 394.4872, 389.0527,
    250.5265, 300.0576, 269.8939, 280.5891, 271.8274, 304.6336, 287.7466, 266.5955, 321.5418, 347.5655,
    221.6771, 298.1939, 326.8785, 346.8555, 348.7402, 352.8287, 354.4266, 360.4326, 375.6406, 388.5417,
    271.9235, 268.4369, 257.2424, 277.6566, 314.8222, 317.2135, 298.1353, 348.1229, 340.2800, 366.5131,
    225.2640, 234.5235, 238.9008, 240.4730, 267.5373, 344.1937, 281.1481, 347.5855, 365.1630, 372.2288,
    269.8804, 272.4428, 277.8989, 281.7895, 279.1705, 284.5120, 259.2658, 304.6306, 350.7807, 369.4692,
    269.4117, 273.4740, 297.5968, 310.6316, 287.1726, 329.6076, 334.4818, 343.2199, 369.1417, 364.1236};

struct Sleep {
  Values fixed;  // 1, day
  std::vector<std::vector<int>> subject{1};
};

Sleep SleepDesign() {
  Sleep sleep;
  for (int row = 0; row < 180; ++row) {
    sleep.fixed.push_back(1);
    sleep.fixed.push_back(row % 10);
    sleep.subject[0].push_back(row / 10);
  }
  return sleep;
}

// Two arms (1 against 0), one run a block.
std::vector<Measurement> Pairs(const Values& arm, const Values& reference) {
  std::vector<Measurement> runs;
  for (std::size_t i = 0; i < arm.size(); ++i) {
    runs.push_back({.response = arm[i], .arm = 1, .block = static_cast<int>(i)});
    runs.push_back({.response = reference[i], .arm = 0, .block = static_cast<int>(i)});
  }
  return runs;
}

TEST(MixedModel, AgreesWithLme4OnSleepStudy) {
  // lme4: lmer(Reaction ~ Days + (1 | Subject)): 251.405 (9.747), 10.467 (.804), sd 37.124 and 30.991, REML
  // 1786.465.
  const Sleep sleep = SleepDesign();
  const auto fit = FitMixedModel(kSleepStudy, {sleep.fixed, 180, 2}, sleep.subject);
  EXPECT_NEAR(fit.coefficients[0], 251.40510485, 5e-9);
  EXPECT_NEAR(fit.coefficients[1], 10.46728596, 5e-9);
  // The design is balanced, so analysis of variance gives the rest in closed form; further digits from there.
  EXPECT_NEAR(fit.standard_errors[0], 9.746716254, 1e-5);
  EXPECT_NEAR(fit.standard_errors[1], .8042214291, 1e-6);
  EXPECT_NEAR(fit.factor_sds[0], 37.12382669, 1e-4);
  EXPECT_NEAR(fit.residual_sd, 30.99123390, 1e-5);
  EXPECT_NEAR(fit.reml_criterion, 1786.4650853949, 1e-8);
  EXPECT_EQ(fit.fit, Fit::kRegular);
}

TEST(MixedModel, BalancedPairsGiveThePairedT) {
  // Hollander and Wolfe's pairs: lme4 gives t = 3.03537544, the paired test 3.03537542.
  const auto comparison = CompareArms(Pairs(kHollanderWolfeX, kHollanderWolfeY), 1, 0);
  const auto paired = PairedT(kHollanderWolfeX, kHollanderWolfeY);
  EXPECT_EQ(comparison.method, ArmComparisonMethod::kMixedModel);
  EXPECT_NEAR(comparison.t, paired.t, 1e-5);
  EXPECT_NEAR(comparison.p, paired.p, 1e-6);
  EXPECT_NEAR(comparison.interval.low, paired.interval.low, 1e-6);
  EXPECT_EQ(comparison.df, 8);
  EXPECT_FALSE(comparison.seed_sd.has_value());
}

TEST(MixedModel, ASingularFitFallsBackToThePairedT) {
  // Pairs that oppose each other: REML's variance is 0 and its t the unpaired .038914; the paired one is
  // .027559.
  const Values a = {1, 2, 3, 4, 5};
  const Values b = {5.2, 3.9, 3.1, 2.2, .8};
  const auto comparison = CompareArms(Pairs(b, a), 1, 0);
  EXPECT_EQ(comparison.method, ArmComparisonMethod::kPairedT);
  EXPECT_EQ(*comparison.block_sd, 0);
  EXPECT_NEAR(comparison.t, .027559, 5e-7);

  Values fixed;
  std::vector<std::vector<int>> blocks(1);
  Values response;
  for (const Measurement& run : Pairs(b, a)) {
    response.push_back(run.response);
    fixed.push_back(1);
    fixed.push_back(run.arm);
    blocks[0].push_back(run.block);
  }
  const auto fit = FitMixedModel(response, {fixed, 10, 2}, blocks);
  EXPECT_EQ(fit.fit, Fit::kSingular);
  EXPECT_NEAR(fit.coefficients[1] / fit.standard_errors[1], .038914, 5e-7);
}

TEST(MixedModel, CrossedBlocksAndSeedsGiveTheirVariances) {
  // Balanced blocks x seeds x arms without replication of cells: moments are REML's when all are positive.
  Draws draws(191);
  const int blocks = 30;
  const int seeds = 12;
  Values of_block = draws.Normal(blocks);
  Values of_seed = draws.Normal(seeds);
  std::vector<Measurement> runs;
  for (int block = 0; block < blocks; ++block) {
    for (int seed = 0; seed < seeds; ++seed) {
      for (int arm = 0; arm < 2; ++arm) {
        const double mean = .7 * arm + 2 * of_block[static_cast<std::size_t>(block)] +
                            of_seed[static_cast<std::size_t>(seed)];
        runs.push_back({.response = mean + .5 * draws.Normal(), .arm = arm, .block = block, .seed = seed});
      }
    }
  }
  const auto comparison = CompareArms(runs, 1, 0);
  EXPECT_EQ(comparison.method, ArmComparisonMethod::kMixedModel);
  EXPECT_NEAR(comparison.residual_sd, .5, .03);
  // sds of 30 and 12 effects: two standard errors of an sd are about sd * sqrt(2 / (n - 1)).
  EXPECT_NEAR(*comparison.block_sd, 2, 2 * std::sqrt(2. / 29));
  EXPECT_NEAR(*comparison.seed_sd, 1, std::sqrt(2. / 11));
  EXPECT_NEAR(comparison.estimate, .7, 4 * comparison.standard_error);
  // The contrast's standard error in a balanced design: residual sd * sqrt(2 / (blocks * seeds)).
  EXPECT_NEAR(comparison.standard_error, comparison.residual_sd * std::sqrt(2. / (blocks * seeds)), 1e-9);
}

TEST(MixedModel, SwapScaleAndOrderChangeNothing) {
  std::vector<Measurement> runs = Pairs(kHollanderWolfeX, kHollanderWolfeY);
  const auto forward = CompareArms(runs, 1, 0);
  EXPECT_NEAR(CompareArms(runs, 0, 1).t, -forward.t, 1e-5);
  for (Measurement& run : runs) run.response = std::ldexp(run.response, 300);
  EXPECT_NEAR(CompareArms(runs, 1, 0).t, forward.t, 1e-5);
  std::reverse(runs.begin(), runs.end());
  EXPECT_NEAR(CompareArms(runs, 1, 0).t, forward.t, 1e-5);
}

TEST(MixedModel, BlocksWithoutBothArmsAreLeftOut) {
  std::vector<Measurement> runs = Pairs(kHollanderWolfeX, kHollanderWolfeY);
  const auto before = CompareArms(runs, 1, 0);
  runs.push_back({.response = 100, .arm = 1, .block = 77});
  runs.push_back({.response = -100, .arm = 5, .block = 3});
  EXPECT_EQ(CompareArms(runs, 1, 0).t, before.t);
}

TEST(MixedModel, ManyRowsTakeNoMoreMemoryThanTheirLevels) {
  // 60,000 runs in 300 blocks; a rows by levels matrix would take 144 MB. More than 600 levels are refused.
  Draws draws(192);
  std::vector<Measurement> runs;
  for (int i = 0; i < 60'000; ++i) {
    const int block = i / 200;
    runs.push_back(
        {.response = .1 * (i % 2) + .01 * (block % 7) + draws.Normal(), .arm = i % 2, .block = block});
  }
  const auto comparison = CompareArms(runs, 1, 0);
  EXPECT_NEAR(comparison.estimate, .1, 4 * comparison.standard_error);
  for (Measurement& run : runs) run.block = static_cast<int>(&run - runs.data()) / 50;
  EXPECT_THROW(CompareArms(runs, 1, 0), Undefined);
}

TEST(MixedModel, Refuses) {
  const auto runs = Pairs(kHollanderWolfeX, kHollanderWolfeY);
  EXPECT_THROW(CompareArms(runs, 1, 2), Undefined);
  EXPECT_THROW(CompareArms(runs, 1, 1), Undefined);
  EXPECT_THROW(CompareArms(Pairs({1}, {2}), 1, 0), Undefined);
  EXPECT_THROW(CompareArms(Pairs({1, std::nan("")}, {2, 3}), 1, 0), Undefined);
  const Sleep sleep = SleepDesign();
  Values twice;
  for (int row = 0; row < 180; ++row) twice.insert(twice.end(), {1, 1});
  EXPECT_THROW(FitMixedModel(kSleepStudy, {twice, 180, 2}, sleep.subject), Undefined);
  std::vector<std::vector<int>> own(1);
  for (int row = 0; row < 180; ++row) own[0].push_back(row);
  EXPECT_THROW(FitMixedModel(kSleepStudy, {sleep.fixed, 180, 2}, own), Undefined);
}

}  // namespace
}  // namespace retable::stats
