#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "reports/verify/claim_numbers.h"
#include "reports/verify/plain_ranks.h"

namespace retable::reports::verify {
namespace {

using suites::Claim;
using suites::Side;
using suites::Test;

// What the reports count, and do not draw.
constexpr std::size_t kMostExactPoints = 13;  // of Spearman's, whatever the ties
constexpr std::size_t kMostExactSignFlips = 40;

// What the reports' own draws may be off by, on top of ours.
PlainTails WithDrawsOfReports(PlainTails tails) {
  tails.error +=
      std::max(DrawnError(tails.less, kDrawsOfReports), DrawnError(tails.greater, kDrawsOfReports));
  return tails;
}

std::vector<double> Less(std::vector<double> values, double by) {
  for (double& value : values) value -= by;
  return values;
}

std::vector<int> LayersFor(Test test, const ClaimBlocks& blocks) {
  return test == Test::kWithinLayers ? blocks.layers : std::vector<int>{};
}

std::optional<PlainTails> CorrelationTails(Test test, const ClaimBlocks& blocks, double bound) {
  const auto rho = RhoOf(test, blocks);
  if (!rho) return std::nullopt;
  if (bound != 0) {
    const auto above = RhoAbove(*rho, EffectivePoints(test, blocks), bound);
    if (!above) return std::nullopt;
    return PlainTails{.less = 1 - *above, .greater = *above};
  }
  const PlainTails tails = RhoTails(blocks.x, blocks.y, LayersFor(test, blocks));
  const bool is_exact = test == Test::kSpearman && blocks.x.size() <= kMostExactPoints;
  return is_exact ? tails : WithDrawsOfReports(tails);
}

// less: of a centre below `bound`; greater: above it.
std::optional<PlainTails> TailsOf(Test test, const ClaimBlocks& blocks, double bound) {
  switch (test) {
    case Test::kSignedRank:
      return SignedRankTails(Less(blocks.differences, bound));
    case Test::kSignTest:
      return SignTestTails(Less(blocks.differences, bound));
    case Test::kStudentT:
      return StudentTails(Less(blocks.differences, bound));
    case Test::kSignFlip: {
      const auto tails = SignFlipTails(Less(blocks.differences, bound));
      const bool is_drawn = blocks.differences.size() > kMostExactSignFlips;
      return tails && is_drawn ? std::optional(WithDrawsOfReports(*tails)) : tails;
    }
    case Test::kBaselineNoise: {
      const auto noise = NoiseOf(blocks.differences, blocks.luck);
      return noise ? std::optional(TailsOf(*noise, bound)) : std::nullopt;
    }
    case Test::kPage:
      return bound == 0 ? PageTails(blocks.rungs) : std::nullopt;
    case Test::kSpearman:
    case Test::kWithinLayers:
      return CorrelationTails(test, blocks, bound);
    case Test::kRandomChoice: {
      const auto choice = ChoiceOf(blocks.chosen, blocks.pool, 0.95);
      return choice && bound == 0 ? std::optional(WithDrawsOfReports(choice->tails)) : std::nullopt;
    }
  }
  throw std::invalid_argument("no test");
}

}  // namespace

std::optional<double> RhoOf(Test test, const ClaimBlocks& blocks) {
  return Rho(blocks.x, blocks.y, LayersFor(test, blocks));
}

double EffectivePoints(Test test, const ClaimBlocks& blocks) {
  const double points = static_cast<double>(blocks.x.size());
  if (test != Test::kWithinLayers) return points;
  const std::set<int> layers(blocks.layers.begin(), blocks.layers.end());
  return points - static_cast<double>(layers.size()) + 1;
}

TwoPs PsOf(const Claim& claim, Test test, const ClaimBlocks& blocks) {
  if (claim.side != Side::kEquivalent) {
    const auto tails = TailsOf(test, blocks, 0);
    if (!tails) return {};
    if (claim.side == Side::kGreater)
      return {.p = tails->greater, .opposite = tails->less, .error = tails->error};
    return {.p = std::min(1.0, 2 * std::min(tails->less, tails->greater)),
            .opposite = {},
            .error = 2 * tails->error};
  }
  const auto above = TailsOf(test, blocks, -claim.margin), below = TailsOf(test, blocks, claim.margin);
  if (!above || !below) return {};
  return {.p = std::max(above->greater, below->less),
          .opposite = std::min(1.0, 2 * std::min(above->less, below->greater)),
          .error = 2 * std::max(above->error, below->error)};
}

}  // namespace retable::reports::verify
