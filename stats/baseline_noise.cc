#include "stats/baseline_noise.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// What baselines show of one run's luck, pooled over seeds.
struct Luck {
  double variance = 0;
  double df = 0;
};

Luck PooledLuck(std::span<const SeedBaselines> seeds) {
  Luck luck;
  double squares = 0;
  for (const SeedBaselines& seed : seeds) {
    RequireFinite(seed.values, "baseline");
    RequireAtLeast(seed.values.size(), 1, "baseline");
    if (seed.values.size() < 2) continue;
    const double df = static_cast<double>(seed.values.size() - 1);
    squares += std::pow(MeanAndSd(seed.values).sd, 2) * df;
    luck.df += df;
  }
  if (luck.df == 0) throw Undefined("no seed has two baselines: their luck cannot be told from an effect");
  luck.variance = squares / luck.df;
  return luck;
}

// sum w^2 (1 + 1 / R)
double SharedPart(std::span<const SeedBaselines> seeds) {
  double part = 0, whole = 0;
  for (const SeedBaselines& seed : seeds) {
    if (!(seed.share >= 0)) throw Undefined("a seed's share of the mean is 0 or more");
    part += seed.share * seed.share * (1 + 1 / static_cast<double>(seed.values.size()));
    whole += seed.share;
  }
  if (!(std::abs(whole - 1) <= 1e-9)) {
    throw Undefined("the seeds' shares of the mean sum to " + std::to_string(whole) + " and not to 1");
  }
  return part;
}

double Largest(std::span<const double> blocks, std::span<const SeedBaselines> seeds) {
  double largest = LargestMagnitude(blocks);
  for (const SeedBaselines& seed : seeds) largest = std::max(largest, LargestMagnitude(seed.values));
  return largest;
}

void RequireDouble(double variance) {
  if (!(variance > 1e-290 && variance < 1e290))
    throw Undefined("squares of these blocks and baselines leave the doubles; give them in another unit");
}

}  // namespace

double SatterthwaiteDf(double a, double df_a, double b, double df_b) {
  const int exponent = std::ilogb(a + b);  // squares of very small and very large variances leave the doubles
  a = std::scalbn(a, -exponent);
  b = std::scalbn(b, -exponent);
  return (a + b) * (a + b) / (a * a / df_a + b * b / df_b);
}

BaselineNoiseResult BaselineNoiseT(std::span<const double> blocks, std::span<const SeedBaselines> seeds,
                                   const BaselineNoiseOptions& options) {
  RequireLevel(options.confidence, "confidence");
  if (!std::isfinite(options.mean)) throw Undefined("the hypothesised mean must be a finite number");
  RequireFinite(blocks, "block");
  RequireAtLeast(blocks.size(), 2, "block");
  const Moments moments = MeanAndSd(blocks);
  const Luck luck = PooledLuck(seeds);
  const double n = static_cast<double>(blocks.size());
  const double shared = luck.variance * SharedPart(seeds), own = moments.sd * moments.sd / n;
  if (IsRounding(std::max(std::sqrt(luck.variance), moments.sd), Largest(blocks, seeds)))
    throw Undefined("neither baselines nor blocks differ but by rounding: without spread there is no t");
  RequireDouble(shared + own);
  BaselineNoiseResult result;
  result.mean = moments.mean;
  result.luck_sd = std::sqrt(luck.variance);
  result.block_sd = moments.sd;
  result.standard_error = std::sqrt(shared + own);
  result.df = SatterthwaiteDf(shared, luck.df, own, n - 1);
  result.t = (result.mean - options.mean) / result.standard_error;
  const double reach = StudentQuantile((1 + options.confidence) / 2, result.df) * result.standard_error;
  result.interval = {
      .low = result.mean - reach, .high = result.mean + reach, .confidence = options.confidence};
  result.p = PValue(StudentTails(result.t, result.df), options.side);
  return result;
}

}  // namespace retable::stats
