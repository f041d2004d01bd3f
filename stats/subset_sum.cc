#include "stats/subset_sum.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

void Check(std::span<const std::int64_t> weights) {
  if (weights.size() > kMostSubsetSumWeights) {
    throw Undefined("the exact distribution of a signed-rank sum is kept up to " +
                    std::to_string(kMostSubsetSumWeights) + " values; there are " +
                    std::to_string(weights.size()));
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
  counts[0] = 1;
  std::int64_t reach = 0;  // the largest sum so far
  for (std::int64_t weight : ascending) {
    if (weight > t) break;
    reach = std::min(t, reach + weight);
    if (weight == 0) {
      counts.head(reach + 1) *= 2;
      continue;
    }
    // In place, from the top down, in pieces too short to overlap what they add.
    for (std::int64_t past = reach + 1; past > weight;) {
      const std::int64_t length = std::min(weight, past - weight);
      past -= length;
      counts.segment(past, length) += counts.segment(past - weight, length);
    }
  }
  return counts;
}

}  // namespace

Tails SubsetSumTails(std::span<const std::int64_t> weights, std::int64_t t) {
  Check(weights);
  std::int64_t total = 0;
  std::int64_t divisor = 0;
  for (std::int64_t weight : weights) {
    total += weight;
    divisor = std::gcd(divisor, weight);
  }
  if (t < 0 || t > total) throw Undefined("a sum of weights lies between 0 and their total");
  if (total == 0) return {.less = 1, .greater = 1};
  // Every sum is a multiple of the divisor, and S and total - S have one distribution.
  const std::int64_t at_most = std::min(t, total - t) / divisor;  // of the nearer end
  std::vector<std::int64_t> reduced(weights.begin(), weights.end());
  for (std::int64_t& weight : reduced) weight /= divisor;
  const Eigen::ArrayXd counts = CountSubsets(reduced, at_most);
  const int n = static_cast<int>(weights.size());
  const double near = std::ldexp(counts.sum(), -n);
  // Of the far tail only what lies strictly nearer the end is missing; t itself is a sum if the divisor
  // divides it.
  const bool attained = std::min(t, total - t) % divisor == 0;
  const double far = 1 - std::ldexp(attained ? counts.head(at_most).sum() : counts.sum(), -n);
  return t <= total - t ? Tails{.less = near, .greater = far} : Tails{.less = far, .greater = near};
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
