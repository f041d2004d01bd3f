// Power and sample size: how likely is a test to see an effect of this size, and how many pairs does it need?
//
// Effects are dz (mean over sd of the differences) under normal differences, or the share p
// of positive differences.
//   PowerT               exact: P(|T| >= critical) (two-sided, both tails) of the noncentral t with
//                        delta = dz sqrt(n)
//   PowerSignTest        exact: binomial probability of the counts that the test rejects
//   PowerSignedRank      share of `draws` seeded normal samples that the exact test rejects; standard error
//                        at most 1 / (2 sqrt(draws))
//   PowerTostT           exact for a true mean of zero and margins -+ margin (in sd of the differences):
//                        integral over the sample's sd s of P(|mean| < margin - t s / sqrt(n))
//   PowerTostErrors      the same for a margin in standard errors of the mean, whose estimate has df degrees of
//                        freedom: PowerTostT with margin sqrt(n) and n - 1
//   PowerTostSignedRank  share of samples that pass both exact tests at -+ margin, the true centre being 0
// For sign flips and Page's trend see power_permutation.h, for correlations power_correlation.h, for an effect beside
// shared baselines power_baseline_noise.h; for a ratio, the dz of RatioOfMeansT (ratio_of_means.h).
// Pairs...: the smallest n with at least the wanted power. For the sign test power is not monotone in n; the
// first n that reaches it is given. DetectableDz: the dz that n pairs see with the wanted power. n may be
// fractional in PowerT, for agreement with programs that solve for it.
//
// Sources: J. Cohen, Statistical Power Analysis, 2nd ed., chapter 2; K. F. Phillips 1990,
// doi:10.1007/BF01063556 (TOST).
// Agrees with R 4.2.2 power.t.test(type = "paired") (tests/stats/power_test.cc).
// Refuses: an effect of 0 or one that points away from the one-sided alternative (no n would do), power not
// in (alpha, 1), sample sizes past 1,000,000 (t), 100,000 (sign test), 1,000 (signed-rank); power at n past
// 10 times that.
#ifndef RETABLE_STATS_POWER_H_
#define RETABLE_STATS_POWER_H_

#include <cstddef>
#include <cstdint>

#include "stats/side.h"

namespace retable::stats {

struct PowerOptions {
  double alpha = 0.05;
  Side side = Side::kTwoSided;
  std::size_t draws = 10'000;  // of the signed-rank test
  std::uint64_t seed = 1;      // likewise
};

double PowerT(double dz, double n, const PowerOptions& options = {});
double PowerSignTest(double positive_share, std::size_t n, const PowerOptions& options = {});
double PowerSignedRank(double dz, std::size_t n, const PowerOptions& options = {});
double PowerTostT(double margin, std::size_t n, double alpha = 0.05);
double PowerTostErrors(double margin, double df, double alpha = 0.05);  // df >= 1
// options.side has no meaning here: both one-sided tests are made, each at alpha.
double PowerTostSignedRank(double margin, std::size_t n, const PowerOptions& options = {});

std::size_t PairsForT(double dz, double power = 0.8, const PowerOptions& options = {});
std::size_t PairsForSignTest(double positive_share, double power = 0.8, const PowerOptions& options = {});
std::size_t PairsForSignedRank(double dz, double power = 0.8, const PowerOptions& options = {});
std::size_t PairsForTostSignedRank(double margin, double power = 0.8, const PowerOptions& options = {});
std::size_t PairsForTostT(double margin, double power = 0.8, double alpha = 0.05);
double DetectableDz(std::size_t n, double power = 0.8, const PowerOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_POWER_H_
