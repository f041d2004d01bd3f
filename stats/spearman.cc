#include "stats/spearman.h"

#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/permutation_sum.h"
#include "stats/ranks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// Doubled ranks less their mean n + 1, which is whole.
std::vector<std::int64_t> CentredRanks(std::span<const double> values, double tolerance) {
  std::vector<std::int64_t> ranks = MidRanks(values, AbsoluteTolerance(values, tolerance)).doubled;
  for (std::int64_t& rank : ranks) rank -= static_cast<std::int64_t>(values.size()) + 1;
  return ranks;
}

std::int64_t Product(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double Estimate(std::int64_t product, std::int64_t squares_a, std::int64_t squares_b) {
  // Whole numbers decide what rounded roots cannot: a perfect correlation is exactly 1.
  if (squares_a == squares_b && std::abs(product) == squares_a) return product > 0 ? 1 : -1;
  return static_cast<double>(product) /
         (std::sqrt(static_cast<double>(squares_a)) * std::sqrt(static_cast<double>(squares_b)));
}

Tails NullTails(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b,
                const CorrelationResult& result, const CorrelationOptions& options) {
  switch (result.distribution) {
    case NullDistribution::kExact:
      return PermutationSumTails(a, b);
    case NullDistribution::kMonteCarlo:
      return RandomPairingTails(
          b, options, [&a](const std::vector<std::int64_t>& shuffled) { return Product(a, shuffled); });
    case NullDistribution::kStudent:
      return CorrelationStudentTails(result.estimate, static_cast<double>(result.n) - 2);
    default:
      throw Undefined(
          "Spearman's correlation has an exact, a Monte Carlo and a t distribution, and no other");
  }
}

}  // namespace

CorrelationResult Spearman(std::span<const double> x, std::span<const double> y,
                           const CorrelationOptions& options) {
  RequireSameSize(x.size(), y.size());
  RequireAtLeast(x.size(), 2, "point");
  const std::vector<std::int64_t> a = CentredRanks(x, options.tie_tolerance);
  const std::vector<std::int64_t> b = CentredRanks(y, options.tie_tolerance);
  const std::int64_t squares_a = Product(a, a);
  const std::int64_t squares_b = Product(b, b);
  if (squares_a == 0 || squares_b == 0)
    throw Undefined("a column is constant: its ranks cannot rise with anything");

  CorrelationResult result;
  result.n = x.size();
  result.estimate = Estimate(Product(a, b), squares_a, squares_b);
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution = PermutationSumWithinReach(a, b)             ? NullDistribution::kExact
                          : DrawsWithinReach(x.size(), options.draws) ? NullDistribution::kMonteCarlo
                                                                      : NullDistribution::kStudent;
  }
  if (result.distribution == NullDistribution::kMonteCarlo) result.draws = options.draws;
  result.p = PValue(NullTails(a, b, result, options), options.side);
  return result;
}

double SpearmanStandardError(double rho, std::size_t n, SpearmanVariance variance) {
  if (n <= 3) throw Undefined("an interval of Spearman's correlation needs at least 4 points");
  const double factor = variance == SpearmanVariance::kFieller ? 1.06 : 1 + rho * rho / 2;
  return std::sqrt(factor / static_cast<double>(n - 3));
}

Interval SpearmanInterval(double rho, std::size_t n, double confidence, SpearmanVariance variance) {
  return FisherInterval(rho, SpearmanStandardError(rho, n, variance), confidence);
}

}  // namespace retable::stats
