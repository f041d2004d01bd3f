#include "stats/student_t.h"

#include <cmath>
#include <limits>
#include <string>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/normal.h"
#include "stats/signed_rank.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

Interval MeanInterval(const StudentTResult& result, const StudentTOptions& options) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double tail = (1 - options.confidence) / (options.side == Side::kTwoSided ? 2 : 1);
  const double reach = StudentQuantile(1 - tail, result.df) * result.standard_error;
  if (!std::isfinite(result.mean - reach) || !std::isfinite(result.mean + reach)) {
    throw Undefined("the interval of the mean is too wide for a double; give the values in another unit");
  }
  return {.low = options.side == Side::kLess ? -kInfinity : result.mean - reach,
          .high = options.side == Side::kGreater ? kInfinity : result.mean + reach,
          .confidence = options.confidence};
}

StudentTResult Test(std::span<const double> values, double magnitude, const StudentTOptions& options) {
  RequireLevel(options.confidence, "confidence");
  if (!std::isfinite(options.mean)) throw Undefined("the hypothesised mean must be a finite number");
  const Moments moments = MeanAndSd(values);
  if (IsRounding(moments.sd, magnitude)) {
    throw Undefined("all " + std::to_string(values.size()) + " values are " + std::to_string(moments.mean) +
                    " up to rounding: without spread there is no t");
  }
  StudentTResult result;
  result.n = values.size();
  result.mean = moments.mean;
  result.sd = moments.sd;
  result.standard_error = moments.sd / std::sqrt(static_cast<double>(values.size()));
  result.t = (moments.mean - options.mean) / result.standard_error;
  if (!std::isfinite(result.t)) {
    throw Undefined(
        "the hypothesised mean lies more standard errors away than a double can count: t has no value");
  }
  result.df = static_cast<double>(values.size() - 1);
  result.p = PValue(StudentTails(result.t, result.df), options.side);
  result.interval = MeanInterval(result, options);
  return result;
}

}  // namespace

StudentTResult OneSampleT(std::span<const double> values, const StudentTOptions& options) {
  return Test(values, LargestMagnitude(values), options);
}

StudentTResult PairedT(std::span<const double> x, std::span<const double> y, const StudentTOptions& options) {
  RequireFinite(x, "value");
  RequireFinite(y, "value");
  return Test(PairedDifferences(x, y), std::max(LargestMagnitude(x), LargestMagnitude(y)), options);
}

}  // namespace retable::stats
