#include "reports/claim_power.h"

#include <cmath>

#include "reports/defined.h"
#include "stats/normal.h"
#include "stats/power.h"
#include "stats/power_correlation.h"
#include "stats/power_permutation.h"
#include "stats/undefined.h"

namespace retable::reports {
namespace {

constexpr std::size_t kMostBlocks = 1'000;

stats::PowerOptions Options(const suites::Claim& claim, int family) {
  const bool is_two_sided = claim.side == suites::Side::kTwoSided;
  return {.alpha = claim.alpha / family,
          .side = is_two_sided ? stats::Side::kTwoSided : stats::Side::kGreater,
          .draws = 2'000};
}

// The sd of a ladder's slope where each arm's value has sd 1.
double SlopeError(const suites::Claim& claim) {
  double squares = 0;
  for (const suites::Term& term : TermsOf(claim)) squares += term.weight * term.weight;
  return std::sqrt(squares);
}

double Power(const suites::Claim& claim, double dz, std::size_t n, const stats::PowerOptions& options) {
  switch (claim.test) {
    case suites::Test::kSignedRank:
      return stats::PowerSignedRank(dz, n, options);
    case suites::Test::kSignTest:
      return stats::PowerSignTest(stats::NormalUpper(-dz), n, options);
    case suites::Test::kStudentT:
      return stats::PowerT(dz, static_cast<double>(n), options);
    case suites::Test::kSignFlip:
      return stats::PowerSignFlip(dz, n, options);
    case suites::Test::kPage:
      return stats::PowerPage(dz * SlopeError(claim), n, claim.ladder.size(), options);
    default:
      throw stats::Undefined("the power of this test is not known");
  }
}

std::size_t Needed(const suites::Claim& claim, double dz, const stats::PowerOptions& options) {
  switch (claim.test) {
    case suites::Test::kSignedRank:
      return stats::PairsForSignedRank(dz, kPlannedPower, options);
    case suites::Test::kSignTest:
      return stats::PairsForSignTest(stats::NormalUpper(-dz), kPlannedPower, options);
    case suites::Test::kStudentT:
      return stats::PairsForT(dz, kPlannedPower, options);
    case suites::Test::kSignFlip:
      return stats::PairsForSignFlip(dz, kPlannedPower, options);
    case suites::Test::kPage:
      return stats::BlocksForPage(dz * SlopeError(claim), claim.ladder.size(), kPlannedPower, options);
    default:
      throw stats::Undefined("the power of this test is not known");
  }
}

std::optional<std::size_t> AtMost(std::optional<std::size_t> blocks) {
  return blocks && *blocks <= kMostBlocks ? blocks : std::nullopt;
}

// Where the power is defined.
template <typename PowerAt, typename BlocksNeeded>
std::optional<ClaimPower> MakePower(double effect, bool is_printed, PowerAt power_at, BlocksNeeded needed) {
  const auto power = IfDefined(power_at);
  if (!power) return std::nullopt;
  return ClaimPower{
      .effect = effect, .is_printed = is_printed, .power = *power, .needed = AtMost(IfDefined(needed))};
}

std::optional<ClaimPower> PowerOfEquivalence(const suites::Claim& claim, int family, double sd,
                                             std::size_t blocks) {
  const double margin = claim.margin / sd;
  const stats::PowerOptions options = Options(claim, family);
  const bool is_by_ranks = claim.test == suites::Test::kSignedRank;
  return MakePower(
      claim.margin, false,
      [&] {
        return is_by_ranks ? stats::PowerTostSignedRank(margin, blocks, options)
                           : stats::PowerTostT(margin, blocks, options.alpha);
      },
      [&] {
        return is_by_ranks ? stats::PairsForTostSignedRank(margin, kPlannedPower, options)
                           : stats::PairsForTostT(margin, kPlannedPower, options.alpha);
      });
}

}  // namespace

std::optional<ClaimPower> PowerOf(const suites::Claim& claim, int family, double mean, double sd,
                                  std::size_t blocks) {
  if (!(sd > 0)) return std::nullopt;
  if (claim.side == suites::Side::kEquivalent) return PowerOfEquivalence(claim, family, sd, blocks);
  const double effect = claim.printed ? claim.printed->difference : mean;
  const double dz = effect / sd;
  const stats::PowerOptions options = Options(claim, family);
  if (claim.side == suites::Side::kGreater && !(dz > 0)) return std::nullopt;
  return MakePower(
      effect, claim.printed.has_value(), [&] { return Power(claim, dz, blocks, options); },
      [&] { return Needed(claim, dz, options); });
}

std::optional<ClaimPower> PowerOfNoise(const suites::Claim& claim, int family, double mean,
                                       const stats::BaselineNoiseDesign& design) {
  const stats::PowerOptions options = Options(claim, family);
  if (claim.side == suites::Side::kEquivalent) {
    return MakePower(
        claim.margin, false,
        [&] { return stats::PowerTostBaselineNoise(claim.margin, design, options.alpha); },
        [&] { return stats::SeedsForTostBaselineNoise(claim.margin, design, kPlannedPower, options.alpha); });
  }
  const double effect = claim.printed ? claim.printed->difference : mean;
  if (claim.side == suites::Side::kGreater && !(effect > 0)) return std::nullopt;
  return MakePower(
      effect, claim.printed.has_value(), [&] { return stats::PowerBaselineNoise(effect, design, options); },
      [&] { return stats::SeedsForBaselineNoise(effect, design, kPlannedPower, options); });
}

std::optional<ClaimPower> PowerOfCorrelation(const suites::Claim& claim, int family, double rho,
                                             std::size_t points) {
  const stats::PowerOptions options = Options(claim, family);
  if (claim.side == suites::Side::kEquivalent) {
    return MakePower(
        claim.margin, false, [&] { return stats::PowerTostSpearman(claim.margin, points, options.alpha); },
        [&] { return stats::PointsForTostSpearman(claim.margin, kPlannedPower, options.alpha); });
  }
  const double effect = claim.printed ? claim.printed->difference : rho;
  if (claim.side == suites::Side::kGreater && !(effect > 0)) return std::nullopt;
  return MakePower(
      effect, claim.printed.has_value(), [&] { return stats::PowerSpearman(effect, points, options); },
      [&] { return stats::PointsForSpearman(effect, kPlannedPower, options); });
}

}  // namespace retable::reports
