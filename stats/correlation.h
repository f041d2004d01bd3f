// What the correlations share: options, result, and the interval through Fisher's transform.
#ifndef RETABLE_STATS_CORRELATION_H_
#define RETABLE_STATS_CORRELATION_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "stats/interval.h"
#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

struct CorrelationOptions {
  Side side = Side::kTwoSided;
  NullDistribution distribution = NullDistribution::kAutomatic;
  std::size_t draws = 99'999;    // of kMonteCarlo
  std::uint64_t seed = 1;        // of kMonteCarlo
  double tie_tolerance = 1e-12;  // values tie within this times the largest |value| of their column
};

struct CorrelationResult {
  std::size_t n = 0;
  double estimate = 0;  // -1 .. 1
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
  std::size_t draws = 0;  // of kMonteCarlo, else 0
};

// tanh(atanh(r) -+ z se). Refuses |r| = 1, where the transform has no end, and levels outside (0, 1).
Interval FisherInterval(double r, double standard_error, double confidence);

// t = r sqrt(df / (1 - r^2)) with df degrees of freedom. Refuses |r| = 1 (t is infinite, and p not 0)
// and df < 1.
Tails CorrelationStudentTails(double r, double df);

// The tails of a rank statistic over random pairings: `b` is shuffled options.draws times, and each tail is
// (draws at least as far out + 1) / (draws + 1). `statistic` takes the shuffled b. Refuses
// what RequireDraws (checks.h) refuses.
Tails RandomPairingTails(std::vector<std::int64_t> b, const CorrelationOptions& options,
                         const std::function<std::int64_t(const std::vector<std::int64_t>&)>& statistic);

}  // namespace retable::stats

#endif  // RETABLE_STATS_CORRELATION_H_
