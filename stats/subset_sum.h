// The sum of whole weights, each taken with probability 1/2: how likely is a sum of at most t?
//
//   S = sum_i w_i B_i,  B_i independent, P(B_i = 0) = P(B_i = 1) = 1/2
//
// This is the null distribution of every signed-rank statistic, ties and all, once ranks are doubled to be
// whole (the shift algorithm: B. Streitberg and J. Roehmel, Exact distributions for permutation and rank
// tests, Statistical Software Newsletter 12(1), 1986, 10-17). Dynamic programming over sums, smallest weight
// first; the smaller tail is summed, never 1 - the other, so it is right to about n roundings even at
// 2^-1000. Cost: n * min(t, total - t) / (greatest common divisor of the weights) additions.
// Refuses negative weights, and more than 1,000 of them (counts up to 2^n must fit a double).
#ifndef RETABLE_STATS_SUBSET_SUM_H_
#define RETABLE_STATS_SUBSET_SUM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/side.h"

namespace retable::stats {

inline constexpr std::size_t kMostSubsetSumWeights = 1000;

// P(S <= t) and P(S >= t), 0 <= t <= total.
Tails SubsetSumTails(std::span<const std::int64_t> weights, std::int64_t t);

// {P(S <= 0), P(S <= 1), ..., P(S <= t)}. t must be at most half the total of the weights.
std::vector<double> SubsetSumLowerTail(std::span<const std::int64_t> weights, std::int64_t t);

}  // namespace retable::stats

#endif  // RETABLE_STATS_SUBSET_SUM_H_
