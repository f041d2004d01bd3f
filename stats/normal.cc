#include "stats/normal.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

#include "stats/checks.h"
#include "stats/undefined.h"

namespace retable::stats {

double NormalUpper(double z) { return 0.5 * std::erfc(z / std::numbers::sqrt2); }

double NormalQuantile(double p) {
  RequireLevel(p, "probability");
  return boost::math::quantile(boost::math::normal(), p);
}

double StudentUpper(double t, double df) {
  if (std::isnan(t) || !(df > 0))
    throw Undefined("Student's distribution needs a number and degrees of freedom above 0");
  if (df == 1) return t > 1 ? std::atan(1 / t) / std::numbers::pi : 0.5 - std::atan(t) / std::numbers::pi;
  if (std::isinf(t)) return t > 0 ? 0 : 1;
  return boost::math::cdf(boost::math::complement(boost::math::students_t(df), t));
}

double StudentQuantile(double p, double df) {
  RequireLevel(p, "probability");
  if (!(df > 0)) throw Undefined("Student's distribution needs degrees of freedom above 0");
  return boost::math::quantile(boost::math::students_t(df), p);
}

Tails NormalTails(double z) { return {.less = NormalUpper(-z), .greater = NormalUpper(z)}; }

Tails StudentTails(double t, double df) {
  return {.less = StudentUpper(-t, df), .greater = StudentUpper(t, df)};
}

}  // namespace retable::stats
