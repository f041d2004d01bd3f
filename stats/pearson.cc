#include "stats/pearson.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// (x - mean) / sd / sqrt(n - 1): a column of length 1.
std::vector<double> Standardized(std::span<const double> values) {
  const Moments moments = MeanAndSd(values);
  if (IsRounding(moments.sd, LargestMagnitude(values))) {
    throw Undefined("a column is constant up to rounding: nothing can go along with it");
  }
  const double root = std::sqrt(static_cast<double>(values.size() - 1));
  std::vector<double> standardized;
  for (double value : values) standardized.push_back((value - moments.mean) / moments.sd / root);
  return standardized;
}

double Product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Tails MonteCarloTails(const std::vector<double>& a, std::vector<double> b,
                      const CorrelationOptions& options) {
  RequireDraws(a.size(), options.draws);
  constexpr double kTolerance = 1e-12;
  const double observed = Product(a, b);
  Random random(options.seed);
  std::size_t less = 0;
  std::size_t greater = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    random.Shuffle(b);
    const double r = Product(a, b);
    less += r <= observed + kTolerance;
    greater += r >= observed - kTolerance;
  }
  const double all = static_cast<double>(options.draws + 1);
  return {.less = static_cast<double>(less + 1) / all, .greater = static_cast<double>(greater + 1) / all};
}

}  // namespace

CorrelationResult Pearson(std::span<const double> x, std::span<const double> y,
                          const CorrelationOptions& options) {
  RequireSameSize(x.size(), y.size());
  RequireAtLeast(x.size(), 3, "point");
  const std::vector<double> a = Standardized(x);
  const std::vector<double> b = Standardized(y);
  CorrelationResult result;
  result.n = x.size();
  result.estimate = std::clamp(Product(a, b), -1.0, 1.0);
  if (options.distribution == NullDistribution::kMonteCarlo) {
    result.distribution = NullDistribution::kMonteCarlo;
    result.draws = options.draws;
    result.p = PValue(MonteCarloTails(a, b, options), options.side);
    return result;
  }
  if (options.distribution != NullDistribution::kAutomatic &&
      options.distribution != NullDistribution::kStudent) {
    throw Undefined("Pearson's correlation has a t and a Monte Carlo distribution, and no other");
  }
  // Points on a line give r within rounding of 1, where t would be rounding noise.
  if (1 - std::abs(result.estimate) < 1e-14)
    throw Undefined("the points lie on a straight line: t has no value");
  result.distribution = NullDistribution::kStudent;
  result.p =
      PValue(CorrelationStudentTails(result.estimate, static_cast<double>(x.size()) - 2), options.side);
  return result;
}

Interval PearsonInterval(double r, std::size_t n, double confidence) {
  if (n <= 3) throw Undefined("an interval of Pearson's correlation needs at least 4 points");
  return FisherInterval(r, 1 / std::sqrt(static_cast<double>(n - 3)), confidence);
}

}  // namespace retable::stats
