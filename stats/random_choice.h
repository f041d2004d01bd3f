// Does a rule that chooses from a pool pick lower values than drawing from it at random would?
//
//   d = mean(pool) - mean(chosen)
//   z = d / (sd(pool) / sqrt(n)),  n values chosen, sd with N for the N of the pool
// Null hypothesis: the chosen values are n independent uniform draws from the pool (a value may come more
// than once).
//   p = (b + 1) / (draws + 1),  b the draws whose mean is at most that of the chosen
// kGreater asks whether d lies above 0 (the chosen are lower), kLess below, kTwoSided either. Means within
// 1e-12 of the pool's largest |value| tie, and ties count as at least as far out. The p is a Monte Carlo one
// from a seed, the same on every platform; it cannot fall below 1 / (draws + 1), which z shows past that.
//
// The pool is taken as it is, whole and fixed. The interval is that of d where the chosen are a sample:
//   d -+ q sd(chosen) / sqrt(n), sd with n - 1, q Student's quantile with n - 1
//
// Checked against the enumeration of all N^n draws (tests/stats/random_choice_test.cc).
// Power: none is offered. It would need the distribution of what a rule chooses, which nobody has before
// choosing; and the pool is fixed, so that only more choices would make it larger.
// Refuses: fewer than 2 values chosen or in the pool, NaN, infinities, a pool that is constant, values whose
// sums leave the doubles, more than kMostSteps of draws times n.
#ifndef RETABLE_STATS_RANDOM_CHOICE_H_
#define RETABLE_STATS_RANDOM_CHOICE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "stats/interval.h"
#include "stats/side.h"

namespace retable::stats {

struct RandomChoiceOptions {
  Side side = Side::kGreater;
  double confidence = 0.95;
  std::size_t draws = 99'999;
  std::uint64_t seed = 1;
};

struct RandomChoiceResult {
  double difference = 0;  // of the means, pool - chosen
  double z = 0;
  double p = 1;
  std::optional<Interval> interval = {};  // of the difference; nothing where all chosen are one value
};

RandomChoiceResult RandomChoice(std::span<const double> chosen, std::span<const double> pool,
                                const RandomChoiceOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_RANDOM_CHOICE_H_
