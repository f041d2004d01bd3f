// The ratio of two paired means: what share of a gap is recovered, how many times faster?
//
//   estimate = mean(x) / mean(y), never the mean of the ratios
//   Fieller's interval: the r for which mean(x) - r mean(y) does not differ from 0 by Student's t with n - 1
//   degrees of freedom, i.e. with q the quantile and v_xx, v_yy, v_xy the variances and covariance
//   of the two means,
//     r^2 (ybar^2 - q^2 v_yy) - 2 r (xbar ybar - q^2 v_xy) + (xbar^2 - q^2 v_xx) <= 0
// It is bounded only if mean(y) itself differs from 0 at the level; otherwise any ratio may be true,
// and it is refused.
// Columns may share data, as gaps do: (program - uniform) over (exact - uniform) of the same heads has the
// uniform arm in both. All that is used of the pairs are the two means with their variances and covariance,
// so what they share is in (covered as it says: tests/stats/ratio_of_means_test.cc).
// The bootstrap form resamples pairs (bootstrap.h).
//
// Source: E. C. Fieller 1954, doi:10.1111/j.2517-6161.1954.tb00159.x. Checked against its own definition
// (tests/stats/ratio_of_means_test.cc).
// Refuses: fewer than 2 pairs, NaN, infinities, a denominator whose interval holds 0.
#ifndef RETABLE_STATS_RATIO_OF_MEANS_H_
#define RETABLE_STATS_RATIO_OF_MEANS_H_

#include <span>

#include "stats/bootstrap.h"
#include "stats/interval.h"
#include "stats/side.h"
#include "stats/student_t.h"

namespace retable::stats {

struct RatioOfMeansResult {
  double estimate = 0;
  Interval interval;
};

RatioOfMeansResult RatioOfMeansFieller(std::span<const double> x, std::span<const double> y,
                                       double confidence = 0.95);
// Does the ratio lie above (below, away from) `ratio`? Student's t of x_i - ratio y_i, which Fieller's
// interval inverts; sides are those of the ratio where mean(y) > 0. Its mean / sd is the dz to plan pairs
// with (power.h). Refuses a mean(y) that is not above 0.
StudentTResult RatioOfMeansT(std::span<const double> x, std::span<const double> y, double ratio,
                             Side side = Side::kTwoSided);
BootstrapResult RatioOfMeansBootstrap(std::span<const double> x, std::span<const double> y,
                                      const BootstrapOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_RATIO_OF_MEANS_H_
