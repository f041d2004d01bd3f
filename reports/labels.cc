#include "reports/labels.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reports/joined.h"
#include "reports/numbers.h"

namespace retable::reports {
namespace {

using suites::Claim;
using suites::Quantity;

std::string TermText(const suites::Term& term, bool is_first) {
  std::string sign = term.weight < 0 ? "- " : is_first ? "" : "+ ";
  const double size = std::abs(term.weight);
  return sign + (size == 1 ? "" : Fixed(size, 2) + " ") + term.arm;
}

std::string ContrastText(const Claim& claim) {
  std::string text;
  for (const suites::Term& term : claim.contrast)
    text += (text.empty() ? "" : " ") + TermText(term, text.empty());
  return text;
}

std::string SumText(const Claim& claim) {
  std::string text = claim.contrast.empty() ? claim.arm : ContrastText(claim);
  if (claim.contrast.empty() && !claim.against.empty()) text += " - " + claim.against;
  if (claim.reference != 0) text += " - " + Fixed(claim.reference, UnitOf(claim.response).decimals);
  return text;
}

std::string VariableText(const suites::Variable& variable) {
  return variable.quantity == Quantity::kDepth ? "depth" : Name(variable.quantity) + " of " + variable.arm;
}

}  // namespace

std::string Name(Quantity quantity) {
  if (quantity == Quantity::kIou) return "IoU";
  if (quantity == Quantity::kFirstTokenMass) return "first-token mass";
  std::string name = Id(quantity);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string BlockNoun(const suites::Scale& scale) {
  const bool is_head = std::all_of(scale.blocks.begin(), scale.blocks.end(),
                                   [](const suites::Block& block) { return block.heads.size() == 1; });
  return is_head ? "head" : "block";
}

std::string Label(const Claim& claim) {
  if (claim.correlation) {
    return "rho(" + VariableText(claim.correlation->x) + ", " + VariableText(claim.correlation->y) + ")";
  }
  if (claim.choice) {
    return Name(claim.choice->quantity) + " of " + claim.choice->pool + " - of " + claim.arm;
  }
  const std::string text = claim.ladder.empty() ? SumText(claim) : "slope of " + Joined(claim.ladder, ", ");
  return claim.response == Quantity::kSpeedup ? text : Name(claim.response) + " of " + text;
}

Unit UnitOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::kSpeedup:
      return {.factor = 100, .decimals = 2, .of_value = " %", .of_difference = " points", .is_signed = true};
    case Quantity::kLossIncrease:
      return {.decimals = 4, .of_value = " nats", .of_difference = " nats", .is_signed = true};
    case Quantity::kRowEntropy:
      return {.of_value = " nats", .of_difference = " nats"};
    default:
      return {};
  }
}

Unit UnitOf(const Claim& claim) {
  if (claim.correlation) return {.decimals = 2, .is_signed = true};
  return UnitOf(claim.choice ? claim.choice->quantity : claim.response);
}

bool IsInPoints(const suites::Table& table) {
  return std::all_of(table.claims.begin(), table.claims.end(), [](const suites::Claim& claim) {
    return UnitOf(claim).of_difference == UnitOf(suites::Quantity::kSpeedup).of_difference;
  });
}

Entry ValueEntry(const Unit& unit, double value) {
  const double shown = unit.factor * value;
  const std::string text = unit.is_signed ? SignedFixed(shown, unit.decimals) : Fixed(shown, unit.decimals);
  return {.text = text + unit.of_value, .value = Rounded(value, 6)};
}

Entry DifferenceEntry(const Unit& unit, double value) {
  if (std::isinf(value)) return Words(value > 0 ? "censored, best" : "censored, worst");
  return {.text = SignedFixed(unit.factor * value, unit.decimals) + unit.of_difference,
          .value = Rounded(value, 6)};
}

Entry IntervalEntry(const Unit& unit, const stats::Interval& interval) {
  return IntervalEntry(interval, unit.factor, unit.decimals);
}

const suites::Arm& ArmOf(const suites::Table& table, const std::string& id) {
  for (const suites::Arm& arm : table.arms) {
    if (arm.id == id) return arm;
  }
  throw std::invalid_argument("table " + table.id + " has no arm '" + id + "'");
}

}  // namespace retable::reports
