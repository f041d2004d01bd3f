#include "stats/power_permutation.h"

#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/page.h"
#include "stats/random.h"
#include "stats/sample_size.h"
#include "stats/sign_flip.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostSimulatedPairs = 16;
constexpr std::size_t kMostBlocks = 500;

// The smallest whole L that the exact test of a rise rejects; past the largest L if it rejects none.
std::size_t CriticalL(std::size_t blocks, std::size_t arms, double alpha) {
  std::size_t low = 0;
  std::size_t high = blocks * arms * (arms + 1) * (2 * arms + 1) / 6 + 1;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const double p = PageOfStatistic(static_cast<double>(middle), blocks, arms).p;
    if (p <= alpha * (1 + 1e-12)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

std::size_t DrawL(double step, std::size_t blocks, std::size_t arms, Random& random) {
  std::vector<double> block(arms);
  std::size_t l = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    for (std::size_t arm = 0; arm < arms; ++arm)
      block[arm] = step * static_cast<double>(arm) + random.Normal();
    for (std::size_t arm = 0; arm < arms; ++arm) {
      for (double other : block) l += other <= block[arm] ? arm + 1 : 0;
    }
  }
  return l;
}

}  // namespace

double PowerSignFlip(double dz, std::size_t n, const PowerOptions& options) {
  if (n > kMostSimulatedPairs) return PowerT(dz, static_cast<double>(n), options);
  RequireLevel(options.alpha, "alpha");
  RequireAtLeast(n, 1, "pair");
  if (!std::isfinite(dz)) throw Undefined("an effect must be a finite number");
  RequireDraws(std::size_t{1} << n / 2, options.draws);
  Random random(options.seed);
  std::vector<double> sample(n);
  std::size_t rejected = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    for (double& value : sample) value = dz + random.Normal();
    rejected += SignFlip(sample, {.side = options.side}).p <= options.alpha * (1 + 1e-12);
  }
  return static_cast<double>(rejected) / static_cast<double>(options.draws);
}

std::size_t PairsForSignFlip(double dz, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(dz, options.side);
  return SmallestSampleSize(2, 1'000'000,
                            [&](std::size_t n) { return PowerSignFlip(dz, n, options) >= power; });
}

double PowerPage(double step, std::size_t blocks, std::size_t arms, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  if (!std::isfinite(step)) throw Undefined("a step between arms must be a finite number");
  if (blocks == 0 || blocks > kMostBlocks || arms < 2 || arms > kMostPageArms) {
    throw Undefined("the power of Page's test is kept for 1 to 500 blocks of 2 to 10 arms");
  }
  RequireDraws(blocks * arms * arms, options.draws);
  const std::size_t critical = CriticalL(blocks, arms, options.alpha);
  Random random(options.seed);
  std::size_t rejected = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw)
    rejected += DrawL(step, blocks, arms, random) >= critical;
  return static_cast<double>(rejected) / static_cast<double>(options.draws);
}

std::size_t BlocksForPage(double step, std::size_t arms, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(step, Side::kGreater);
  return SmallestSampleSize(
      1, kMostBlocks, [&](std::size_t blocks) { return PowerPage(step, blocks, arms, options) >= power; });
}

}  // namespace retable::stats
