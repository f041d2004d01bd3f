// The label permutation test: do two independent groups differ in their mean?
//
// Under the null hypothesis every way to choose which n_a of the N values carry the first label is as likely.
// The p-value is the share of ways whose first group has a sum at least as large as the observed one
// (kGreater: mean of a above mean of b); two-sided p = twice the smaller tail, at most 1. With groups of
// fixed sizes the sum, the difference of means and Student's t order the ways alike, one-sided.
// Every way is counted up to 2 million of them (C(23, 11), say): combinations, not orders. Past that, or on
// request, `draws` random ones with p = (b + 1) / (draws + 1), never 0.
// Ties: sums within tie_tolerance * sum |x - mean| of the observed one count as at least as large; so two
// samples of the same values have p = 1.
// For paired data use sign_flip.h; this test would throw the pairing away.
//
// Source: E. J. G. Pitman 1937, doi:10.2307/2984124. Checked against enumeration
// (tests/stats/label_permutation_test.cc).
// Refuses: NaN, infinities, an empty group, values that are all equal up to rounding.
#ifndef RETABLE_STATS_LABEL_PERMUTATION_H_
#define RETABLE_STATS_LABEL_PERMUTATION_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

struct LabelPermutationOptions {
  Side side = Side::kTwoSided;
  NullDistribution distribution = NullDistribution::kAutomatic;  // or kExact, kMonteCarlo
  std::size_t draws = 99'999;                                    // of kMonteCarlo
  std::uint64_t seed = 1;                                        // of kMonteCarlo
  double tie_tolerance = 1e-12;                                  // relative
};

struct LabelPermutationResult {
  double difference = 0;  // mean of a - mean of b
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
  std::size_t draws = 0;  // of kMonteCarlo, else 0
};

// Are all ways to label counted?
bool LabelPermutationWithinReach(std::size_t size_a, std::size_t size_b);

LabelPermutationResult LabelPermutation(std::span<const double> a, std::span<const double> b,
                                        const LabelPermutationOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_LABEL_PERMUTATION_H_
