// Power and sample size of correlations: how many points does a rank correlation need, or
// its equivalence with none?
//
//   PowerSpearman      probability that rho-hat reaches the critical value of the t approximation,
//                      atanh(rho-hat) being normal about atanh(rho) with variance (1 + rho^2/2) / (n - 3); 0
//                      where the exact test cannot reach alpha at all (n! too small)
//   PowerPartialSpearman
//                      within blocks (partial_spearman.h): PowerSpearman of the partial rho with n - B + 1
//                      points for n points in B blocks. What the permutations inside blocks can reach is not
//                      looked at: it depends on the blocks' sizes
//   PowerTostSpearman  probability that the 1 - 2 alpha interval of correlation_equivalence.h lies within
//                      -+ margin when the true rho is 0
// Approximations for normal pairs: within .03 of simulated shares for n of 20 and more (.04 within blocks)
// (tests/stats/power_correlation_test.cc).
// Points...: the smallest n with at least the wanted power. A claim over heads has n = the number of heads.
//
// Source: D. G. Bonett and T. A. Wright 2000, doi:10.1007/BF02294183.
// Refuses: rho of 0 or beyond -+1, or pointing away from a one-sided alternative; margins outside (0, 1); n
// <= 3; more than 1,000,000 points.
#ifndef RETABLE_STATS_POWER_CORRELATION_H_
#define RETABLE_STATS_POWER_CORRELATION_H_

#include <cstddef>

#include "stats/power.h"

namespace retable::stats {

double PowerSpearman(double rho, std::size_t n, const PowerOptions& options = {});
double PowerPartialSpearman(double rho, std::size_t n, std::size_t blocks, const PowerOptions& options = {});
double PowerTostSpearman(double margin, std::size_t n, double alpha = 0.05);

std::size_t PointsForSpearman(double rho, double power = 0.8, const PowerOptions& options = {});
std::size_t PointsForPartialSpearman(double rho, std::size_t blocks, double power = 0.8,
                                     const PowerOptions& options = {});
std::size_t PointsForTostSpearman(double margin, double power = 0.8, double alpha = 0.05);

}  // namespace retable::stats

#endif  // RETABLE_STATS_POWER_CORRELATION_H_
