// Effect sizes, each by its own name: there is no function called "Cohen's d", since five different ones are.
//
// Of paired columns, d_i = x_i - y_i, means and standard deviations with n - 1:
//   Dz       mean(d) / sd(d)                        in units of the spread of the differences
//   Dav      mean(d) / ((sd(x) + sd(y)) / 2)        in units of the spread of the arms
//   Drm      Dz * sqrt(2 (1 - r)), r Pearson's correlation of the columns
//   HedgesGz J(n - 1) Dz                            unbiased for normal differences
//   J(df) = Gamma(df/2) / (sqrt(df/2) Gamma((df-1)/2)), with df = pairs - 1, not 2n - 2
// DzInterval inverts the noncentral t: the effects under which the observed t is neither too large
// nor too small.
// Of two independent columns of n and m values (of pairs it would forget the pairing):
//   Dpooled      (mean(x) - mean(y)) / sqrt(((n-1) sd(x)^2 + (m-1) sd(y)^2) / (n + m - 2))
//   CliffsDelta  P(X > Y) - P(X < Y) over all pairs of values; -1 .. 1, infinities allowed (misses
//                as the worst)
// Of differences:
//   RankBiserial (T+ - T-) / (T+ + T-) of the signed-rank test, -1 .. 1
//
// Sources: D. Lakens 2013, doi:10.3389/fpsyg.2013.00863 (names); L. V. Hedges 1981,
// doi:10.3102/10769986006002107; N. Cliff 1993, doi:10.1037/0033-2909.114.3.494; D. S. Kerby 2014,
// doi:10.2466/11.IT.3.1.
// Agrees with values computed in R 4.2.2 (tests/stats/effect_size_test.cc).
// Refuses: fewer than 2 pairs, no spread (an effect of infinite size), NaN; J of fewer than 2
// degrees of freedom.
#ifndef RETABLE_STATS_EFFECT_SIZE_H_
#define RETABLE_STATS_EFFECT_SIZE_H_

#include <span>

#include "stats/interval.h"

namespace retable::stats {

double Dz(std::span<const double> differences);
double HedgesGz(std::span<const double> differences);
Interval DzInterval(std::span<const double> differences, double confidence = 0.95);
double Dav(std::span<const double> x, std::span<const double> y);
double Drm(std::span<const double> x, std::span<const double> y);
double Dpooled(std::span<const double> x, std::span<const double> y);
double HedgesCorrection(double df);

double CliffsDelta(std::span<const double> x, std::span<const double> y);
double RankBiserial(std::span<const double> differences);

}  // namespace retable::stats

#endif  // RETABLE_STATS_EFFECT_SIZE_H_
