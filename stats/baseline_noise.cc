#include "stats/baseline_noise.h"

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
    part += seed.share * seed.share * (1 + 1 / static_cast<double>(seed.values.size()));
    whole += seed.share;
  }
  if (std::abs(whole - 1) > 1e-9) {
    throw Undefined("the seeds' shares of the mean sum to " + std::to_string(whole) + " and not to 1");
  }
  return part;
}

// Welch and Satterthwaite: degrees of freedom of the sum of two independent variances.
double SatterthwaiteDf(double a, double df_a, double b, double df_b) {
  return (a + b) * (a + b) / (a * a / df_a + b * b / df_b);
}

}  // namespace

BaselineNoiseResult BaselineNoiseT(std::span<const double> blocks, std::span<const SeedBaselines> seeds,
                                   const BaselineNoiseOptions& options) {
  RequireLevel(options.confidence, "confidence");
  RequireFinite(blocks, "block");
  RequireAtLeast(blocks.size(), 2, "block");
  const Moments moments = MeanAndSd(blocks);
  const Luck luck = PooledLuck(seeds);
  const double n = static_cast<double>(blocks.size());
  const double shared = luck.variance * SharedPart(seeds), own = moments.sd * moments.sd / n;
  if (!(shared + own > 0))
    throw Undefined("neither baselines nor blocks differ: without spread there is no t");
  BaselineNoiseResult result;
  result.mean = moments.mean;
  result.luck_sd = std::sqrt(luck.variance);
  result.block_sd = moments.sd;
  result.standard_error = std::sqrt(shared + own);
  result.df = SatterthwaiteDf(shared, luck.df, own, n - 1);
  result.t = (result.mean - options.mean) / result.standard_error;
  result.p = PValue(StudentTails(result.t, result.df), options.side);
  const double reach = StudentQuantile((1 + options.confidence) / 2, result.df) * result.standard_error;
  result.interval = {
      .low = result.mean - reach, .high = result.mean + reach, .confidence = options.confidence};
  return result;
}

}  // namespace retable::stats
