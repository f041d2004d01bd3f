// The bootstrap: how much would a statistic move if the units had been drawn again?
//
// Units (rows, or whole clusters such as a head with all its seeds) are drawn with replacement `draws` times;
// the statistic is computed on each. With theta the observed value and theta* the drawn ones,
// at level 1 - 2a:
//   kPercentile   quantiles a and 1 - a of theta*
//   kBca          quantiles Phi(z0 + (z0 + z) / (1 - c (z0 + z))) at z = -+ z(a), where
//                   z0 = Phi^-1(share of theta* below theta, those equal counted half)
//                   c  = sum u_i^3 / (6 (sum u_i^2)^1.5), u_i = mean of the jackknife values - the i-th
//   kStudentised  theta - q se, q the quantiles 1 - a and a of (theta* - theta) / se*, se by
//                 the jackknife over units
// Quantiles are order statistics at (draws + 1) p, interpolated, held within the drawn values.
// The same seed gives the same interval on every platform (random.h).
//
// With 3 to 10 seeds these intervals cover far less than they say (coverage_test.cc: 72 to 90 % for 95 %):
// prefer Student's t or Hodges and Lehmann there, and call a bootstrap descriptive.
//
// Sources: B. Efron 1987, doi:10.1080/01621459.1987.10478410; A. C. Davison and D. V. Hinkley, Bootstrap
// Methods and their Application, chapter 5. z0 and c agree with hand computation; end points with scipy 1.10
// and R's boot to .01, the two differing by as much (tests/stats/bootstrap_test.cc).
// Refuses: fewer than 2 units, draws that all equal one value, a theta beyond every drawn value (z0 is
// infinite: a statistic at its bound), a statistic that is not finite on a resample, work past kMostSteps
// (draws times rows).
#ifndef RETABLE_STATS_BOOTSTRAP_H_
#define RETABLE_STATS_BOOTSTRAP_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace retable::stats {

enum class BootstrapKind { kPercentile, kBca, kStudentised };

struct BootstrapOptions {
  BootstrapKind kind = BootstrapKind::kBca;
  double confidence = 0.95;
  std::size_t draws = 9'999;
  std::uint64_t seed = 1;
};

struct BootstrapResult {
  double estimate = 0;
  double standard_error = 0;  // sd of the drawn values, with draws - 1
  Interval interval;
};

using Statistic = std::function<double(std::span<const double> values)>;
// Of the rows with these indices; an index drawn twice appears twice.
using RowStatistic = std::function<double(std::span<const std::size_t> rows)>;

BootstrapResult Bootstrap(std::span<const double> values, const Statistic& statistic,
                          const BootstrapOptions& options = {});
BootstrapResult BootstrapRows(std::size_t rows, const RowStatistic& statistic,
                              const BootstrapOptions& options = {});
// clusters[i] is the label of row i's cluster; clusters are drawn whole.
BootstrapResult BootstrapClusters(std::span<const int> clusters, const RowStatistic& statistic,
                                  const BootstrapOptions& options = {});

// The deterministic parts of kBca.
double BiasCorrection(std::span<const double> drawn, double estimate);
double Acceleration(std::span<const double> jackknife);
struct Levels {
  double low = 0;
  double high = 0;
};
Levels BcaLevels(double bias_correction, double acceleration, double confidence);

}  // namespace retable::stats

#endif  // RETABLE_STATS_BOOTSTRAP_H_
