// Spearman's rank correlation: do two quantities rise together, in any monotone way?
//
//   rho = Pearson's correlation of the mid-ranks
// Null hypothesis: every pairing of the two columns is as likely as the observed one.
// In the order of kAutomatic:
//   kExact       every pairing counted, given the ties (n <= 15 without ties, n <= 13
//                with; see permutation_sum.h)
//   kMonteCarlo  random pairings, (b + 1) / (draws + 1)
//   kStudent     t = rho sqrt((n - 2) / (1 - rho^2)), an approximation; on request, or where
//                n * draws passes kMostSteps (20,000 points by default)
// Sums of rank products are whole numbers, so pairings that tie with the observed one are always counted.
// Two-sided p = twice the smaller tail, at most 1. n = 2 has p = 1.
//
// Interval of rho: tanh(atanh(rho) -+ z sqrt(v)),
//   kBonettWright  v = (1 + rho^2 / 2) / (n - 3)      doi:10.1007/BF02294183
//   kFieller       v = 1.06 / (n - 3)                 doi:10.1093/biomet/44.3-4.470
// rho of means over seeds has n = the number of points, not of runs; see bootstrap.h for resampling runs.
//
// Source: C. Spearman 1904, doi:10.2307/1412159. Agrees with exact enumeration and scipy 1.10's t
// approximation (tests/stats/spearman_test.cc). R 4.2.2's cor.test(exact = TRUE) does not for n >= 10: its
// series leaves the tail.
// Refuses: NaN (infinities rank last), fewer than 2 points, a constant column, an interval of n <= 3
// or |rho| = 1.
#ifndef RETABLE_STATS_SPEARMAN_H_
#define RETABLE_STATS_SPEARMAN_H_

#include <cstddef>
#include <span>

#include "stats/correlation.h"
#include "stats/interval.h"

namespace retable::stats {

CorrelationResult Spearman(std::span<const double> x, std::span<const double> y,
                           const CorrelationOptions& options = {});

enum class SpearmanVariance { kBonettWright, kFieller };

// Of atanh(rho); n must be 4 or more.
double SpearmanStandardError(double rho, std::size_t n,
                             SpearmanVariance variance = SpearmanVariance::kBonettWright);

Interval SpearmanInterval(double rho, std::size_t n, double confidence = 0.95,
                          SpearmanVariance variance = SpearmanVariance::kBonettWright);

}  // namespace retable::stats

#endif  // RETABLE_STATS_SPEARMAN_H_
