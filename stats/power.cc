#include "stats/power.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <boost/math/special_functions/beta.hpp>

#include "stats/checks.h"
#include "stats/noncentral_t.h"
#include "stats/normal.h"
#include "stats/random.h"
#include "stats/ranks.h"
#include "stats/sign_test.h"
#include "stats/subset_sum.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

void CheckLevels(double power, double alpha) {
  RequireLevel(alpha, "alpha");
  RequireLevel(power, "power");
  if (power <= alpha) throw Undefined("a power of alpha or less needs no data");
}

// `effect` is positive where the quantity lies above its null value.
void RequireEffectTowards(double effect, Side side) {
  if (!std::isfinite(effect) || effect == 0) throw Undefined("an effect of 0 is seen by no number of pairs");
  if ((side == Side::kGreater && effect < 0) || (side == Side::kLess && effect > 0)) {
    throw Undefined("the effect points away from the one-sided alternative: no number of pairs would do");
  }
}

// The smallest n in [first, most] with reaches(n), which must stay true once it is.
template <typename Reaches>
std::size_t SmallestMonotone(std::size_t first, std::size_t most, Reaches reaches) {
  std::size_t high = first;
  while (!reaches(high)) {
    if (high >= most) throw Undefined("more than " + std::to_string(most) + " pairs would be needed");
    high = std::min(most, 2 * high);
  }
  std::size_t low = first;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (reaches(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

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

// T- of one normal sample.
std::int64_t DrawNegativeRankSum(double dz, std::size_t n, Random& random) {
  std::vector<double> sizes(n);
  std::vector<bool> negative(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double d = dz + random.Normal();
    sizes[i] = std::abs(d);
    negative[i] = d < 0;
  }
  const Ranks ranks = MidRanks(sizes);
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += negative[i] ? ranks.doubled[i] : 0;
  return sum / 2;
}

}  // namespace

double PowerT(double dz, double n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  if (!(n >= 2)) throw Undefined("a t test needs at least 2 pairs");
  const double df = n - 1;
  const double delta = dz * std::sqrt(n);
  const double critical = StudentQuantile(1 - TailAlpha(options), df);
  double power = 0;
  if (options.side != Side::kLess) power += NoncentralTUpper(critical, df, delta);
  if (options.side != Side::kGreater) power += NoncentralTLower(-critical, df, delta);
  return power;
}

double PowerSignTest(double positive_share, std::size_t n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  RequireAtLeast(n, 1, "pair");
  if (!(positive_share >= 0 && positive_share <= 1)) throw Undefined("a share lies between 0 and 1");
  std::size_t rejected = n / 2 + 1;  // the smallest count that is rejected as too large
  while (rejected <= n && FairCoinTails(rejected, n).greater > TailAlpha(options) * (1 + 1e-12)) ++rejected;
  double power = 0;
  if (options.side != Side::kLess) power += BinomialUpper(rejected, n, positive_share);
  if (options.side != Side::kGreater) power += BinomialUpper(rejected, n, 1 - positive_share);
  return power;
}

double PowerSignedRank(double dz, std::size_t n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  RequireAtLeast(n, 1, "pair");
  RequireAtLeast(options.draws, 1, "draw");
  const std::int64_t critical = CriticalRankSum(n, TailAlpha(options));
  const std::int64_t total = static_cast<std::int64_t>(n * (n + 1) / 2);
  Random random(options.seed);
  std::size_t rejected = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    const std::int64_t negative = DrawNegativeRankSum(dz, n, random);
    const bool greater = negative <= critical;
    const bool less = total - negative <= critical;
    rejected += (options.side != Side::kLess && greater) || (options.side != Side::kGreater && less);
  }
  return static_cast<double>(rejected) / static_cast<double>(options.draws);
}

double PowerTostT(double margin, std::size_t n, double alpha) {
  RequireLevel(2 * alpha, "twice alpha");
  if (!(margin > 0)) throw Undefined("an equivalence margin must be above 0");
  RequireAtLeast(n, 2, "pair");
  const double df = static_cast<double>(n - 1);
  const double root = std::sqrt(static_cast<double>(n));
  const double critical = StudentQuantile(1 - alpha, df);
  // Past `end` no mean passes. Density of s: 2 (df/2)^(df/2) / Gamma(df/2) s^(df-1) exp(-df s^2 / 2).
  const double end = std::min(margin * root / critical, 1 + 12 / std::sqrt(df));
  const double log_scale = std::log(2.0) + df / 2 * std::log(df / 2) - std::lgamma(df / 2);
  constexpr int kSteps = 4000;  // Simpson's rule
  double sum = 0;
  for (int i = 1; i <= kSteps; ++i) {
    const double s = end * i / kSteps;
    const double density = std::exp(log_scale + (df - 1) * std::log(s) - df * s * s / 2);
    const double inside = 1 - 2 * NormalUpper(margin * root - critical * s);
    sum += (i == kSteps ? 1 : i % 2 == 1 ? 4 : 2) * density * std::max(0.0, inside);
  }
  // At s = 0 the density is 0 unless df = 1.
  if (df == 1) sum += std::exp(log_scale) * (1 - 2 * NormalUpper(margin * root));
  return sum * end / kSteps / 3;
}

std::size_t PairsForT(double dz, double power, const PowerOptions& options) {
  CheckLevels(power, options.alpha);
  RequireEffectTowards(dz, options.side);
  return SmallestMonotone(2, 1'000'000,
                          [&](std::size_t n) { return PowerT(dz, static_cast<double>(n), options) >= power; });
}

std::size_t PairsForSignTest(double positive_share, double power, const PowerOptions& options) {
  CheckLevels(power, options.alpha);
  RequireEffectTowards(positive_share - 0.5, options.side);
  for (std::size_t n = 1; n <= 100'000; ++n) {
    if (PowerSignTest(positive_share, n, options) >= power) return n;
  }
  throw Undefined("more than 100000 pairs would be needed");
}

std::size_t PairsForSignedRank(double dz, double power, const PowerOptions& options) {
  CheckLevels(power, options.alpha);
  RequireEffectTowards(dz, options.side);
  return SmallestMonotone(2, kMostSubsetSumWeights,
                          [&](std::size_t n) { return PowerSignedRank(dz, n, options) >= power; });
}

std::size_t PairsForTostT(double margin, double power, double alpha) {
  CheckLevels(power, alpha);
  return SmallestMonotone(2, 1'000'000, [&](std::size_t n) { return PowerTostT(margin, n, alpha) >= power; });
}

double DetectableDz(std::size_t n, double power, const PowerOptions& options) {
  CheckLevels(power, options.alpha);
  RequireAtLeast(n, 2, "pair");
  const double towards = options.side == Side::kLess ? -1 : 1;
  const double pairs = static_cast<double>(n);
  double low = 0;
  double high = 1;
  while (PowerT(towards * high, pairs, options) < power) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (PowerT(towards * middle, pairs, options) < power ? low : high) = middle;
  }
  return towards * high;
}

}  // namespace retable::stats
