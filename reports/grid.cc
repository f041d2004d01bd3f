#include "reports/grid.h"

#include <cmath>

#include "reports/numbers.h"

namespace retable::reports {
namespace {

// A fraction in JSON: to a ten-thousandth of a per cent.
double FractionValue(double fraction) { return Rounded(fraction, 6); }

// An endless bound has no number in JSON.
nlohmann::json BoundValue(double fraction) {
  return std::isinf(fraction) ? nlohmann::json("none") : nlohmann::json(FractionValue(fraction));
}

std::string Bound(double value, double factor, int decimals) {
  if (std::isinf(value)) return value > 0 ? "no upper bound" : "no lower bound";
  return SignedFixed(factor * value, decimals);
}

}  // namespace

Entry Words(const std::string& words) { return {.text = words, .value = words}; }

Entry Count(int count) { return {.text = std::to_string(count), .value = count}; }

Entry PercentEntry(double fraction) { return {.text = Percent(fraction), .value = FractionValue(fraction)}; }

Entry PointsEntry(double fraction) {
  if (std::isinf(fraction)) return Words(fraction > 0 ? "censored, best" : "censored, worst");
  return {.text = Points(fraction), .value = FractionValue(fraction)};
}

Entry IntervalEntry(const stats::Interval& interval, double factor, int decimals) {
  const auto bound = [&](double value) { return Bound(value, factor, decimals); };
  return {.text = bound(interval.low) + " to " + bound(interval.high) + " (" +
                  Fixed(100 * interval.confidence, 1) + " %)",
          .value = {{"low", BoundValue(interval.low)},
                    {"high", BoundValue(interval.high)},
                    {"confidence", Rounded(interval.confidence, 6)}}};
}

Entry PValueEntry(double p) { return {.text = PValueText(p), .value = RoundedSignificant(p, 6)}; }

}  // namespace retable::reports
