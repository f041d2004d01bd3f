#include "reports/claim_p.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "reports/defined.h"
#include "stats/baseline_noise.h"
#include "stats/correlation_equivalence.h"
#include "stats/page.h"
#include "stats/partial_spearman.h"
#include "stats/random_choice.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/student_t.h"
#include "stats/subset_sum.h"
#include "stats/undefined.h"

namespace retable::reports {
namespace {

using suites::Test;

constexpr std::size_t kFewestPoints = 4;      // of a correlation, so that rho has an interval
constexpr std::size_t kMostExactPoints = 13;  // of Spearman's test, whatever the ties

std::vector<double> Less(std::vector<double> values, double by) {
  for (double& value : values) value -= by;
  return values;
}

stats::CorrelationResult Correlate(Test test, const ClaimData& data, stats::Side side) {
  if (data.x.size() < kFewestPoints) throw stats::Undefined("a correlation needs 4 points");
  return test == Test::kSpearman ? stats::Spearman(data.x, data.y, {.side = side})
                                 : stats::PartialSpearman(data.x, data.y, data.layers, {.side = side});
}

// Of a bound other than 0, whose two tests stats/ gives at once.
double CorrelationBoundP(Test test, const ClaimData& data, stats::Side side, double bound) {
  const double rho = Correlate(test, data, side).estimate, margin = std::abs(bound);
  const auto tost = stats::TostSpearman(rho, EffectivePoints(test, data), {.low = -margin, .high = margin});
  const double p = bound < 0 ? tost.p_above_low : tost.p_below_high;
  const bool is_inward = (bound < 0) == (side == stats::Side::kGreater);
  return is_inward ? p : stats::AboveZero(1 - p);
}

// p of "centre > bound", of "< bound" or of both.
double P(Test test, const ClaimData& data, stats::Side side, double bound) {
  switch (test) {
    case Test::kSignedRank:
      return stats::SignedRank(Less(data.differences, bound), {.side = side}).p;
    case Test::kSignTest:
      return stats::SignTest(Less(data.differences, bound), {.side = side}).p;
    case Test::kStudentT:
      return stats::OneSampleT(Less(data.differences, bound), {.side = side}).p;
    case Test::kSignFlip:
      return stats::SignFlip(Less(data.differences, bound), {.side = side}).p;
    case Test::kBaselineNoise:
      return stats::BaselineNoiseT(data.differences, data.luck, {.side = side, .mean = bound}).p;
    case Test::kPage:
      if (bound != 0) throw stats::Undefined("a trend has no margin");
      return stats::Page(data.rungs, {.side = side}).p;
    case Test::kSpearman:
    case Test::kWithinLayers:
      return bound == 0 ? Correlate(test, data, side).p : CorrelationBoundP(test, data, side, bound);
    case Test::kRandomChoice:
      if (bound != 0) throw stats::Undefined("a choice has no margin");
      return stats::RandomChoice(data.chosen, data.pool, {.side = side}).p;
  }
  throw std::invalid_argument("no test");
}

std::optional<double> DefinedP(Test test, const ClaimData& data, stats::Side side, double bound = 0) {
  return IfDefined([&] { return P(test, data, side, bound); });
}

ClaimP EquivalencePs(Test test, double margin, const ClaimData& data) {
  const auto above_low = DefinedP(test, data, stats::Side::kGreater, -margin);
  const auto below_high = DefinedP(test, data, stats::Side::kLess, margin);
  const auto below_low = DefinedP(test, data, stats::Side::kLess, -margin);
  const auto above_high = DefinedP(test, data, stats::Side::kGreater, margin);
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
    case Test::kPage:
      return differences <= 500;
    case Test::kSpearman:
      return differences <= kMostExactPoints;
    default:
      return false;
  }
}

std::vector<Test> TestsOf(const suites::Claim& claim) {
  const std::vector<Test> paired = {Test::kSignedRank, Test::kStudentT, Test::kSignFlip, Test::kSignTest};
  switch (FormOf(claim)) {
    case Form::kCorrelation:
      return {Test::kSpearman, Test::kWithinLayers};
    case Form::kChoice:
      return {Test::kRandomChoice};
    case Form::kLadder:
      return {Test::kPage, Test::kSignedRank, Test::kStudentT, Test::kSignFlip, Test::kSignTest};
    case Form::kSum:
      // The paired tests take what the seeds share for an effect.
      return claim.test == Test::kBaselineNoise ? std::vector{Test::kBaselineNoise} : paired;
  }
  throw std::invalid_argument("no form");
}

ClaimP PValues(const suites::Claim& claim, Test test, const ClaimData& data) {
  const std::vector<Test> tests = TestsOf(claim);
  if (std::find(tests.begin(), tests.end(), test) == tests.end()) {
    throw std::invalid_argument("claim '" + claim.id + "' cannot be tested by " + Id(test) +
                                ": see TestsOf in reports/claim_p.h for the tests of its form");
  }
  switch (claim.side) {
    case suites::Side::kGreater:
      return {.p = DefinedP(test, data, stats::Side::kGreater),
              .opposite = DefinedP(test, data, stats::Side::kLess)};
    case suites::Side::kTwoSided:
      return {.p = DefinedP(test, data, stats::Side::kTwoSided), .opposite = std::nullopt};
    case suites::Side::kEquivalent:
      return EquivalencePs(test, claim.margin, data);
  }
  throw std::invalid_argument("no side");
}

std::optional<double> RankCorrelation(Test test, const ClaimData& data) {
  return IfDefined([&] { return Correlate(test, data, stats::Side::kTwoSided).estimate; });
}

std::size_t EffectivePoints(Test test, const ClaimData& data) {
  if (test == Test::kSpearman) return data.x.size();
  const std::set<int> layers(data.layers.begin(), data.layers.end());
  return data.x.size() - layers.size() + 1;
}

}  // namespace retable::reports
