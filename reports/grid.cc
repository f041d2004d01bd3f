#include "reports/grid.h"

#include <cmath>

#include "reports/numbers.h"

namespace retable::reports {
namespace {

// A fraction in JSON: to a ten-thousandth of a per cent; infinities have no number there.
nlohmann::json FractionValue(double fraction) {
  if (std::isinf(fraction)) return fraction > 0 ? "censored, best" : "censored, worst";
  return Rounded(fraction, 6);
}

std::string Bound(double fraction) {
  if (std::isinf(fraction)) return fraction > 0 ? "no upper bound" : "no lower bound";
  return SignedFixed(100 * fraction, 2);
}

}  // namespace

Entry Words(const std::string& words) { return {.text = words, .value = words}; }

Entry Count(int count) { return {.text = std::to_string(count), .value = count}; }

Entry PercentEntry(double fraction) { return {.text = Percent(fraction), .value = FractionValue(fraction)}; }

Entry PointsEntry(double fraction) {
  if (std::isinf(fraction)) return Words(fraction > 0 ? "censored, best" : "censored, worst");
  return {.text = Points(fraction), .value = FractionValue(fraction)};
}

Entry IntervalEntry(const stats::Interval& interval) {
  return {.text = Bound(interval.low) + " to " + Bound(interval.high) + " (" +
                  Fixed(100 * interval.confidence, 1) + " %)",
          .value = {{"low", FractionValue(interval.low)},
                    {"high", FractionValue(interval.high)},
                    {"confidence", Rounded(interval.confidence, 6)}}};
}

Entry PValueEntry(double p) { return {.text = PValueText(p), .value = RoundedSignificant(p, 6)}; }

}  // namespace retable::reports
