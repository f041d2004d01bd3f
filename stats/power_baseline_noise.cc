#include "stats/power_baseline_noise.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stats/baseline_noise.h"
#include "stats/checks.h"
#include "stats/noncentral_t.h"
#include "stats/normal.h"
#include "stats/sample_size.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kMostRuns = 1e6;          // blocks, or baselines of all seeds
constexpr std::size_t kMostSeeds = 1'000;  // of a search

struct StandardError {
  double value = 0;
  double df = 0;
};

void RequireDesign(const BaselineNoiseDesign& design) {
  for (const double sd : {design.luck_sd, design.block_sd}) {
    if (!(sd >= 0 && std::isfinite(sd))) throw Undefined("an sd is a finite number, 0 or more");
  }
  RequireAtLeast(design.blocks, 2, "block");
  RequireAtLeast(design.seeds, 1, "seed");
  RequireAtLeast(design.baselines, 2, "baseline of a seed");
  const double baselines = static_cast<double>(design.seeds) * static_cast<double>(design.baselines);
  if (std::max(static_cast<double>(design.blocks), baselines) > kMostRuns)
    throw Undefined("the power is kept for up to a million blocks, and baselines of all seeds");
}

// Sd are divided by the larger one, so that no square leaves the doubles.
StandardError ErrorOf(const BaselineNoiseDesign& design) {
  RequireDesign(design);
  const double unit = std::max(design.luck_sd, design.block_sd);
  if (!(unit > 0)) throw Undefined("without luck and without spread of blocks there is no t");
  const double seeds = static_cast<double>(design.seeds), blocks = static_cast<double>(design.blocks),
               baselines = static_cast<double>(design.baselines);
  const double luck = std::pow(design.luck_sd / unit, 2) * (1 + 1 / baselines) / seeds;
  const double own = std::pow(design.block_sd / unit, 2) / blocks;
  return {.value = unit * std::sqrt(luck + own),
          .df = SatterthwaiteDf(luck, seeds * (baselines - 1), own, blocks - 1)};
}

// The first number of seeds that reaches the power. One by one: with few blocks df may fall as luck averages
// out, so that power need not rise throughout.
template <typename PowerOf>
std::size_t FirstSeeds(BaselineNoiseDesign& design, double power, PowerOf power_of) {
  for (design.seeds = 1; design.seeds <= kMostSeeds; ++design.seeds) {
    if (power_of(design) >= power) return design.seeds;
  }
  throw Undefined("more than " + std::to_string(kMostSeeds) +
                  " seeds would be needed, or no number: blocks alone leave an error");
}

}  // namespace

double PowerBaselineNoise(double effect, const BaselineNoiseDesign& design, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  if (!std::isfinite(effect)) throw Undefined("an effect must be a finite number");
  const StandardError error = ErrorOf(design);
  const double tail = options.side == Side::kTwoSided ? options.alpha / 2 : options.alpha;
  const double critical = -StudentQuantile(tail, error.df), delta = effect / error.value;
  double power = 0;
  if (options.side != Side::kLess) power += NoncentralTUpper(critical, error.df, delta);
  if (options.side != Side::kGreater) power += NoncentralTLower(-critical, error.df, delta);
  return power;
}

double PowerTostBaselineNoise(double margin, const BaselineNoiseDesign& design, double alpha) {
  if (!(margin > 0 && std::isfinite(margin))) throw Undefined("an equivalence margin must be above 0");
  const StandardError error = ErrorOf(design);
  return PowerTostErrors(margin / error.value, error.df, alpha);
}

std::size_t SeedsForBaselineNoise(double effect, BaselineNoiseDesign design, double power,
                                  const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(effect, options.side);
  return FirstSeeds(design, power, [&](const BaselineNoiseDesign& tried) {
    return PowerBaselineNoise(effect, tried, options);
  });
}

std::size_t SeedsForTostBaselineNoise(double margin, BaselineNoiseDesign design, double power, double alpha) {
  RequirePowerAbove(power, alpha);
  return FirstSeeds(design, power, [&](const BaselineNoiseDesign& tried) {
    return PowerTostBaselineNoise(margin, tried, alpha);
  });
}

}  // namespace retable::stats
