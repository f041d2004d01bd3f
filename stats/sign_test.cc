#include "stats/sign_test.h"

#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <string>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/ranks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// P(K <= k), K binomial(n, 1/2), 2k < n: the terms from the largest down.
double SmallTail(std::size_t k, std::size_t n) {
  double log_largest = 0;
  double term = 1;
  if (n <= 1000) {
    for (std::size_t j = 1; j <= k; ++j)
      term = term * static_cast<double>(n - k + j) / static_cast<double>(j);
  } else {
    const double a = static_cast<double>(k) + 1;
    const double b = static_cast<double>(n - k) + 1;
    log_largest =
        std::lgamma(a + b - 1) - std::lgamma(a) - std::lgamma(b) - static_cast<double>(n) * std::log(2.0);
  }
  double sum = 0;
  for (std::size_t j = k + 1; j-- > 0 && term > sum * 1e-18;) {
    sum += term;
    term *= static_cast<double>(j) / static_cast<double>(n - j + 1);
  }
  return n <= 1000 ? std::ldexp(sum, -static_cast<int>(n)) : std::exp(log_largest) * sum;
}

double AtMost(std::size_t k, std::size_t n) {
  return 2 * k < n ? SmallTail(k, n) : k == n ? 1 : 1 - SmallTail(n - k - 1, n);
}

}  // namespace

Tails FairCoinTails(std::size_t k, std::size_t n) {
  if (k > n) throw Undefined(std::to_string(k) + " of " + std::to_string(n) + " is no proportion");
  return {.less = AtMost(k, n), .greater = AtMost(n - k, n)};
}

Interval ClopperPearson(std::size_t k, std::size_t n, double confidence, Side side) {
  RequireLevel(confidence, "confidence");
  RequireAtLeast(n, 1, "observation");
  if (k > n) throw Undefined(std::to_string(k) + " of " + std::to_string(n) + " is no proportion");
  const double tail = (1 - confidence) / (side == Side::kTwoSided ? 2 : 1);
  const double hits = static_cast<double>(k);
  const double misses = static_cast<double>(n - k);
  Interval interval{.low = 0, .high = 1, .confidence = confidence};
  if (side != Side::kLess && k > 0) interval.low = boost::math::ibeta_inv(hits, misses + 1, tail);
  if (side != Side::kGreater && k < n) interval.high = boost::math::ibetac_inv(hits + 1, misses, tail);
  return interval;
}

Interval WilsonInterval(std::size_t k, std::size_t n, double confidence) {
  RequireLevel(confidence, "confidence");
  RequireAtLeast(n, 1, "observation");
  if (k > n) throw Undefined(std::to_string(k) + " of " + std::to_string(n) + " is no proportion");
  const double size = static_cast<double>(n);
  const double share = static_cast<double>(k) / size;
  const double z = -NormalQuantile((1 - confidence) / 2);
  const double weight = z * z / size;
  const double centre = (share + weight / 2) / (1 + weight);
  const double reach = z * std::sqrt(share * (1 - share) / size + weight / (4 * size)) / (1 + weight);
  return {.low = k == 0 ? 0 : centre - reach, .high = k == n ? 1 : centre + reach, .confidence = confidence};
}

SignTestResult SignTestOfCounts(std::size_t positive, std::size_t negative, const SignTestOptions& options) {
  const std::size_t n = positive + negative;
  if (n == 0) throw Undefined("no difference is other than zero: signs carry no information");
  SignTestResult result;
  result.positive = positive;
  result.negative = negative;
  result.p = PValue(FairCoinTails(positive, n), options.side);
  result.proportion = static_cast<double>(positive) / static_cast<double>(n);
  result.interval = ClopperPearson(positive, n, options.confidence, options.side);
  return result;
}

SignTestResult SignTest(std::span<const double> differences, const SignTestOptions& options) {
  RequireNumbers(differences, "difference");
  const double tolerance = AbsoluteTolerance(differences, options.zero_tolerance);
  std::size_t positive = 0;
  std::size_t negative = 0;
  for (double d : differences) {
    positive += d > tolerance;
    negative += d < -tolerance;
  }
  SignTestResult result = SignTestOfCounts(positive, negative, options);
  result.zeros = differences.size() - positive - negative;
  return result;
}

}  // namespace retable::stats
