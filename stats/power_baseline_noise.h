// Power of the test of an effect that all blocks measure against the same few baselines (baseline_noise.h):
// how many seeds does it need?
//
// For S seeds of R baselines each, and B blocks that all have every seed:
//   SE^2 = luck_sd^2 (1 + 1 / R) / S + block_sd^2 / B
//   df   by Welch and Satterthwaite from S (R - 1) and B - 1
//   PowerBaselineNoise      P(T past the critical value), T noncentral with df and delta = effect / SE
//   PowerTostBaselineNoise  probability that both one-sided tests pass, each at alpha, the true effect being
//   0
//                           (PowerTostErrors of margin / SE)
//   SeedsForBaselineNoise, SeedsForTostBaselineNoise
//                           the first S with at least the wanted power, R and B staying as they are
// luck_sd is the sd of one run's luck; block_sd the sd of the blocks' means over seeds apart from the luck
// that they share, taken as the same whatever S: an S from the sd of a smaller study errs upwards. More
// blocks cannot stand in for seeds: the first term of SE^2 stays.
//
// An approximation: the test takes its df from the data. Within .01 of simulated shares at sizes of ours, 3
// seeds of 4 baselines and 12 blocks, and within .03 at 3 of 2 (tests/stats/power_baseline_noise_test.cc).
// Source: F. E. Satterthwaite 1946, doi:10.2307/3002019.
// Refuses: sd below 0, no spread at all; fewer than 2 blocks, 2 baselines or 1 seed; more than a million
// blocks, or baselines of all seeds; a power that 1,000 seeds do not reach; an effect of 0, or one that
// points away from a one-sided alternative, where seeds are asked for.
#ifndef RETABLE_STATS_POWER_BASELINE_NOISE_H_
#define RETABLE_STATS_POWER_BASELINE_NOISE_H_

#include <cstddef>

#include "stats/power.h"

namespace retable::stats {

struct BaselineNoiseDesign {
  double luck_sd = 0;
  double block_sd = 0;
  std::size_t blocks = 0;
  std::size_t seeds = 0;      // not read by SeedsFor...
  std::size_t baselines = 0;  // of each seed
};

double PowerBaselineNoise(double effect, const BaselineNoiseDesign& design, const PowerOptions& options = {});
double PowerTostBaselineNoise(double margin, const BaselineNoiseDesign& design, double alpha = 0.05);

std::size_t SeedsForBaselineNoise(double effect, BaselineNoiseDesign design, double power = 0.8,
                                  const PowerOptions& options = {});
std::size_t SeedsForTostBaselineNoise(double margin, BaselineNoiseDesign design, double power = 0.8,
                                      double alpha = 0.05);

}  // namespace retable::stats

#endif  // RETABLE_STATS_POWER_BASELINE_NOISE_H_
