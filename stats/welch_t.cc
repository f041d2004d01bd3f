#include "stats/welch_t.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {

WelchTResult WelchT(std::span<const double> x, std::span<const double> y, const StudentTOptions& options) {
  RequireLevel(options.confidence, "confidence");
  if (!std::isfinite(options.mean)) throw Undefined("the hypothesised difference must be a finite number");
  const Moments of_x = MeanAndSd(x);
  const Moments of_y = MeanAndSd(y);
  if (IsRounding(std::max(of_x.sd, of_y.sd), std::max(LargestMagnitude(x), LargestMagnitude(y)))) {
    throw Undefined("both groups are constant up to rounding: without spread there is no t");
  }
  const double error_x = of_x.sd / std::sqrt(static_cast<double>(x.size()));
  const double error_y = of_y.sd / std::sqrt(static_cast<double>(y.size()));
  WelchTResult result;
  result.difference = of_x.mean - of_y.mean;
  result.standard_error = std::hypot(error_x, error_y);
  const double share_x = std::pow(error_x / result.standard_error, 2);
  const double share_y = std::pow(error_y / result.standard_error, 2);
  result.df = 1 / (share_x * share_x / static_cast<double>(x.size() - 1) +
                   share_y * share_y / static_cast<double>(y.size() - 1));
  result.t = (result.difference - options.mean) / result.standard_error;
  const double tail = (1 - options.confidence) / (options.side == Side::kTwoSided ? 2 : 1);
  const double reach = -StudentQuantile(tail, result.df) * result.standard_error;
  const double low = result.difference - reach;
  const double high = result.difference + reach;
  if (!std::isfinite(result.t) || !std::isfinite(low) || !std::isfinite(high)) {
    throw Undefined("the difference of means is too large for a double; give the values in another unit");
  }
  result.p = PValue(StudentTails(result.t, result.df), options.side);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  result.interval = {.low = options.side == Side::kLess ? -kInfinity : low,
                     .high = options.side == Side::kGreater ? kInfinity : high,
                     .confidence = options.confidence};
  return result;
}

}  // namespace retable::stats
