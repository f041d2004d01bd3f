// Partial rank correlation: do two quantities rise together once a third thing is held fixed?
//
// Given blocks (a head's layer, a run's data set), PartialSpearman ranks each column over all points, takes
// from each rank its block's mean, and correlates what is left:
//   rho = sum (a - abar_block)(b - bbar_block) / sqrt(sum (a - abar_block)^2 sum (b - bbar_block)^2)
// Null hypothesis: within each block every pairing is as likely as the observed one. kAutomatic and
// kMonteCarlo permute within blocks, (b + 1) / (draws + 1); the plain rho permuted within blocks gives the
// same p, since only sum a b moves. kStudent uses t with n - B - 1 degrees of freedom for B blocks, an
// approximation; on request only. Two-sided p = twice the smaller tail, at most 1. For an interval:
// SpearmanInterval(rho, n - B + 1).
//
// Given a number, PartialSpearmanGiven uses the three rank correlations,
//   rho = (r_xy - r_xz r_yz) / sqrt((1 - r_xz^2)(1 - r_yz^2)),  t with n - 3 degrees of
//     freedom (kStudent only).
//
// Source: M. G. Kendall 1942, doi:10.1093/biomet/32.3-4.277 (partial rank correlation).
// Refuses: NaN, a column that is constant within every block, a third column that decides one of the others.
#ifndef RETABLE_STATS_PARTIAL_SPEARMAN_H_
#define RETABLE_STATS_PARTIAL_SPEARMAN_H_

#include <span>

#include "stats/correlation.h"

namespace retable::stats {

// blocks[i] is the label of point i's block; labels need no order.
CorrelationResult PartialSpearman(std::span<const double> x, std::span<const double> y,
                                  std::span<const int> blocks, const CorrelationOptions& options = {});

CorrelationResult PartialSpearmanGiven(std::span<const double> x, std::span<const double> y,
                                       std::span<const double> given, const CorrelationOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_PARTIAL_SPEARMAN_H_
