#include "stats/sign_flip.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// The sums of +-sizes[i] over every assignment of signs, ascending.
std::vector<double> SortedSums(std::span<const double> sizes) {
  std::vector<double> sums = {0};
  std::vector<double> merged;
  for (double size : sizes) {
    merged.resize(2 * sums.size());
    auto low = sums.begin();
    auto high = sums.begin();
    for (double& next : merged) {
      const bool take_low = low != sums.end() && (high == sums.end() || *low - size <= *high + size);
      next = take_low ? *low++ - size : *high++ + size;
    }
    sums.swap(merged);
  }
  return sums;
}

// Number of assignments with sum >= threshold.
std::int64_t CountAtLeast(const std::vector<double>& first, const std::vector<double>& second,
                          double threshold) {
  std::int64_t count = 0;
  auto past = second.end();
  for (double sum : first) {
    while (past != second.begin() && sum + *(past - 1) >= threshold) --past;
    count += second.end() - past;
  }
  return count;
}

Tails ExactTails(std::span<const double> sizes, double observed, double tolerance) {
  const std::size_t half = sizes.size() / 2;
  const std::vector<double> first = SortedSums(sizes.first(half));
  const std::vector<double> second = SortedSums(sizes.subspan(half));
  const int n = static_cast<int>(sizes.size());
  auto at_least = [&](double threshold) {
    return std::ldexp(static_cast<double>(CountAtLeast(first, second, threshold)), -n);
  };
  // The distribution is symmetric: P(S <= s) = P(S >= -s).
  return {.less = at_least(-observed - tolerance), .greater = at_least(observed - tolerance)};
}

double MonteCarloP(std::span<const double> sizes, double observed, double tolerance,
                   const SignFlipOptions& options) {
  Random random(options.seed);
  auto as_far = [&](double sum) {
    if (options.side == Side::kGreater) return sum >= observed - tolerance;
    if (options.side == Side::kLess) return sum <= observed + tolerance;
    return std::abs(sum) >= std::abs(observed) - tolerance;
  };
  std::size_t count = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    double sum = 0;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (i % 64 == 0) bits = random.Bits();
      sum += (bits >> (i % 64) & 1u) != 0 ? sizes[i] : -sizes[i];
    }
    count += as_far(sum);
  }
  return static_cast<double>(count + 1) / static_cast<double>(options.draws + 1);
}

bool UseExact(std::size_t n, NullDistribution asked) {
  if (asked == NullDistribution::kMonteCarlo) return false;
  if (asked == NullDistribution::kAutomatic) return n <= kMostExactSignFlips;
  if (asked != NullDistribution::kExact) throw Undefined("the sign-flip test is exact or by Monte Carlo");
  if (n > kMostExactSignFlips) {
    throw Undefined("sign flips are counted exactly up to " + std::to_string(kMostExactSignFlips) +
                    " differences; there are " + std::to_string(n));
  }
  return true;
}

}  // namespace

SignFlipResult SignFlip(std::span<const double> differences, const SignFlipOptions& options) {
  RequireFinite(differences, "difference");
  const double largest = LargestMagnitude(differences);
  if (largest == 0) throw Undefined("every difference is zero: flipping signs carries no information");
  // A power of two keeps sums finite and changes no comparison.
  const int exponent = std::ilogb(largest) + 1;
  std::vector<double> sizes;
  double observed = 0;
  double total = 0;
  for (double d : differences) {
    const double scaled = std::scalbn(d, -exponent);
    sizes.push_back(std::abs(scaled));
    observed += scaled;
    total += std::abs(scaled);
  }
  const double tolerance = options.tie_tolerance * total;
  const bool exact = UseExact(sizes.size(), options.distribution);
  if (!exact) RequireDraws(sizes.size(), options.draws);
  const double p = exact ? PValue(ExactTails(sizes, observed, tolerance), options.side)
                         : MonteCarloP(sizes, observed, tolerance, options);
  return {.n = sizes.size(),
          .mean = std::scalbn(observed / static_cast<double>(sizes.size()), exponent),
          .p = p,
          .distribution = exact ? NullDistribution::kExact : NullDistribution::kMonteCarlo,
          .draws = exact ? 0 : options.draws};
}

}  // namespace retable::stats
