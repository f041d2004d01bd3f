#include "stats/noncentral_t.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <cmath>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kLargest = 5e4;  // Boost.Math counts to delta^2 / 2 in an int

void Check(double t, double df, double delta) {
  if (!std::isfinite(t) || !std::isfinite(delta) || !(df > 0)) {
    throw Undefined("the noncentral t distribution needs finite values and degrees of freedom above 0");
  }
  if (std::abs(delta) > kLargest) {
    throw Undefined("an effect that moves t by more than 50,000 is beyond what is computed");
  }
}

}  // namespace

double NoncentralTLower(double t, double df, double delta) {
  Check(t, df, delta);
  if (delta == 0) return StudentUpper(-t, df);
  return std::clamp(boost::math::cdf(boost::math::non_central_t(df, delta), t), 0.0, 1.0);
}

double NoncentralTUpper(double t, double df, double delta) {
  Check(t, df, delta);
  if (delta == 0) return StudentUpper(t, df);
  return std::clamp(boost::math::cdf(boost::math::complement(boost::math::non_central_t(df, delta), t)), 0.0,
                    1.0);
}

double NoncentralityAt(double t, double df, double p) {
  Check(t, df, 0);
  RequireLevel(p, "probability");
  double low = t - 1;
  double high = t + 1;
  for (double step = 1; NoncentralTUpper(t, df, low) > p; step *= 2) low -= step;
  for (double step = 1; NoncentralTUpper(t, df, high) < p; step *= 2) high += step;
  for (int halving = 0; halving < 100 && high - low > 1e-13 * std::max(1.0, std::abs(high)); ++halving) {
    const double middle = (low + high) / 2;
    (NoncentralTUpper(t, df, middle) < p ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace retable::stats
