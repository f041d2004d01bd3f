#include "stats/random_choice.h"

#include <cmath>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/random.h"
#include "stats/student_t.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kTie = 1e-12;  // of the pool's largest |value|

double DrawnMean(std::span<const double> pool, std::size_t n, Random& random) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += pool[random.Below(pool.size())];
  return sum / static_cast<double>(n);
}

// Of the difference: greater where draws are as low as the chosen.
Tails DrawnTails(double chosen, std::span<const double> pool, std::size_t n,
                 const RandomChoiceOptions& options) {
  Random random(options.seed);
  const double tolerance = kTie * LargestMagnitude(pool);
  double as_low = 1, as_high = 1;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    const double mean = DrawnMean(pool, n, random);
    as_low += mean <= chosen + tolerance;
    as_high += mean >= chosen - tolerance;
  }
  const double whole = static_cast<double>(options.draws + 1);
  return {.less = as_high / whole, .greater = as_low / whole};
}

std::optional<Interval> SampleInterval(double pool_mean, std::span<const double> chosen, double confidence) {
  try {
    const Interval mean = OneSampleT(chosen, {.confidence = confidence}).interval;
    return Interval{.low = pool_mean - mean.high, .high = pool_mean - mean.low, .confidence = confidence};
  } catch (const Undefined&) {
    return std::nullopt;  // no spread
  }
}

}  // namespace

RandomChoiceResult RandomChoice(std::span<const double> chosen, std::span<const double> pool,
                                const RandomChoiceOptions& options) {
  RequireLevel(options.confidence, "confidence");
  RequireFinite(chosen, "chosen value");
  RequireFinite(pool, "pool value");
  RequireAtLeast(chosen.size(), 2, "chosen value");
  RequireAtLeast(pool.size(), 2, "pool value");
  RequireDraws(chosen.size(), options.draws);
  if (!std::isfinite(LargestMagnitude(pool) * static_cast<double>(chosen.size())))
    throw Undefined("sums of values of the pool are too large for a double; give them in another unit");
  const Moments of_pool = MeanAndSd(pool), of_chosen = MeanAndSd(chosen);
  if (IsRounding(of_pool.sd, LargestMagnitude(pool))) {
    throw Undefined("the pool is constant: whatever is chosen from it is the same");
  }
  const double n = static_cast<double>(chosen.size()), size = static_cast<double>(pool.size());
  const double sd = of_pool.sd * std::sqrt((size - 1) / size);
  RandomChoiceResult result;
  result.difference = of_pool.mean - of_chosen.mean;
  result.z = result.difference / (sd / std::sqrt(n));
  result.p = PValue(DrawnTails(of_chosen.mean, pool, chosen.size(), options), options.side);
  result.interval = SampleInterval(of_pool.mean, chosen, options.confidence);
  return result;
}

}  // namespace retable::stats
