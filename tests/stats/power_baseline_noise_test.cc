#include "stats/power_baseline_noise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "stats/baseline_noise.h"
#include "stats/normal.h"
#include "stats/power.h"
#include "stats/side.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

constexpr int kStudies = 5'000;

// 12 blocks and 3 seeds, as at scale desk.
constexpr BaselineNoiseDesign Desk(double luck_sd, double block_sd, std::size_t baselines) {
  return {.luck_sd = luck_sd, .block_sd = block_sd, .blocks = 12, .seeds = 3, .baselines = baselines};
}

// One study without an effect, drawn by the model of baseline_noise.h.
BaselineNoiseResult Draw(const BaselineNoiseDesign& design, Draws& draws) {
  std::vector<double> blocks = draws.Normal(design.blocks);
  for (double& block : blocks) block *= design.block_sd;
  std::vector<SeedBaselines> seeds(design.seeds);
  for (SeedBaselines& seed : seeds) {
    seed.share = 1 / static_cast<double>(design.seeds);
    double mean = 0;
    for (std::size_t i = 0; i < design.baselines; ++i) {
      seed.values.push_back(design.luck_sd * draws.Normal());
      mean += seed.values.back() / static_cast<double>(design.baselines);
    }
    const double luck = design.luck_sd * draws.Normal() - mean;
    for (double& block : blocks) block += luck * seed.share;
  }
  return BaselineNoiseT(blocks, seeds);
}

struct Design {
  BaselineNoiseDesign design;
  std::vector<BaselineNoiseResult> studies;
};

// Drawn once: the intervals take their time.
const std::vector<Design>& Designs() {
  static const auto* const designs = [] {
    auto* const drawn = new std::vector<Design>;
    Draws draws(521);
    for (const auto& design : {Desk(.5, 1, 4), Desk(1, .5, 4), Desk(1, 1, 2), Desk(1, 0, 4)}) {
      drawn->push_back({.design = design, .studies = {}});
      for (int i = 0; i < kStudies; ++i) drawn->back().studies.push_back(Draw(design, draws));
    }
    return drawn;
  }();
  return *designs;
}

// Of "the mean lies above (below) `bound`" in a study whose true effect is `effect`.
double P(const BaselineNoiseResult& study, double effect, double bound, Side side) {
  return PValue(StudentTails((study.mean + effect - bound) / study.standard_error, study.df), side);
}

template <typename Passes>
double Share(const std::vector<BaselineNoiseResult>& studies, Passes passes) {
  return static_cast<double>(std::count_if(studies.begin(), studies.end(), passes)) / kStudies;
}

// Four standard errors of the share, and what the header says of the approximation.
double Allowance(double share, const BaselineNoiseDesign& design) {
  return 4 * std::sqrt(share * (1 - share) / kStudies) + (design.baselines > 2 ? .01 : .03);
}

std::string Name(const BaselineNoiseDesign& design) {
  std::ostringstream name;
  name << "luck " << design.luck_sd << ", blocks " << design.block_sd << ", baselines " << design.baselines;
  return name.str();
}

TEST(PowerBaselineNoise, IsTheShareOfStudiesThatReject) {
  for (const auto& [design, studies] : Designs()) {
    for (const double effect : {.6, 1.2, 2.}) {
      for (const Side side : {Side::kGreater, Side::kTwoSided}) {
        const double power = PowerBaselineNoise(effect, design, {.side = side});
        const double share =
            Share(studies, [=](const auto& study) { return P(study, effect, 0, side) <= .05; });
        EXPECT_NEAR(share, power, Allowance(power, design)) << Name(design) << ", effect " << effect;
      }
    }
  }
}

TEST(PowerBaselineNoise, OfEquivalenceIsTheShareOfStudiesThatPass) {
  for (const auto& [design, studies] : Designs()) {
    for (const double margin : {.9, 1.5, 2.5}) {
      const double power = PowerTostBaselineNoise(margin, design);
      const double share = Share(studies, [margin](const auto& study) {
        return P(study, 0, -margin, Side::kGreater) <= .05 && P(study, 0, margin, Side::kLess) <= .05;
      });
      EXPECT_NEAR(share, power, Allowance(power, design)) << Name(design) << ", margin " << margin;
    }
  }
}

