// Pearson's correlation: how close do two quantities come to a straight line?
//
//   r = sum (x - xbar)(y - ybar) / sqrt(sum (x - xbar)^2 sum (y - ybar)^2)
//   kStudent (kAutomatic)  t = r sqrt((n - 2) / (1 - r^2)), n - 2 degrees of freedom: exact for normal data
//   kMonteCarlo            random pairings, (b + 1) / (draws + 1), ties within 1e-12 relative
// Interval by Fisher's transform: tanh(atanh(r) -+ z / sqrt(n - 3)).
// Columns are centred and scaled by powers of two, so scale changes nothing.
//
// Source: R. A. Fisher 1915, doi:10.2307/2331838. r agrees with R 4.2.2 cor (tests/stats/pearson_test.cc).
// Refuses: NaN, infinities, fewer than 3 points, a column without spread, |r| = 1 for t and the interval.
#ifndef RETABLE_STATS_PEARSON_H_
#define RETABLE_STATS_PEARSON_H_

#include <cstddef>
#include <span>

#include "stats/correlation.h"
#include "stats/interval.h"

namespace retable::stats {

CorrelationResult Pearson(std::span<const double> x, std::span<const double> y,
                          const CorrelationOptions& options = {});

Interval PearsonInterval(double r, std::size_t n, double confidence = 0.95);

}  // namespace retable::stats

#endif  // RETABLE_STATS_PEARSON_H_
