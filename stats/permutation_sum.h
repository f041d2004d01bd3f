// The sum of products over a random pairing: how likely is one as extreme as the observed?
//
//   S = sum_i a_i b_pi(i),  pi uniform over the n! permutations;  observed: pi the identity
// The null distribution of Spearman's correlation, ties and all, when a and b are doubled mid-ranks. Dynamic
// programming over the sets of b already paired, with whole sums, so that equal sums are equal. Cost: 2^n n /
// 2 additions of vectors as long as the largest sum, after both columns are shifted to start at 0 and divided
// by their greatest common divisor. Within reach: 8 million cells in the widest layer, which is n <= 15
// without ties and n <= 13 with any.
// Source: the recurrence is elementary; compare M. A. van de Wiel and A. Di Bucchianico 2001,
// doi:10.1016/S0378-3758(00)00166-X, for a faster one.
#ifndef RETABLE_STATS_PERMUTATION_SUM_H_
#define RETABLE_STATS_PERMUTATION_SUM_H_

#include <cstdint>
#include <span>
#include <vector>

#include "stats/side.h"

namespace retable::stats {

bool PermutationSumWithinReach(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

// Refuses columns that are out of reach or of different lengths.
Tails PermutationSumTails(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

// {P(S = 0), P(S = 1), ..., P(S = largest)} of scores that are 0 or more, as given.
std::vector<double> PermutationSumDistribution(std::span<const std::int64_t> a,
                                               std::span<const std::int64_t> b);

}  // namespace retable::stats

#endif  // RETABLE_STATS_PERMUTATION_SUM_H_
