// Kendall's tau-b: of two points, how often does the one with the larger x have the larger y?
//
//   S = concordant pairs - discordant pairs
//   tau_b = S / sqrt((n0 - n1)(n0 - n2)),  n0 = n(n-1)/2,  n1, n2 = pairs tied in x, in y
// Null hypothesis: every pairing of the two columns is as likely as the observed one.
// In the order of kAutomatic:
//   kExact       without ties, dynamic programming over inversions (n <= 200); with ties, every distinct
//                pairing counted, up to a million of them (and 1e8 times points)
//   kMonteCarlo  random pairings, (b + 1) / (draws + 1)
//   kAsymptotic  z = S / sd(S) with the variance for ties in both columns, no continuity correction; on
//                request, or where n * draws passes kMostSteps (20,000 points by default)
// Two-sided p = twice the smaller tail, at most 1.
//
// Source: M. G. Kendall 1938, doi:10.1093/biomet/30.1-2.81, and 1945, doi:10.1093/biomet/33.3.239 (ties).
// Agrees with scipy 1.10 kendalltau (asymptotic) and exact enumeration (tests/stats/kendall_test.cc).
// Refuses: NaN (infinities rank last), fewer than 2 points, a constant column.
#ifndef RETABLE_STATS_KENDALL_H_
#define RETABLE_STATS_KENDALL_H_

#include <span>

#include "stats/correlation.h"

namespace retable::stats {

CorrelationResult Kendall(std::span<const double> x, std::span<const double> y,
                          const CorrelationOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_KENDALL_H_
