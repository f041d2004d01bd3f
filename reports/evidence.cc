#include "reports/evidence.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"
#include "stats/multiplicity.h"
#include "stats/normal.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/undefined.h"

namespace retable::reports {
namespace {

// The value, or nothing where the data do not define it.
template <typename Function>
auto IfDefined(Function&& function) -> std::optional<decltype(function())> {
  try {
    return function();
  } catch (const stats::Undefined&) {
    return std::nullopt;
  }
}

ArmEvidence WeighArm(const ArmResponses& arm) {
  ArmEvidence evidence{.arm = arm.arm, .heads = {}, .mean = {}, .interval = {}};
  std::vector<double> speedups;
  for (const std::vector<Response>& seeds : arm.runs) {
    for (const Response& response : seeds) {
      evidence.runs_reached += response.outcome == Outcome::kReached;
      evidence.runs_counted += response.outcome != Outcome::kMissing;
    }
    const HeadResponse head = AverageSeeds(seeds);
    evidence.heads_censored += head.outcome == Outcome::kCensored;
    if (head.outcome == Outcome::kReached) speedups.push_back(head.speedup);
    evidence.heads.push_back(head);
  }
  evidence.heads_measured = static_cast<int>(speedups.size());
  if (speedups.size() == 1) evidence.mean = speedups[0];
  if (speedups.size() > 1) evidence.mean = stats::MeanAndSd(speedups).mean;
  evidence.interval = IfDefined([&] { return stats::OneSampleT(speedups).interval; });
  return evidence;
}

struct TwoPs {
  std::optional<double> p;         // on the claim's side
  std::optional<double> opposite;  // on the other
};

TwoPs SignedRankPs(const std::vector<double>& differences, suites::Side side) {
  const auto p_of = [&](stats::Side wanted) {
    return IfDefined([&] { return stats::SignedRank(differences, {.side = wanted}).p; });
  };
  if (side == suites::Side::kTwoSided) return {.p = p_of(stats::Side::kTwoSided), .opposite = {}};
  return {.p = p_of(stats::Side::kGreater), .opposite = p_of(stats::Side::kLess)};
}

TwoPs SignTestPs(const std::vector<double>& differences, suites::Side side) {
  const auto p_of = [&](stats::Side wanted) {
    return IfDefined([&] { return stats::SignTest(differences, {.side = wanted}).p; });
  };
  if (side == suites::Side::kTwoSided) return {.p = p_of(stats::Side::kTwoSided), .opposite = {}};
  return {.p = p_of(stats::Side::kGreater), .opposite = p_of(stats::Side::kLess)};
}

void Pair(const suites::Claim& claim, const Responses& responses, ClaimEvidence& evidence) {
  const ArmResponses& arm = FindArm(responses, claim.arm);
  for (std::size_t b = 0; b < responses.blocks.size(); ++b) {
    const HeadDifference head = claim.against == suites::kBaseline
                                    ? AgainstBaseline(arm.runs[b])
                                    : PairSeeds(arm.runs[b], FindArm(responses, claim.against).runs[b]);
    if (head.seeds == 0) continue;
    evidence.blocks.push_back(responses.blocks[b]);
    evidence.differences.push_back(head.difference);
    evidence.pairs += head.seeds;
    evidence.in_favour += head.difference > 0;
    evidence.opposed += head.difference < 0;
    evidence.ties += head.difference == 0;
  }
}

void Estimate(ClaimEvidence& evidence) {
  const std::vector<double>& d = evidence.differences;
  evidence.center.estimate = IfDefined([&] { return stats::HodgesLehmannEstimate(d); });
  evidence.center.interval = IfDefined([&] { return stats::HodgesLehmannInterval(d); });
  const auto moments = IfDefined([&] { return stats::MeanAndSd(d); });
  if (moments) {
    evidence.mean.estimate = moments->mean;
    evidence.sd = moments->sd;
  }
  evidence.mean.interval = IfDefined([&] { return stats::OneSampleT(d).interval; });
}

// Holm over the table's claims, those without a p counted as declared.
void Adjust(std::vector<ClaimEvidence>& claims, const std::vector<std::optional<double>>& ps,
            std::optional<double> ClaimEvidence::*adjusted) {
  std::vector<double> given;
  for (const auto& p : ps) {
    if (p) given.push_back(*p);
  }
  if (given.empty()) return;
  const std::vector<double> holm = stats::Holm(given, claims.size());
  std::size_t next = 0;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    if (ps[c]) claims[c].*adjusted = holm[next++];
  }
}

Verdict JudgeClaim(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
                   const ClaimEvidence& evidence) {
  // The interval that the claim's sentence prints, where there is one.
  const Effect& effect = evidence.center.interval ? evidence.center : evidence.mean;
  return Judge({.heads = static_cast<int>(evidence.blocks.size()),
                .declared_heads = static_cast<int>(scale.blocks.size()),
                .family = static_cast<int>(table.claims.size()),
                .alpha = claim.alpha,
                .side = claim.side,
                .p = evidence.p_adjusted,
                .p_opposite = evidence.p_opposite_adjusted,
                .effect = effect.estimate.value_or(0),
                .interval = effect.interval,
                .printed = claim.printed_difference});
}

}  // namespace

Evidence Weigh(const suites::Table& table, const suites::Scale& scale, const Responses& responses) {
  Evidence evidence;
  for (const ArmResponses& arm : responses.arms) evidence.arms.push_back(WeighArm(arm));
  std::vector<std::optional<double>> ps, opposites;
  for (const suites::Claim& claim : table.claims) {
    ClaimEvidence& of_claim = evidence.claims.emplace_back();
    of_claim.claim = claim.id;
    Pair(claim, responses, of_claim);
    if (!of_claim.differences.empty()) Estimate(of_claim);
    const TwoPs rank = SignedRankPs(of_claim.differences, claim.side);
    const TwoPs sign = SignTestPs(of_claim.differences, claim.side);
    of_claim.p_signed_rank = rank.p;
    of_claim.p_sign = sign.p;
    const TwoPs& primary = claim.test == suites::Test::kSignedRank ? rank : sign;
    ps.push_back(primary.p);
    opposites.push_back(primary.opposite);
  }
  Adjust(evidence.claims, ps, &ClaimEvidence::p_adjusted);
  Adjust(evidence.claims, opposites, &ClaimEvidence::p_opposite_adjusted);
  for (std::size_t c = 0; c < table.claims.size(); ++c) {
    evidence.claims[c].verdict = JudgeClaim(table, scale, table.claims[c], evidence.claims[c]);
  }
  return evidence;
}

int HeadsNeeded(double effect, double sd, double alpha, int family, double power) {
  const double z = stats::NormalQuantile(1 - alpha / family) + stats::NormalQuantile(power);
  const double root = z * sd / std::abs(effect);
  return std::max(2, static_cast<int>(std::ceil(std::min(root * root, 1e9))));
}

double PowerOf(int heads, double effect, double sd, double alpha, int family) {
  const double z = stats::NormalQuantile(1 - alpha / family);
  return stats::NormalUpper(z - std::abs(effect) * std::sqrt(heads) / sd);
}

}  // namespace retable::reports
