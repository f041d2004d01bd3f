// Mean and standard deviation that survive extreme scales.
//
//   mean = sum x_i / n,  sd^2 = sum (x_i - mean)^2 / (n - 1)
// Values are shifted by the first one and scaled by a power of two, so that equal values have a spread of
// exactly 0 and neither squares nor sums overflow or vanish. Refuses fewer than 2 values, NaN and infinities,
// and a spread that no double holds well (above 1.8e308, or above 0 and below 1e-319).
#ifndef RETABLE_STATS_MOMENTS_H_
#define RETABLE_STATS_MOMENTS_H_

#include <span>

namespace retable::stats {

struct Moments {
  double mean = 0;
  double sd = 0;  // with n - 1
};

Moments MeanAndSd(std::span<const double> values);

// Of values that went through arithmetic on numbers as large as `magnitude`: is this spread
// nothing but rounding?
bool IsRounding(double sd, double magnitude);

// max |value|, 0 of none.
double LargestMagnitude(std::span<const double> values);

}  // namespace retable::stats

#endif  // RETABLE_STATS_MOMENTS_H_
