#include "stats/label_permutation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kMostWays = 2e6;

struct Counter {
  double observed;
  double tolerance;
  double less = 0;
  double greater = 0;
  double all = 0;

  void Add(double sum) {
    less += sum <= observed + tolerance;
    greater += sum >= observed - tolerance;
    ++all;
  }
};

// Every choice of `left` values from `from` on.
void Choose(const std::vector<double>& values, std::size_t from, std::size_t left, double sum,
            Counter& counter) {
  if (left == 0) {
    counter.Add(sum);
    return;
  }
  for (std::size_t i = from; i + left <= values.size(); ++i) {
    Choose(values, i + 1, left - 1, sum + values[i], counter);
  }
}

void Draw(std::vector<double> values, std::size_t size, const LabelPermutationOptions& options,
          Counter& counter) {
  Random random(options.seed);
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      std::swap(values[i], values[i + random.Below(values.size() - i)]);
      sum += values[i];
    }
    counter.Add(sum);
  }
}

double Ways(std::size_t n, std::size_t k) {
  double ways = 1;
  for (std::size_t i = 1; i <= k && ways <= kMostWays; ++i)
    ways = ways * static_cast<double>(n - k + i) / static_cast<double>(i);
  return ways;
}

NullDistribution Decide(bool within_reach, const LabelPermutationOptions& options) {
  if (options.distribution == NullDistribution::kAutomatic) {
    return within_reach ? NullDistribution::kExact : NullDistribution::kMonteCarlo;
  }
  if (options.distribution != NullDistribution::kExact &&
      options.distribution != NullDistribution::kMonteCarlo) {
    throw Undefined("the label permutation test is exact or by Monte Carlo");
  }
  if (options.distribution == NullDistribution::kExact && !within_reach) {
    throw Undefined("more than 2 million ways to label the values: ask for Monte Carlo");
  }
  return options.distribution;
}

}  // namespace

bool LabelPermutationWithinReach(std::size_t size_a, std::size_t size_b) {
  return Ways(size_a + size_b, std::min(size_a, size_b)) <= kMostWays;
}

LabelPermutationResult LabelPermutation(std::span<const double> a, std::span<const double> b,
                                        const LabelPermutationOptions& options) {
  RequireAtLeast(a.size(), 1, "value in each group");
  RequireAtLeast(b.size(), 1, "value in each group");
  std::vector<double> values(a.begin(), a.end());
  values.insert(values.end(), b.begin(), b.end());
  const Moments moments = MeanAndSd(values);
  if (IsRounding(moments.sd, LargestMagnitude(values))) {
    throw Undefined("all values are equal: labels carry no information");
  }
  // In units of their spread, which changes no comparison.
  Counter counter{.observed = 0, .tolerance = 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = (values[i] - moments.mean) / moments.sd;
    counter.tolerance += options.tie_tolerance * std::abs(values[i]);
    if (i < a.size()) counter.observed += values[i];
  }
  const double n_a = static_cast<double>(a.size());
  const double n_b = static_cast<double>(b.size());
  LabelPermutationResult result;
  // The centred values sum to 0, so mean a - mean b = S_a (1 / n_a + 1 / n_b).
  result.difference = moments.sd * counter.observed * (1 / n_a + 1 / n_b);
  if (!std::isfinite(result.difference)) {
    throw Undefined("the difference of means is too large for a double; give the values in another unit");
  }
  result.distribution = Decide(LabelPermutationWithinReach(a.size(), b.size()), options);
  if (result.distribution == NullDistribution::kExact) {
    Choose(values, 0, a.size(), 0, counter);
  } else {
    RequireDraws(a.size(), options.draws);
    result.draws = options.draws;
    counter.less = counter.greater = counter.all = 1;  // the observed labelling
    Draw(values, a.size(), options, counter);
  }
  result.p =
      PValue({.less = counter.less / counter.all, .greater = counter.greater / counter.all}, options.side);
  return result;
}

}  // namespace retable::stats
