// The log-rank test: does one arm reach its threshold sooner than another, when some runs never do?
//
//   O - E = sum over the steps t at which a run arrives of (d_a - d n_a / n),  d arrivals at t (d_a of them
//           in a), n runs still on their way just before t (n_a of them in a)
//   V = sum d (n_a / n) (1 - n_a / n) (n - d) / (n - 1),  z = (O - E) / sqrt(V)
// kGreater asks whether a arrives sooner (more arrivals than expected). Runs that miss count as on their way
// up to their budget and never after; nothing is assumed about when they would have arrived.
//   kExact       every way to label the runs counted: O - E is the sum over a of the scores
//                1[reached] - H(t), with H the Nelson-Aalen sum d / n up to t over both arms, and sums of
//                scores are a label permutation test (label_permutation.h; up to 2 million ways). Valid where
//                budgets do not depend on the arm
//   kMonteCarlo  random labels, (b + 1) / (draws + 1)
//   kAsymptotic  z against the normal distribution
// kAutomatic takes the first within reach. Pairs (one block and seed in both arms) are better served by
// signed_rank.h with misses as the worst (steps_to_threshold.h).
//
// Source: N. Mantel 1966, Cancer Chemotherapy Reports 50, 163-170; R. Peto and J. Peto 1972,
// doi:10.2307/2344317.
// Agrees with R's survdiff on the survival package's leukaemia data (tests/stats/log_rank_test.cc).
// Refuses: an empty arm, steps that are not above 0, no arrival, arms of which only one is on its
// way at every arrival.
#ifndef RETABLE_STATS_LOG_RANK_H_
#define RETABLE_STATS_LOG_RANK_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "stats/null_distribution.h"
#include "stats/side.h"
#include "stats/steps_to_threshold.h"

namespace retable::stats {

struct LogRankOptions {
  Side side = Side::kTwoSided;
  NullDistribution distribution = NullDistribution::kAutomatic;
  std::size_t draws = 99'999;  // of kMonteCarlo
  std::uint64_t seed = 1;      // of kMonteCarlo
};

struct LogRankResult {
  std::size_t reached_a = 0;
  std::size_t reached_b = 0;
  double expected_a = 0;  // arrivals of a, were the arms alike
  double variance = 0;    // of reached_a
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
  std::size_t draws = 0;  // of kMonteCarlo, else 0
};

LogRankResult LogRank(std::span<const Steps> a, std::span<const Steps> b, const LogRankOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_LOG_RANK_H_
