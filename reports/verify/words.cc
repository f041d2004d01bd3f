#include "reports/verify/words.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/numbers.h"

namespace retable::reports::verify {
namespace {

using suites::Claim;
using suites::Quantity;
using suites::Test;

std::string Bound(const Unit& unit, double value) {
  if (std::isinf(value)) return value > 0 ? "no upper bound" : "no lower bound";
  return SignedFixed(unit.factor * value, unit.decimals);
}

// "2.00 half - template - real"
std::string ContrastWords(const std::vector<suites::Term>& terms) {
  std::string words;
  for (const suites::Term& term : terms) {
    if (!words.empty()) words += " ";
    words += term.weight < 0 ? "- " : words.empty() ? "" : "+ ";
    if (std::abs(term.weight) != 1) words += Fixed(std::abs(term.weight), 2) + " ";
    words += term.arm;
  }
  return words;
}

std::string LadderWords(const std::vector<std::string>& ladder) {
  std::string words = "slope of ";
  for (const std::string& arm : ladder) words += (arm == ladder.front() ? "" : ", ") + arm;
  return words;
}

std::string SumWords(const Claim& claim) {
  if (!claim.ladder.empty()) return LadderWords(claim.ladder);
  std::string words = ContrastWords(claim.contrast);
  if (claim.contrast.empty()) words = claim.arm + (claim.against.empty() ? "" : " - " + claim.against);
  if (claim.reference != 0) words += " - " + Fixed(claim.reference, UnitOf(claim.response).decimals);
  return words;
}

std::string VariableWords(const suites::Variable& variable) {
  return variable.quantity == Quantity::kDepth ? "depth" : Words(variable.quantity) + " of " + variable.arm;
}

}  // namespace

Unit UnitOf(Quantity quantity) {
  if (quantity == Quantity::kSpeedup)
    return {.factor = 100, .decimals = 2, .of_value = " %", .of_difference = " points"};
  if (quantity == Quantity::kLossIncrease)
    return {.decimals = 4, .of_value = " nats", .of_difference = " nats"};
  if (quantity == Quantity::kRowEntropy) return {.of_value = " nats", .of_difference = " nats"};
  return {};
}

Unit UnitOf(const Claim& claim) {
  if (claim.correlation) return {.decimals = 2};
  return UnitOf(claim.choice ? claim.choice->quantity : claim.response);
}

std::string Difference(const Unit& unit, double value) {
  return SignedFixed(unit.factor * value, unit.decimals) + unit.of_difference;
}

std::string Words(const Unit& unit, const PlainInterval& interval) {
  return Bound(unit, interval.low) + " to " + Bound(unit, interval.high) + " (" +
         Fixed(100 * interval.confidence, 1) + " %)";
}

std::string Words(Test test) {
  static const auto* const words =
      new std::map<Test, std::string>{{Test::kSignedRank, "signed-rank test"},
                                      {Test::kSignTest, "sign test"},
                                      {Test::kStudentT, "Student's t"},
                                      {Test::kSignFlip, "sign-flip test"},
                                      {Test::kBaselineNoise, "t with the baselines' noise"},
                                      {Test::kPage, "Page's trend test"},
                                      {Test::kSpearman, "Spearman's rank correlation"},
                                      {Test::kWithinLayers, "rank correlation within layers"},
                                      {Test::kRandomChoice, "test against random choices"}};
  return words->at(test);
}

std::string Words(Quantity quantity) {
  static const auto* const words =
      new std::map<Quantity, std::string>{{Quantity::kSpeedup, "speedup"},
                                          {Quantity::kPriorWeight, "prior weight"},
                                          {Quantity::kLossIncrease, "loss increase"},
                                          {Quantity::kIou, "IoU"},
                                          {Quantity::kInputDependence, "input dependence"},
                                          {Quantity::kRowEntropy, "row entropy"},
                                          {Quantity::kFirstTokenMass, "first-token mass"},
                                          {Quantity::kDepth, "depth"}};
  return words->at(quantity);
}

std::string NounOf(const suites::Scale& scale) {
  const bool has_sets = std::any_of(scale.blocks.begin(), scale.blocks.end(),
                                    [](const suites::Block& block) { return block.heads.size() != 1; });
  return has_sets ? "block" : "head";
}

std::string Counted(std::size_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string LabelOf(const Claim& claim) {
  if (claim.correlation)
    return "rho(" + VariableWords(claim.correlation->x) + ", " + VariableWords(claim.correlation->y) + ")";
  if (claim.choice) return Words(claim.choice->quantity) + " of " + claim.choice->pool + " - of " + claim.arm;
  return (claim.response == Quantity::kSpeedup ? "" : Words(claim.response) + " of ") + SumWords(claim);
}

}  // namespace retable::reports::verify
