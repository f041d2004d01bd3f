#include "suites/claim.h"

#include <stdexcept>

#include "stats/attainable.h"

namespace retable::suites {
namespace {

nlohmann::json ToJson(const std::optional<PrintedEffect>& printed) {
  if (!printed) return nullptr;
  nlohmann::json json = {{"difference", printed->difference}};
  if (printed->sd) json.update({{"sd", *printed->sd}, {"n", printed->n}});
  return json;
}

}  // namespace

std::string Id(Test test) {
  switch (test) {
    case Test::kSignedRank:
      return "signed_rank";
    case Test::kSignTest:
      return "sign_test";
    case Test::kStudentT:
      return "student_t";
    case Test::kSignFlip:
      return "sign_flip";
  }
  throw std::invalid_argument("no test");
}

std::string Id(Side side) {
  switch (side) {
    case Side::kGreater:
      return "greater";
    case Side::kTwoSided:
      return "two_sided";
    case Side::kEquivalent:
      return "equivalent";
  }
  throw std::invalid_argument("no side");
}

std::string Id(Quantity quantity) {
  switch (quantity) {
    case Quantity::kSpeedup:
      return "speedup";
  }
  throw std::invalid_argument("no quantity");
}

nlohmann::json ToJson(const Claim& claim) {
  return {{"id", claim.id},         {"statement", claim.statement},   {"locator", claim.locator},
          {"arm", claim.arm},       {"against", claim.against},       {"blocks", claim.blocks},
          {"test", Id(claim.test)}, {"response", Id(claim.response)}, {"side", Id(claim.side)},
          {"alpha", claim.alpha},   {"margin", claim.margin},         {"printed", ToJson(claim.printed)}};
}

double SmallestP(const Claim& claim, std::size_t blocks) {
  if (claim.test == Test::kStudentT) return 0;
  // Each of the two tests of an equivalence is one-sided.
  const bool is_two_sided = claim.side == Side::kTwoSided;
  return stats::SmallestPairedP(blocks, is_two_sided ? stats::Side::kTwoSided : stats::Side::kGreater);
}

}  // namespace retable::suites