TEST(PowerBaselineNoise, AgreesWithR) {
  // R 4.2.2: pt(qt(.975, df), df, effect / SE, lower.tail = FALSE) and the other tail; the equivalence by
  // integrate() over the density of the sample's SE.
  EXPECT_NEAR(PowerBaselineNoise(.8, Desk(.5, 1, 4)), .4188190643633213, 1e-10);
  EXPECT_NEAR(PowerBaselineNoise(.8, Desk(.5, 1, 4), {.side = Side::kGreater}), .5544140102887669, 1e-10);
  EXPECT_NEAR(PowerTostBaselineNoise(1, Desk(.5, 1, 4)), .4408815476884401, 1e-8);
  EXPECT_NEAR(PowerTostBaselineNoise(1.2, Desk(.5, 1, 2)), .5470063735210431, 1e-8);
  EXPECT_NEAR(PowerTostBaselineNoise(1.2, Desk(1, 0, 2)), .1181591644374909, 1e-8);
}

TEST(PowerBaselineNoise, WithoutLuckIsThatOfStudentsTOverBlocks) {
  EXPECT_NEAR(PowerBaselineNoise(.6, Desk(0, 1, 4)), PowerT(.6, 12), 1e-12);
  EXPECT_NEAR(PowerTostBaselineNoise(1.1, Desk(0, 1, 4)), PowerTostT(1.1, 12), 1e-12);
}

TEST(PowerBaselineNoise, WithoutEffectIsAlpha) {
  EXPECT_NEAR(PowerBaselineNoise(0, Desk(1, 1, 4)), .05, 1e-12);
  EXPECT_NEAR(PowerBaselineNoise(0, Desk(1, 1, 4), {.alpha = .01, .side = Side::kLess}), .01, 1e-12);
}

TEST(PowerBaselineNoise, SidesMirrorAndUnitsDoNotMatter) {
  EXPECT_NEAR(PowerBaselineNoise(-.8, Desk(.5, 1, 4), {.side = Side::kLess}),
              PowerBaselineNoise(.8, Desk(.5, 1, 4), {.side = Side::kGreater}), 1e-12);
  for (const int k : {-300, 300}) {
    const double unit = std::ldexp(1, k);
    EXPECT_NEAR(PowerBaselineNoise(.8 * unit, Desk(.5 * unit, unit, 4)),
                PowerBaselineNoise(.8, Desk(.5, 1, 4)), 1e-12);
  }
}

TEST(PowerBaselineNoise, MoreBlocksDoNotStandInForSeeds) {
  BaselineNoiseDesign design = Desk(1, 1, 4);
  design.blocks = 10'000;
  EXPECT_LT(PowerBaselineNoise(1, design), .5);
  design = Desk(1, 1, 4);
  design.seeds = 12;
  EXPECT_GT(PowerBaselineNoise(1, design), .5);
}

TEST(PowerBaselineNoise, SeedsAreTheFirstThatReachThePower) {
  // R as above: .4790 with 4 seeds and .5201 with 5; equivalence .6792 with 6 and .7132 with 7.
  EXPECT_EQ(SeedsForBaselineNoise(.8, Desk(.5, 1, 4), .5), 5u);
  EXPECT_EQ(SeedsForTostBaselineNoise(1, Desk(.5, 1, 4), .7), 7u);
}

TEST(PowerBaselineNoise, Refuses) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_THROW(PowerBaselineNoise(1, Desk(0, 0, 4)), Undefined);
  EXPECT_THROW(PowerBaselineNoise(1, Desk(-1, 1, 4)), Undefined);
  EXPECT_THROW(PowerBaselineNoise(1, Desk(kInfinity, 1, 4)), Undefined);
  EXPECT_THROW(PowerBaselineNoise(1, Desk(1, 1, 1)), Undefined);
  EXPECT_THROW(PowerBaselineNoise(kInfinity, Desk(1, 1, 4)), Undefined);
  EXPECT_THROW(PowerBaselineNoise(1, {.luck_sd = 1, .block_sd = 1, .blocks = 1, .seeds = 3, .baselines = 4}),
               Undefined);
  EXPECT_THROW(PowerBaselineNoise(1, {.luck_sd = 1, .block_sd = 1, .blocks = 12, .seeds = 0, .baselines = 4}),
               Undefined);
  EXPECT_THROW(PowerTostBaselineNoise(0, Desk(1, 1, 4)), Undefined);
  EXPECT_THROW(PowerTostBaselineNoise(1, Desk(1, 1, 4), .5), Undefined);
  EXPECT_THROW(SeedsForBaselineNoise(-1, Desk(1, 1, 4), .8, {.side = Side::kGreater}), Undefined);
  EXPECT_THROW(SeedsForBaselineNoise(.1, Desk(1, 1, 4)), Undefined);  // blocks alone leave .29
  EXPECT_THROW(SeedsForTostBaselineNoise(.1, Desk(1, 1, 4)), Undefined);
}

}  // namespace
}  // namespace retable::stats
