#include "stats/correlation_equivalence.h"

#include <algorithm>
#include <cmath>

#include "stats/checks.h"
#include "stats/correlation.h"
#include "stats/interval.h"
#include "stats/normal.h"
#include "stats/pearson.h"
#include "stats/side.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

void Check(std::size_t n, const EquivalenceBounds& bounds, double alpha) {
  RequireLevel(2 * alpha, "twice alpha");
  if (n <= 3) throw Undefined("the equivalence of a correlation needs at least 4 points");
  if (!(bounds.low > -1 && bounds.low < 0 && bounds.high > 0 && bounds.high < 1)) {
    throw Undefined("bounds of a correlation must lie within -1 and 1 with 0 strictly between them");
  }
}

EquivalenceResult Tost(double r, double standard_error, const EquivalenceBounds& bounds,
                       const Interval& interval) {
  auto distance = [&](double bound) { return (std::atanh(r) - std::atanh(bound)) / standard_error; };
  EquivalenceResult result;
  result.estimate = r;
  result.p_above_low = PValue(NormalTails(distance(bounds.low)), Side::kGreater);
  result.p_below_high = PValue(NormalTails(distance(bounds.high)), Side::kLess);
  result.p = std::max(result.p_above_low, result.p_below_high);
  result.interval = interval;
  result.smallest_margin = std::max(std::abs(interval.low), std::abs(interval.high));
  return result;
}

}  // namespace

EquivalenceResult TostSpearman(double rho, std::size_t n, const EquivalenceBounds& bounds, double alpha,
                               SpearmanVariance variance) {
  Check(n, bounds, alpha);
  const Interval interval = SpearmanInterval(rho, n, 1 - 2 * alpha, variance);
  return Tost(rho, SpearmanStandardError(rho, n, variance), bounds, interval);
}

EquivalenceResult TostPearson(double r, std::size_t n, const EquivalenceBounds& bounds, double alpha) {
  Check(n, bounds, alpha);
  return Tost(r, 1 / std::sqrt(static_cast<double>(n - 3)), bounds, PearsonInterval(r, n, 1 - 2 * alpha));
}

}  // namespace retable::stats
