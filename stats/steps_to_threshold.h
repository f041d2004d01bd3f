// Steps to a threshold, where some runs never get there: summaries that do not drop the misses.
//
// A run that misses is censored: all that is known is that it needs more than the steps it was given.
// Dropping it selects on the outcome; a mean of infinities is no number. What serves instead:
//   MissesAsWorst      steps, +inf for a miss: input for the rank tests, which take infinities as the largest
//                      values (signed_rank.h and sign_test.h for pairs, jonckheere.h with two groups for Mann
//                      and Whitney's, spearman.h). Two misses tie.
//   Median             of values with infinities: (1, inf, 2) has 2, (1, inf, inf) has inf
//   InterquartileMean  mean after leaving out floor(n/4) values at either end; defined while the
//                      rest is finite
//   KaplanMeier        share still on its way after t steps, S(t) = prod over t_i <= t of (1 - d_i / n_i),
//                      with d_i runs arriving and n_i still on their way at t_i; runs may be censored at
//                      different budgets. Standard error by Greenwood, se = S sqrt(sum d_i / (n_i (n_i -
//                      d_i))); interval through log(-log S), S^exp(+-z se / (S |log S|)), none where S is 1
//                      or 0. Median: the first t with S(t) <= 1/2.
//   LogRank            (log_rank.h) two arms compared, misses and all
//   PerformanceProfile share of values at or under each threshold, with Clopper and Pearson's
//                      interval at each alone
//   RatiosToBest       within each block, steps over the fewest of any arm (E. D. Dolan and J. J. More), for
//                      profiles
// Always print "k of n reached" beside any of them.
//
// Sources: E. L. Kaplan and P. Meier 1958, doi:10.1080/01621459.1958.10501452; M. Greenwood 1926, Reports on
// Public Health 33; E. D. Dolan and J. J. More 2002, doi:10.1007/s101070100263; R. Agarwal et
// al. 2021, arXiv:2108.13264.
// Checked by hand on the survival package's leukaemia data (tests/stats/steps_to_threshold_test.cc).
// Refuses: no values, NaN, steps that are not above 0, an interquartile mean that reaches into infinities.
#ifndef RETABLE_STATS_STEPS_TO_THRESHOLD_H_
#define RETABLE_STATS_STEPS_TO_THRESHOLD_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace retable::stats {

enum class Outcome { kReached, kMissed };

struct Steps {
  double steps = 0;  // to the threshold, or the whole budget of a run that missed it
  Outcome outcome = Outcome::kReached;
};

// Refuses no runs, and steps that are not above 0 and finite.
void RequireSteps(std::span<const Steps> runs);

std::vector<double> MissesAsWorst(std::span<const Steps> runs);
double Median(std::span<const double> values);
double InterquartileMean(std::span<const double> values);

struct SurvivalPoint {
  double steps = 0;
  std::size_t on_their_way = 0;  // just before
  std::size_t arrived = 0;       // here
  double share_left = 1;         // after
  double standard_error = 0;
  std::optional<Interval> interval;
};

struct KaplanMeierResult {
  std::size_t n = 0;
  std::size_t reached = 0;
  std::vector<SurvivalPoint> points;  // one for each step at which a run arrived
  std::optional<double> median;       // none if more than half never arrive
};

KaplanMeierResult KaplanMeier(std::span<const Steps> runs, double confidence = 0.95);

struct ProfilePoint {
  double threshold = 0;
  double share = 0;  // of values <= threshold
  Interval interval;
};

std::vector<ProfilePoint> PerformanceProfile(std::span<const double> values,
                                             std::span<const double> thresholds, double confidence = 0.95);
// blocks[i][j]: block i, arm j. A block in which no arm arrives is infinite for all.
std::vector<std::vector<double>> RatiosToBest(std::span<const std::vector<double>> blocks);

}  // namespace retable::stats

#endif  // RETABLE_STATS_STEPS_TO_THRESHOLD_H_
