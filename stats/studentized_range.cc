#include "stats/studentized_range.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {

double NormalRangeUpper(double q, std::size_t k) {
  if (k < 2) throw Undefined("a range needs at least 2 values");
  if (!(q >= 0)) throw Undefined("a range is 0 or more");
  if (std::isinf(q)) return 0;
  constexpr double kStep = 1.0 / 32;
  const double others = static_cast<double>(k) - 1;
  const double end = q / 2 + 12;
  double sum = 0;
  for (double z = -12; z < end; z += kStep) {
    const double below = NormalUpper(-z);
    const double share = std::min(1.0, NormalUpper(q - z) / below);  // of Phi(z) that lies beyond the range
    const double lost = share < 1 ? -std::expm1(others * std::log1p(-share)) : 1.0;
    sum += std::exp(-z * z / 2) * std::pow(below, others) * lost;
  }
  return std::min(1.0, static_cast<double>(k) * kStep / std::sqrt(2 * std::numbers::pi) * sum);
}

double NormalRangeQuantile(double p, std::size_t k) {
  RequireLevel(p, "probability");
  double low = 0;
  double high = 1;
  while (NormalRangeUpper(high, k) > 1 - p) high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (NormalRangeUpper(middle, k) > 1 - p ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace retable::stats
