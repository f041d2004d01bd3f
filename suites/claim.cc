#include "suites/claim.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "stats/attainable.h"

namespace retable::suites {
namespace {

using nlohmann::json;

constexpr char kBaselineArm[] = "baseline";

// In the order of the enums.
constexpr std::array<std::string_view, 9> kTestIds = {"signed_rank", "sign_test",      "student_t",
                                                      "sign_flip",   "baseline_noise", "page",
                                                      "spearman",    "within_layers",  "random_choice"};
constexpr std::array<std::string_view, 3> kSideIds = {"greater", "two_sided", "equivalent"};
constexpr std::array<std::string_view, 8> kQuantityIds = {
    "speedup",          "prior_weight", "loss_increase",    "iou",
    "input_dependence", "row_entropy",  "first_token_mass", "depth"};

template <std::size_t kIds, typename Enum>
std::string IdOf(const std::array<std::string_view, kIds>& ids, Enum value) {
  return std::string(ids.at(static_cast<std::size_t>(value)));
}

json Printed(const std::optional<PrintedEffect>& printed) {
  if (!printed) return nullptr;
  json whole = {{"difference", printed->difference}};
  if (printed->sd) whole.update({{"sd", *printed->sd}, {"n", printed->n}});
  return whole;
}

json OrNull(const std::optional<double>& value) { return value ? json(*value) : json(nullptr); }

json ToJson(const Term& term) {
  json whole = {{"arm", term.arm}, {"weight", term.weight}};
  if (term.response) whole["response"] = Id(*term.response);
  return whole;
}

json ToJson(const Variable& variable) { return {{"arm", variable.arm}, {"quantity", Id(variable.quantity)}}; }

json ToJson(const PlaceOnCurve& place) {
  json curve = json::array();
  for (const Rung& rung : place.curve) curve.push_back({{"share", rung.share}, {"arm", rung.arm}});
  return {{"curve", curve}, {"printed", OrNull(place.printed)}};
}

// The least-squares slope for one step: weights x_i / sum x^2, x the steps from the middle.
std::vector<Term> SlopeOf(const std::vector<std::string>& ladder) {
  const double middle = (static_cast<double>(ladder.size()) - 1) / 2;
  double squares = 0;
  for (std::size_t i = 0; i < ladder.size(); ++i) squares += std::pow(static_cast<double>(i) - middle, 2);
  std::vector<Term> terms;
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    const double x = static_cast<double>(i) - middle;
    if (x != 0) terms.push_back({.arm = ladder[i], .weight = x / squares});
  }
  return terms;
}

}  // namespace

std::string Id(Test test) { return IdOf(kTestIds, test); }
std::string Id(Side side) { return IdOf(kSideIds, side); }
std::string Id(Quantity quantity) { return IdOf(kQuantityIds, quantity); }

std::vector<Term> TermsOf(const Claim& claim) {
  if (claim.correlation || claim.choice) return {};
  if (!claim.ladder.empty()) return SlopeOf(claim.ladder);
  std::vector<Term> terms = claim.contrast;
  if (terms.empty()) terms = {{.arm = claim.arm, .weight = 1}, {.arm = claim.against, .weight = -1}};
  std::erase_if(terms, [](const Term& term) { return term.arm.empty() || term.arm == kBaselineArm; });
  return terms;
}

json ToJson(const Correlation& correlation) {
  json whole = {{"x", ToJson(correlation.x)}, {"y", ToJson(correlation.y)}};
  if (correlation.sink) whole.update({{"sink", *correlation.sink}, {"sink_below", correlation.sink_below}});
  return whole;
}

json ToJson(const Claim& claim) {
  json whole = {
      {"id", claim.id},         {"statement", claim.statement},   {"locator", claim.locator},
      {"arm", claim.arm},       {"against", claim.against},       {"blocks", claim.blocks},
      {"test", Id(claim.test)}, {"response", Id(claim.response)}, {"side", Id(claim.side)},
      {"alpha", claim.alpha},   {"margin", claim.margin},         {"printed", Printed(claim.printed)}};
  if (!claim.contrast.empty()) {
    for (const Term& term : claim.contrast) whole["contrast"].push_back(ToJson(term));
  }
  if (claim.reference != 0) whole["reference"] = claim.reference;
  if (!claim.ladder.empty()) whole["ladder"] = claim.ladder;
  if (claim.correlation) whole["correlation"] = ToJson(*claim.correlation);
  if (claim.choice)
    whole["choice"] = {{"quantity", Id(claim.choice->quantity)}, {"pool", claim.choice->pool}};
  if (claim.share)
    whole["share"] = {{"whole", claim.share->whole}, {"printed", OrNull(claim.share->printed)}};
  if (claim.place) whole["place"] = ToJson(*claim.place);
  return whole;
}

double SmallestP(const Claim& claim, std::size_t blocks) {
  const auto side = claim.side == Side::kTwoSided ? stats::Side::kTwoSided : stats::Side::kGreater;
  switch (claim.test) {
    case Test::kSignedRank:
    case Test::kSignTest:
    case Test::kSignFlip:
      return stats::SmallestPairedP(blocks, side);  // each of the two tests of an equivalence is one-sided
    case Test::kPage:
      return stats::SmallestPageP(blocks, claim.ladder.size());
    case Test::kSpearman:
      return claim.side == Side::kEquivalent ? stats::SmallestTostSpearmanP(blocks, claim.margin)
                                             : stats::SmallestCorrelationP(blocks, side);
    case Test::kWithinLayers:  // of as many points; with L layers its variance counts L - 1 fewer
      return claim.side == Side::kEquivalent ? stats::SmallestTostSpearmanP(blocks, claim.margin) : 0;
    case Test::kStudentT:
    case Test::kBaselineNoise:
    case Test::kRandomChoice:
      return 0;
  }
  throw std::invalid_argument("no test");
}

}  // namespace retable::suites
