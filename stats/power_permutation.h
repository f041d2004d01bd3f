// Power and sample size of permutation tests: sign flips, and Page's trend.
//
// Normal errors of sd 1; effects in that unit.
//   PowerSignFlip  of paired differences with mean dz. Up to 16 pairs, the share of `draws` seeded samples
//                  that the exact test rejects; past that Student's t stands in, whose power it approaches
//                  (E. L. Lehmann and J. P. Romano, Testing Statistical Hypotheses, 3rd ed., 15.2): within
//                  .015 from 12 pairs on, measured in tests/stats/power_permutation_test.cc
//   PowerPage      of m blocks of k arms whose means rise by `step` from each arm to the next; the share of
//                  `draws` seeded designs that the exact one-sided test rejects. What a block adds to all of
//                  its arms cancels
// Standard error of a share: at most 1 / (2 sqrt(draws)). Pairs and blocks: the smallest number
// with the wanted power.
//
// Refuses: effects of 0, or pointing away from a one-sided alternative; designs beyond Page's exact
// distribution (page.h); power not in (alpha, 1); more than 1,000,000 pairs or 500 blocks.
#ifndef RETABLE_STATS_POWER_PERMUTATION_H_
#define RETABLE_STATS_POWER_PERMUTATION_H_

#include <cstddef>

#include "stats/power.h"

namespace retable::stats {

double PowerSignFlip(double dz, std::size_t n, const PowerOptions& options = {});
std::size_t PairsForSignFlip(double dz, double power = 0.8, const PowerOptions& options = {});

// One-sided, for a rise: options.side is not read.
double PowerPage(double step, std::size_t blocks, std::size_t arms, const PowerOptions& options = {});
std::size_t BlocksForPage(double step, std::size_t arms, double power = 0.8,
                          const PowerOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_POWER_PERMUTATION_H_
