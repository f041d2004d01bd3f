#include "stats/subset_sum.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <Eigen/Core>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

void Check(std::span<const std::int64_t> weights) {
  if (weights.size() > kMostSubsetSumWeights) {
    throw Undefined("the exact distribution of a signed-rank sum is kept up to " +
                    std::to_string(kMostSubsetSumWeights) + " values; there are " + std::to_string(weights.size()));
  }
  for (std::int64_t weight : weights) {
    if (weight < 0) throw Undefined("the weights of a subset sum must be 0 or more");
  }
}

// Number of subsets with sum 0, 1, ..., t.
Eigen::ArrayXd CountSubsets(std::span<const std::int64_t> weights, std::int64_t t) {
  std::vector<std::int64_t> ascending(weights.begin(), weights.end());
  std::sort(ascending.begin(), ascending.end());
  Eigen::ArrayXd counts = Eigen::ArrayXd::Zero(t + 1);
  Eigen::ArrayXd next = Eigen::ArrayXd::Zero(t + 1);
  counts[0] = 1;
  std::int64_t reach = 0;  // the largest sum so far
  for (std::int64_t weight : ascending) {
    if (weight > t) break;
    reach = std::min(t, reach + weight);
    next.head(weight) = counts.head(weight);
    const std::int64_t shifted = reach + 1 - weight;
    next.segment(weight, shifted) = counts.segment(weight, shifted) + counts.head(shifted);
    counts.swap(next);
  }
  return counts;
}

}  // namespace

double SubsetSumAtMost(std::span<const std::int64_t> weights, std::int64_t t) {
  Check(weights);
  std::int64_t total = 0;
  std::int64_t divisor = 0;
  for (std::int64_t weight : weights) {
    total += weight;
    divisor = std::gcd(divisor, weight);
  }
  if (t < 0) return 0;
  if (t >= total) return 1;
  // S and total - S have one distribution.
  if (t > (total - 1) / 2) return 1 - SubsetSumAtMost(weights, total - t - 1);
  std::vector<std::int64_t> reduced(weights.begin(), weights.end());
  for (std::int64_t& weight : reduced) weight /= divisor;
  return std::ldexp(CountSubsets(reduced, t / divisor).sum(), -static_cast<int>(weights.size()));
}

std::vector<double> SubsetSumLowerTail(std::span<const std::int64_t> weights, std::int64_t t) {
  Check(weights);
  const std::int64_t total = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
  if (t < 0 || t > total / 2) throw Undefined("a lower tail runs to half the total at most");
  const Eigen::ArrayXd counts = CountSubsets(weights, t);
  std::vector<double> tail(static_cast<std::size_t>(t) + 1);
  std::partial_sum(counts.begin(), counts.end(), tail.begin());
  for (double& p : tail) p = std::ldexp(p, -static_cast<int>(weights.size()));
  return tail;
}

}  // namespace retable::stats
