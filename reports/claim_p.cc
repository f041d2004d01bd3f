#include "reports/claim_p.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reports/defined.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/subset_sum.h"

namespace retable::reports {
namespace {

using suites::Test;

double P(Test test, const std::vector<double>& differences, stats::Side side) {
  switch (test) {
    case Test::kSignedRank:
      return stats::SignedRank(differences, {.side = side}).p;
    case Test::kSignTest:
      return stats::SignTest(differences, {.side = side}).p;
    case Test::kStudentT:
      return stats::OneSampleT(differences, {.side = side}).p;
    case Test::kSignFlip:
      return stats::SignFlip(differences, {.side = side}).p;
    default:
      throw std::invalid_argument("the test '" + Id(test) + "' does not take differences alone");
  }
}

std::optional<double> DefinedP(Test test, const std::vector<double>& differences, stats::Side side) {
  return IfDefined([&] { return P(test, differences, side); });
}

std::vector<double> Shifted(std::vector<double> values, double by) {
  for (double& value : values) value += by;
  return values;
}

ClaimP EquivalencePs(Test test, double margin, const std::vector<double>& differences) {
  const std::vector<double> up = Shifted(differences, margin), down = Shifted(differences, -margin);
  const auto above_low = DefinedP(test, up, stats::Side::kGreater);
  const auto below_high = DefinedP(test, down, stats::Side::kLess);
  const auto below_low = DefinedP(test, up, stats::Side::kLess);
  const auto above_high = DefinedP(test, down, stats::Side::kGreater);
  ClaimP ps;
  if (above_low && below_high) ps.p = std::max(*above_low, *below_high);
  if (below_low && above_high) ps.opposite = std::min(1.0, 2 * std::min(*below_low, *above_high));
  return ps;
}

}  // namespace

bool IsExact(Test test, std::size_t differences) {
  switch (test) {
    case Test::kSignedRank:
      return differences <= stats::kMostSubsetSumWeights;
    case Test::kSignFlip:
      return differences <= stats::kMostExactSignFlips;
    case Test::kSignTest:
      return true;
    default:
      return false;
  }
}

ClaimP PValues(Test test, suites::Side side, double margin, const std::vector<double>& differences) {
  switch (side) {
    case suites::Side::kGreater:
      return {.p = DefinedP(test, differences, stats::Side::kGreater),
              .opposite = DefinedP(test, differences, stats::Side::kLess)};
    case suites::Side::kTwoSided:
      return {.p = DefinedP(test, differences, stats::Side::kTwoSided), .opposite = std::nullopt};
    case suites::Side::kEquivalent:
      return EquivalencePs(test, margin, differences);
  }
  throw std::invalid_argument("no side");
}

}  // namespace retable::reports
