#include "stats/moments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "stats/checks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kSmallestSpread = 0x1p-1060;  // below, a double knows it to fewer than 14 bits

}  // namespace

Moments MeanAndSd(std::span<const double> values) {
  RequireFinite(values, "value");
  RequireAtLeast(values.size(), 2, "value");
  const double n = static_cast<double>(values.size());
  double largest = LargestMagnitude(values);
  if (largest == 0) return {};
  // Half of the scaled values' sums stay finite: |values| * 2^-exponent < 1.
  const int magnitude = std::ilogb(largest) + 1;
  const double origin = std::scalbn(values[0], -magnitude);
  double spread = 0;
  for (double value : values) spread = std::max(spread, std::abs(std::scalbn(value, -magnitude) - origin));
  if (spread == 0) return {.mean = values[0], .sd = 0};
  const int exponent = std::ilogb(spread) + 1;
  double sum = 0;
  for (double value : values) sum += std::scalbn(std::scalbn(value, -magnitude) - origin, -exponent);
  const double shift = sum / n;
  double squares = 0;
  for (double value : values) {
    const double deviation = std::scalbn(std::scalbn(value, -magnitude) - origin, -exponent) - shift;
    squares += deviation * deviation;
  }
  const Moments moments = {.mean = std::scalbn(origin + std::scalbn(shift, exponent), magnitude),
                           .sd = std::scalbn(std::sqrt(squares / (n - 1)), exponent + magnitude)};
  if (!std::isfinite(moments.sd) || moments.sd < kSmallestSpread) {
    throw Undefined(std::string("the spread of the values is too ") +
                    (std::isinf(moments.sd) ? "large" : "small") +
                    " for a double; give them in another unit");
  }
  return moments;
}

bool IsRounding(double sd, double magnitude) {
  return sd <= 8 * std::numeric_limits<double>::epsilon() * magnitude;
}

double LargestMagnitude(std::span<const double> values) {
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace retable::stats
