// What things are called and in which unit their numbers stand, in every section alike.
#ifndef RETABLE_REPORTS_LABELS_H_
#define RETABLE_REPORTS_LABELS_H_

#include <string>

#include "reports/grid.h"
#include "stats/interval.h"
#include "suites/claim.h"
#include "suites/table.h"

namespace retable::reports {

// "speedup", "prior weight", "IoU", ...
std::string Name(suites::Quantity quantity);

// "head" where every block of the scale is one; else "block".
std::string BlockNoun(const suites::Scale& scale);

// What a claim compares, in few characters, arms by their ids:
//   "real_attention - uniform", "best_fit in loss increase", "prior weight of best_fit - 1.000"
//   "0.5 template + 0.5 quarter - half", "slope of template, quarter, half"
//   "rho(IoU of best_fit, speedup of best_fit)", "input dependence of library - of best_fit"
std::string Label(const suites::Claim& claim);

// How numbers are shown: `factor` times the value, with so many decimals and the unit after them.
struct Unit {
  double factor = 1;
  int decimals = 3;
  std::string of_value = "";       // " %", with its space
  std::string of_difference = "";  // " points"
  bool is_signed = false;          // of values; differences always are
};
Unit UnitOf(suites::Quantity quantity);
Unit UnitOf(const suites::Claim& claim);  // of its effect: that of its quantity; a correlation has none

// Whether the effects of all claims are differences of speedups, so that a column can name the unit.
bool IsInPoints(const suites::Table& table);

// "+3.60 %", "1.760"; of a difference "+3.61 points", "+0.0120 nats"; infinite ones are censored, in words.
Entry ValueEntry(const Unit& unit, double value);
Entry DifferenceEntry(const Unit& unit, double value);
// "+1.20 to +3.00 (95.0 %)", without the unit.
Entry IntervalEntry(const Unit& unit, const stats::Interval& interval);

// The two, for OrWords.
inline auto DifferenceIn(const Unit& unit) {
  return [unit](double value) { return DifferenceEntry(unit, value); };
}
inline auto IntervalIn(const Unit& unit) {
  return [unit](const stats::Interval& interval) { return IntervalEntry(unit, interval); };
}

// The table's arm of that id; throws std::invalid_argument where there is none.
const suites::Arm& ArmOf(const suites::Table& table, const std::string& id);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_LABELS_H_
