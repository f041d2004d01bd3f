// Equivalence and non-inferiority: is a difference small enough not to matter?
//
// Two one-sided tests. With a margin fixed beforehand, low < 0 < high in the units of the differences:
//   H0: centre <= low or centre >= high
//   p = max(p of "centre > low", p of "centre < high")        (the larger one: both must be rejected)
// Equivalent at alpha exactly when the 1 - 2 alpha interval lies inside (low, high); the interval is given,
// and smallest_margin = max(|interval.low|, |interval.high|): the symmetric margin at which these
// data would just pass.
//   TostT           Student's t of the mean (student_t.h)
//   TostSignedRank  exact Wilcoxon signed-rank of the centre (signed_rank.h); interval of Hodges and Lehmann.
//                   A difference that lies on a bound is a zero there and dropped.
// A large p of a test of no difference is no evidence of equality; this is.
//
// Non-inferiority is one of the two tests: with d = new - reference and larger better, H0: centre <= -margin.
// Smaller better turns the sign of d around. Its interval is one-sided, at 1 - alpha.
//
// Source: D. J. Schuirmann 1987, doi:10.1007/BF01068419. Agrees with TOSTER's and scipy's numbers in
// tests/stats/equivalence_test.cc.
// Refuses: what the t and signed-rank tests refuse (no spread; too few differences for the interval at
// alpha); bounds that do not hold 0 between them; a margin that is not above 0.
#ifndef RETABLE_STATS_EQUIVALENCE_H_
#define RETABLE_STATS_EQUIVALENCE_H_

#include <span>

#include "stats/better.h"
#include "stats/interval.h"

namespace retable::stats {

struct EquivalenceBounds {
  double low = 0;
  double high = 0;
};

struct EquivalenceResult {
  double estimate = 0;     // mean, or Hodges and Lehmann's
  double p_above_low = 1;  // of "centre > low"
  double p_below_high = 1;
  double p = 1;       // the larger of the two
  Interval interval;  // at 1 - 2 alpha
  double smallest_margin = 0;
};

EquivalenceResult TostT(std::span<const double> differences, const EquivalenceBounds& bounds,
                        double alpha = 0.05);
EquivalenceResult TostSignedRank(std::span<const double> differences, const EquivalenceBounds& bounds,
                                 double alpha = 0.05);

struct NonInferiorityResult {
  double estimate = 0;  // of the differences as given
  double p = 1;
  Interval interval;           // one-sided, of the differences as given
  double smallest_margin = 0;  // the margin at which these data would just pass; below 0: superior
};

NonInferiorityResult NonInferiorityT(std::span<const double> differences, double margin, Better better,
                                     double alpha = 0.05);
NonInferiorityResult NonInferioritySignedRank(std::span<const double> differences, double margin,
                                              Better better, double alpha = 0.05);

}  // namespace retable::stats

#endif  // RETABLE_STATS_EQUIVALENCE_H_
