#include "stats/power.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/checks.h"
#include "stats/noncentral_t.h"
#include "stats/normal.h"
#include "stats/random.h"
#include "stats/ranks.h"
#include "stats/sample_size.h"
#include "stats/sign_test.h"
#include "stats/subset_sum.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kMostPairs = 1e7;             // of a power by t
constexpr std::size_t kMostSigns = 1'000'000;  // of a power by signs

double TailAlpha(const PowerOptions& options) {
  return options.side == Side::kTwoSided ? options.alpha / 2 : options.alpha;
}

// P(K >= k), K binomial(n, p).
double BinomialUpper(std::size_t k, std::size_t n, double p) {
  if (k == 0) return 1;
  if (k > n) return 0;
  return boost::math::ibeta(static_cast<double>(k), static_cast<double>(n - k + 1), p);
}

// The largest rank sum w with P(T <= w) <= tail, or -1.
std::int64_t CriticalRankSum(std::size_t n, double tail) {
  std::vector<std::int64_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), std::int64_t{1});
  const std::int64_t total = static_cast<std::int64_t>(n * (n + 1) / 2);
  const std::vector<double> lower = SubsetSumLowerTail(ranks, total / 2);
  return std::upper_bound(lower.begin(), lower.end(), tail * (1 + 1e-12)) - lower.begin() - 1;
}

// T- of the sample after `shift`.
std::int64_t NegativeRankSum(const std::vector<double>& sample, double shift) {
  std::vector<double> sizes(sample.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = std::abs(sample[i] + shift);
  const Ranks ranks = MidRanks(sizes);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) sum += sample[i] + shift < 0 ? ranks.doubled[i] : 0;
  return sum / 2;
}

std::vector<double> DrawNormal(std::size_t n, Random& random) {
  std::vector<double> sample(n);
  for (double& value : sample) value = random.Normal();
  return sample;
}

// The share of `draws` seeded normal samples of n that `rejects` picks out.
template <typename Rejects>
double ShareRejected(std::size_t n, const PowerOptions& options, Rejects rejects) {
  RequireDraws(20 * n, options.draws);
  Random random(options.seed);
  std::size_t rejected = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) rejected += rejects(DrawNormal(n, random));
  return static_cast<double>(rejected) / static_cast<double>(options.draws);
}

// The smallest count of n, from `first` on, that is rejected as too large.
std::size_t CriticalCount(std::size_t n, double tail, std::size_t first) {
  while (first <= n && FairCoinTails(first, n).greater > tail * (1 + 1e-12)) ++first;
  return first;
}

double SignPower(double positive_share, std::size_t n, std::size_t critical, Side side) {
  double power = 0;
  if (side != Side::kLess) power += BinomialUpper(critical, n, positive_share);
  if (side != Side::kGreater) power += BinomialUpper(critical, n, 1 - positive_share);
  return power;
}

void RequireShare(double positive_share) {
  if (!(positive_share >= 0 && positive_share <= 1)) throw Undefined("a share lies between 0 and 1");
}

}  // namespace

double PowerT(double dz, double n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  if (!(n >= 2 && n <= kMostPairs))
    throw Undefined("the power of a t test is kept for 2 to 10 million pairs");
  if (!std::isfinite(dz)) throw Undefined("an effect must be a finite number");
  const double df = n - 1;
  const double delta = dz * std::sqrt(n);
  const double critical = -StudentQuantile(TailAlpha(options), df);
  double power = 0;
  if (options.side != Side::kLess) power += NoncentralTUpper(critical, df, delta);
  if (options.side != Side::kGreater) power += NoncentralTLower(-critical, df, delta);
  return power;
}

double PowerSignTest(double positive_share, std::size_t n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  RequireAtLeast(n, 1, "pair");
  RequireShare(positive_share);
  if (n > kMostSigns) throw Undefined("the power of a sign test is kept up to a million pairs");
  return SignPower(positive_share, n, CriticalCount(n, TailAlpha(options), n / 2 + 1), options.side);
}

double PowerSignedRank(double dz, std::size_t n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  RequireAtLeast(n, 1, "pair");
  if (!std::isfinite(dz)) throw Undefined("an effect must be a finite number");
  const std::int64_t critical = CriticalRankSum(n, TailAlpha(options));
  const std::int64_t total = static_cast<std::int64_t>(n * (n + 1) / 2);
  return ShareRejected(n, options, [&](const std::vector<double>& sample) {
    const std::int64_t negative = NegativeRankSum(sample, dz);
    return (options.side != Side::kLess && negative <= critical) ||
           (options.side != Side::kGreater && total - negative <= critical);
  });
}

