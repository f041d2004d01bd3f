// The sign-flip permutation test: is the mean of paired differences zero?
//
// Under the null hypothesis each d_i is as likely as -d_i. The p-value is the share of the 2^n assignments of
// signs whose sum is at least as large as the observed one (two-sided: at least as far from 0, which is twice
// the smaller tail). Flipping the mean, the sum or Student's t gives the same p, each being increasing
// in the others.
//
// Up to 40 differences every assignment is counted (two sorted halves of 2^(n/2) sums each). Past that, or on
// request, `draws` random ones with p = (b + 1) / (draws + 1), never 0. Ties: sums within tie_tolerance *
// sum|d_i| of the observed one count as at least as large. The bound is relative, so no p can be pinned by
// it, and decimals that add up in another order still tie: .1 .2 .3 -.4 has p = 7/8.
//
// Source: R. A. Fisher, The Design of Experiments (1935), section 21. Agrees with exact enumeration, and with
// the p Fisher gives for Darwin's maize (tests/stats/sign_flip_test.cc).
// Refuses: NaN, infinities, differences that are all zero, exact counting past 40.
#ifndef RETABLE_STATS_SIGN_FLIP_H_
#define RETABLE_STATS_SIGN_FLIP_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

inline constexpr std::size_t kMostExactSignFlips = 40;

struct SignFlipOptions {
  Side side = Side::kTwoSided;
  NullDistribution distribution = NullDistribution::kAutomatic;  // or kExact, kMonteCarlo
  std::size_t draws = 99'999;                                    // of kMonteCarlo
  std::uint64_t seed = 1;                                        // of kMonteCarlo
  double tie_tolerance = 1e-12;                                  // relative
};

struct SignFlipResult {
  std::size_t n = 0;
  double mean = 0;
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
  std::size_t draws = 0;  // of kMonteCarlo, else 0
};

SignFlipResult SignFlip(std::span<const double> differences, const SignFlipOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_SIGN_FLIP_H_
