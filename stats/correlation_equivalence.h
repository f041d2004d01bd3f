// Equivalence of a correlation with none: does one quantity predict nothing of another?
//
// A large p of a correlation test is no answer; this is. Two one-sided tests with bounds fixed beforehand,
// -1 < low < 0 < high < 1, on Fisher's scale, where the estimate is close to normal:
//   z_low = (atanh r - atanh low) / se,  z_high = (atanh r - atanh high) / se
//   p = max(P(Z > z_low), P(Z < z_high))
//   TostSpearman  se^2 = (1 + rho^2/2) / (n - 3) (Bonett, Wright) or 1.06 / (n - 3) (Fieller): spearman.h
//   TostPearson   se^2 = 1 / (n - 3)
// Equivalent at alpha exactly when the 1 - 2 alpha interval, made with the same se, lies inside the bounds;
// smallest_margin is the symmetric margin at which these data would just pass.
//
// What it assumes: independent points, n of them, and a joint distribution not far from normal after monotone
// transforms (Bonett and Wright checked |rho| < .8). No permutation can replace it: pairings are exchangeable
// when nothing is correlated, not at a bound. Points nested in blocks (heads in layers) are not independent:
// take the partial rank correlation, and n - B + 1 for the n of TostSpearman with B blocks
// (partial_spearman.h).
//
// Sources: D. J. Schuirmann 1987, doi:10.1007/BF01068419; D. G. Bonett and T. A. Wright 2000,
// doi:10.1007/BF02294183; K. S. Goertzen and R. A. Cribbie 2010, doi:10.1348/000711009X475853
// (equivalence of correlations).
// Checked: size at the bound, test against interval (tests/stats/correlation_equivalence_test.cc).
// Refuses: |r| = 1, n <= 3, bounds that do not hold 0 strictly between them within (-1, 1),
// alpha outside (0, 1/2).
#ifndef RETABLE_STATS_CORRELATION_EQUIVALENCE_H_
#define RETABLE_STATS_CORRELATION_EQUIVALENCE_H_

#include <cstddef>

#include "stats/equivalence.h"
#include "stats/spearman.h"

namespace retable::stats {

// Of an estimate over n points: from Spearman(x, y).estimate, or PartialSpearman's.
EquivalenceResult TostSpearman(double rho, std::size_t n, const EquivalenceBounds& bounds,
                               double alpha = 0.05,
                               SpearmanVariance variance = SpearmanVariance::kBonettWright);
EquivalenceResult TostPearson(double r, std::size_t n, const EquivalenceBounds& bounds, double alpha = 0.05);

}  // namespace retable::stats

#endif  // RETABLE_STATS_CORRELATION_EQUIVALENCE_H_
