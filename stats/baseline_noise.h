// Is an effect real that all blocks measure against the same few baselines?
//
// The blocks of a seed (the heads of a model, say) share its baselines and its batch order. Their luck moves
// all blocks together, so that it does not average out over blocks, and Student's t over blocks takes it for
// an effect. Baselines themselves show how large it is. Given, for each of S seeds, what each of its R_s
// baselines measures (in the units of the effect, from any origin of the seed's own), and for each of B
// blocks its mean over seeds:
//
//   m      = mean of the blocks
//   s_aa^2 = sum over seeds of sum_i (z_si - zbar_s)^2 / sum (R_s - 1)     variance of one run's luck
//   s_b^2  = variance of the blocks, with B - 1
//   SE^2   = s_aa^2 sum_s w_s^2 (1 + 1 / R_s) + s_b^2 / B
//   t      = (m - mean_0) / SE,  df by Welch and Satterthwaite from sum (R_s - 1) and B - 1
// w_s is the seed's share of the mean, 1 / S where every block has every seed: then, with R baselines a seed,
// the first term is s_aa^2 (1 + 1 / R) / S. In it 1 / R is the luck of the mean of the baselines, 1 that of
// the order that the arms of the seed share.
//
// What it assumes: normal luck of one size in all seeds; seeds independent; blocks a sample. It is
// conservative in two ways. The arms' luck is taken as one draw for all blocks of a seed; where runs amplify
// small differences until each has a luck of its own, that luck is in s_b^2 too and counts twice. And the
// arms' order is that of one of the baselines, whose luck then cancels in part; the formula takes the two as
// independent. Where neither is so its size is the nominal one (tests/stats/baseline_noise_test.cc counts all
// three).
//
// Source: F. E. Satterthwaite 1946, doi:10.2307/3002019; the model is of this program.
// Power: power_baseline_noise.h.
// Refuses: fewer than 2 blocks, no seed with 2 baselines, a seed without a baseline, shares below 0 or that
// do not sum to 1, NaN, infinities, no spread but rounding, values whose squares leave the doubles.
#ifndef RETABLE_STATS_BASELINE_NOISE_H_
#define RETABLE_STATS_BASELINE_NOISE_H_

#include <span>
#include <vector>

#include "stats/interval.h"
#include "stats/side.h"

namespace retable::stats {

struct SeedBaselines {
  double share = 0;  // of the mean over blocks
  std::vector<double> values = {};
};

struct BaselineNoiseOptions {
  Side side = Side::kTwoSided;
  double mean = 0;  // of the null hypothesis
  double confidence = 0.95;
};

struct BaselineNoiseResult {
  double mean = 0;
  double luck_sd = 0;  // s_aa
  double block_sd = 0;
  double standard_error = 0;
  double t = 0;
  double df = 0;
  double p = 1;
  Interval interval;  // two-sided
};

// Degrees of freedom of a + b, two independent estimates of variances with df_a and df_b:
//   (a + b)^2 / (a^2 / df_a + b^2 / df_b)
double SatterthwaiteDf(double a, double df_a, double b, double df_b);

BaselineNoiseResult BaselineNoiseT(std::span<const double> blocks, std::span<const SeedBaselines> seeds,
                                   const BaselineNoiseOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_BASELINE_NOISE_H_
