#include "stats/equivalence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

void Check(const EquivalenceBounds& bounds, double alpha) {
  RequireLevel(2 * alpha, "twice alpha");
  if (!(bounds.low < 0 && bounds.high > 0))
    throw Undefined("equivalence bounds must have 0 strictly between them");
}

void CheckMargin(double margin, double alpha) {
  RequireLevel(alpha, "alpha");
  if (!(margin > 0)) throw Undefined("a margin of non-inferiority must be above 0");
}

EquivalenceResult Combine(double estimate, double p_above_low, double p_below_high,
                          const Interval& interval) {
  return {.estimate = estimate,
          .p_above_low = p_above_low,
          .p_below_high = p_below_high,
          .p = std::max(p_above_low, p_below_high),
          .interval = interval,
          .smallest_margin = std::max(std::abs(interval.low), std::abs(interval.high))};
}

// P-value of the centre against a bound; ties and zeros are judged at the scale of the values and the bound.
double SignedRankAgainst(std::span<const double> differences, double bound, Side side) {
  const std::vector<double> bounds(differences.size(), bound);
  return SignedRank(differences, bounds, {.side = side}).p;
}

struct OneSided {
  Side side;     // the alternative
  double bound;  // the centre under the null hypothesis
};

OneSided Direction(double margin, Better better) {
  if (better == Better::kLarger) return {.side = Side::kGreater, .bound = -margin};
  return {.side = Side::kLess, .bound = margin};
}

double SmallestMargin(const Interval& interval, Better better) {
  return better == Better::kLarger ? -interval.low : interval.high;
}

}  // namespace

EquivalenceResult TostT(std::span<const double> differences, const EquivalenceBounds& bounds, double alpha) {
  Check(bounds, alpha);
  const auto low = OneSampleT(differences, {.side = Side::kGreater, .mean = bounds.low});
  const auto high = OneSampleT(differences, {.side = Side::kLess, .mean = bounds.high});
  const auto both = OneSampleT(differences, {.confidence = 1 - 2 * alpha});
  return Combine(both.mean, low.p, high.p, both.interval);
}

EquivalenceResult TostSignedRank(std::span<const double> differences, const EquivalenceBounds& bounds,
                                 double alpha) {
  Check(bounds, alpha);
  return Combine(HodgesLehmannEstimate(differences),
                 SignedRankAgainst(differences, bounds.low, Side::kGreater),
                 SignedRankAgainst(differences, bounds.high, Side::kLess),
                 HodgesLehmannInterval(differences, 1 - 2 * alpha));
}

NonInferiorityResult NonInferiorityT(std::span<const double> differences, double margin, Better better,
                                     double alpha) {
  CheckMargin(margin, alpha);
  const OneSided direction = Direction(margin, better);
  const auto test =
      OneSampleT(differences, {.side = direction.side, .mean = direction.bound, .confidence = 1 - alpha});
  return {.estimate = test.mean,
          .p = test.p,
          .interval = test.interval,
          .smallest_margin = SmallestMargin(test.interval, better)};
}

NonInferiorityResult NonInferioritySignedRank(std::span<const double> differences, double margin,
                                              Better better, double alpha) {
  CheckMargin(margin, alpha);
  const OneSided direction = Direction(margin, better);
  const Interval interval = HodgesLehmannInterval(differences, 1 - alpha, direction.side);
  return {.estimate = HodgesLehmannEstimate(differences),
          .p = SignedRankAgainst(differences, direction.bound, direction.side),
          .interval = interval,
          .smallest_margin = SmallestMargin(interval, better)};
}

}  // namespace retable::stats