double PowerTostSignedRank(double margin, std::size_t n, const PowerOptions& options) {
  RequireLevel(2 * options.alpha, "twice alpha");
  RequireAtLeast(n, 1, "pair");
  if (!(margin > 0) || !std::isfinite(margin)) throw Undefined("an equivalence margin must be above 0");
  const std::int64_t critical = CriticalRankSum(n, options.alpha);
  const std::int64_t total = static_cast<std::int64_t>(n * (n + 1) / 2);
  return ShareRejected(n, options, [&](const std::vector<double>& sample) {
    return NegativeRankSum(sample, margin) <= critical &&
           total - NegativeRankSum(sample, -margin) <= critical;
  });
}

double PowerTostT(double margin, std::size_t n, double alpha) {
  RequireLevel(2 * alpha, "twice alpha");
  if (!(margin > 0)) throw Undefined("an equivalence margin must be above 0");
  RequireAtLeast(n, 2, "pair");
  if (static_cast<double>(n) > kMostPairs)
    throw Undefined("the power of a t test is kept for 2 to 10 million pairs");
  return PowerTostErrors(margin * std::sqrt(static_cast<double>(n)), static_cast<double>(n - 1), alpha);
}

double PowerTostErrors(double margin, double df, double alpha) {
  RequireLevel(2 * alpha, "twice alpha");
  if (!(margin > 0)) throw Undefined("an equivalence margin must be above 0");
  if (!(df >= 1 && df <= kMostPairs))
    throw Undefined("the power of an equivalence is kept for 1 to 10 million degrees of freedom");
  const double critical = -StudentQuantile(alpha, df);
  // Past `end` no mean passes; before `begin` lies no s. Density of s: 2 (df/2)^(df/2) / Gamma(df/2) s^(df-1)
  // exp(-df s^2 / 2).
  const double begin = std::max(0.0, 1 - 12 / std::sqrt(df));
  const double end = std::min(margin / critical, 1 + 12 / std::sqrt(df));
  if (end <= begin) return 0;
  const double log_scale = std::log(2.0) + df / 2 * std::log(df / 2) - std::lgamma(df / 2);
  constexpr int kSteps = 4000;  // Simpson's rule
  double sum = 0;
  for (int i = 1; i <= kSteps; ++i) {
    const double s = begin + (end - begin) * i / kSteps;
    const double density = std::exp(log_scale + (df - 1) * std::log(s) - df * s * s / 2);
    const double inside = 1 - 2 * NormalUpper(margin - critical * s);
    sum += (i == kSteps ? 1 : i % 2 == 1 ? 4 : 2) * density * std::max(0.0, inside);
  }
  // At s = 0 the density is 0 unless df = 1.
  if (df == 1) sum += std::exp(log_scale) * (1 - 2 * NormalUpper(margin));
  return std::min(1.0, sum * (end - begin) / kSteps / 3);
}

std::size_t PairsForT(double dz, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(dz, options.side);
  return SmallestSampleSize(
      2, 1'000'000, [&](std::size_t n) { return PowerT(dz, static_cast<double>(n), options) >= power; });
}

std::size_t PairsForSignTest(double positive_share, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(positive_share - 0.5, options.side);
  RequireShare(positive_share);
  std::size_t critical = 1;  // grows with n
  for (std::size_t n = 1; n <= 100'000; ++n) {
    critical = CriticalCount(n, TailAlpha(options), critical);
    if (SignPower(positive_share, n, critical, options.side) >= power) return n;
  }
  throw Undefined("more than 100000 pairs would be needed");
}

std::size_t PairsForSignedRank(double dz, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(dz, options.side);
  return SmallestSampleSize(2, kMostSubsetSumWeights,
                            [&](std::size_t n) { return PowerSignedRank(dz, n, options) >= power; });
}

std::size_t PairsForTostSignedRank(double margin, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  return SmallestSampleSize(2, kMostSubsetSumWeights,
                            [&](std::size_t n) { return PowerTostSignedRank(margin, n, options) >= power; });
}

std::size_t PairsForTostT(double margin, double power, double alpha) {
  RequirePowerAbove(power, alpha);
  return SmallestSampleSize(2, 1'000'000,
                            [&](std::size_t n) { return PowerTostT(margin, n, alpha) >= power; });
}

double DetectableDz(std::size_t n, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireAtLeast(n, 2, "pair");
  const double towards = options.side == Side::kLess ? -1 : 1;
  const double pairs = static_cast<double>(n);
  double low = 0;
  double high = 1;
  while (PowerT(towards * high, pairs, options) < power) {
    if (high > 1e6) throw Undefined("no effect is seen with this power at this alpha and so few pairs");
    high *= 2;
  }
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (PowerT(towards * middle, pairs, options) < power ? low : high) = middle;
  }
  return towards * high;
}

}  // namespace retable::stats
