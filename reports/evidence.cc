#include "reports/evidence.h"

#include <algorithm>
#include <cmath>

#include "reports/defined.h"
#include "stats/moments.h"
#include "stats/multiplicity.h"
#include "stats/normal.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"

namespace retable::reports {
namespace {

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

void Count(const suites::Claim& claim, double difference, ClaimEvidence& evidence) {
  if (claim.side == suites::Side::kEquivalent) {
    ++(std::abs(difference) < claim.margin ? evidence.in_favour : evidence.opposed);
    return;
  }
  evidence.in_favour += difference > 0;
  evidence.opposed += difference < 0;
  evidence.ties += difference == 0;
}

void Pair(const suites::Claim& claim, const suites::Scale& scale, const Responses& responses,
          ClaimEvidence& evidence) {
  const ArmResponses& arm = FindArm(responses, claim.arm);
  const std::vector<std::string> ranged = suites::BlocksOf(claim, scale);
  for (std::size_t b = 0; b < responses.blocks.size(); ++b) {
    if (std::find(ranged.begin(), ranged.end(), responses.blocks[b]) == ranged.end()) continue;
    evidence.planned_pairs += static_cast<int>(responses.seeds.size());
    const HeadDifference head = claim.against == suites::kBaseline
                                    ? AgainstBaseline(arm.runs[b])
                                    : PairSeeds(arm.runs[b], FindArm(responses, claim.against).runs[b]);
    if (head.seeds == 0) continue;
    if (head.both_censored && claim.side == suites::Side::kEquivalent) {
      ++evidence.both_censored;
      continue;
    }
    evidence.blocks.push_back(responses.blocks[b]);
    evidence.differences.push_back(head.difference);
    evidence.pairs += head.seeds;
    Count(claim, head.difference, evidence);
  }
}

Place PlaceIn(const stats::Interval& interval, double value) {
  return value < interval.low ? Place::kBelow : value > interval.high ? Place::kAbove : Place::kInside;
}

std::optional<stats::Interval> Prediction(const suites::PrintedEffect& printed, std::size_t ours) {
  if (!printed.sd || printed.n < 2) return std::nullopt;
  const double n = printed.n, m = static_cast<double>(ours);
  const double reach = stats::StudentQuantile(0.975, n - 1) * *printed.sd * std::sqrt(1 / n + 1 / m);
  return stats::Interval{
      .low = printed.difference - reach, .high = printed.difference + reach, .confidence = 0.95};
}

void Estimate(const suites::Claim& claim, ClaimEvidence& evidence) {
  const std::vector<double>& d = evidence.differences;
  const double confidence = claim.side == suites::Side::kEquivalent ? 1 - 2 * claim.alpha : 0.95;
  evidence.center.estimate = IfDefined([&] { return stats::HodgesLehmannEstimate(d); });
  evidence.center.interval = IfDefined([&] { return stats::HodgesLehmannInterval(d, confidence); });
  if (const auto moments = IfDefined([&] { return stats::MeanAndSd(d); })) {
    evidence.mean.estimate = moments->mean;
    evidence.sd = moments->sd;
  }
  evidence.mean.interval =
      IfDefined([&] { return stats::OneSampleT(d, {.confidence = confidence}).interval; });
  if (!claim.printed || !evidence.mean.estimate) return;
  if (evidence.mean.interval)
    evidence.printed_place = PlaceIn(*evidence.mean.interval, claim.printed->difference);
  evidence.prediction = Prediction(*claim.printed, d.size());
  if (evidence.prediction)
    evidence.place_in_prediction = PlaceIn(*evidence.prediction, *evidence.mean.estimate);
}

// Holm over the table's claims, those without a p counted as declared.
void Adjust(std::vector<TestEvidence>& claims, std::optional<double> ClaimP::*p) {
  std::vector<double> given;
  for (const TestEvidence& claim : claims) {
    if (claim.raw.*p) given.push_back(*(claim.raw.*p));
  }
  if (given.empty()) return;
  const std::vector<double> holm = stats::Holm(given, claims.size());
  std::size_t next = 0;
  for (TestEvidence& claim : claims) {
    if (claim.raw.*p) claim.adjusted.*p = holm[next++];
  }
}

Verdict JudgeClaim(const suites::Table& table, const suites::Scale& scale, suites::Claim claim,
                   const ClaimEvidence& evidence, const TestEvidence& by) {
  claim.test = by.test;
  const std::size_t declared = suites::BlocksOf(claim, scale).size();
  // The paper prints means; where censored heads leave ours without one, the centre of ranks stands in.
  const Effect& effect = evidence.mean.interval ? evidence.mean : evidence.center;
  return Judge({.is_blocked = !scale.supplied.empty(),
                .blocks = static_cast<int>(evidence.blocks.size()) + evidence.both_censored,
                .smallest_adjusted_p = static_cast<double>(table.claims.size()) * SmallestP(claim, declared),
                .alpha = claim.alpha,
                .side = claim.side,
                .p = by.adjusted.p,
                .p_opposite = by.adjusted.opposite,
                .effect = effect.estimate,
                .interval = effect.interval,
                .printed = claim.printed ? std::optional(claim.printed->difference) : std::nullopt});
}

// The verdicts of all claims, each under the test that `test_of` gives it.
template <typename TestOf>
std::vector<TestEvidence> JudgeAll(const suites::Table& table, const suites::Scale& scale,
                                   const std::vector<ClaimEvidence>& claims, TestOf test_of) {
  std::vector<TestEvidence> judged;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const suites::Claim& claim = table.claims[c];
    const suites::Test test = test_of(claim);
    judged.push_back({.test = test, .raw = PValues(test, claim.side, claim.margin, claims[c].differences)});
  }
  Adjust(judged, &ClaimP::p);
  Adjust(judged, &ClaimP::opposite);
  for (std::size_t c = 0; c < claims.size(); ++c) {
    judged[c].verdict = JudgeClaim(table, scale, table.claims[c], claims[c], judged[c]);
  }
  return judged;
}

// The sign test weighs no sizes: it stands beside the others, but decides no fragility.
bool IsFragile(const ClaimEvidence& evidence) {
  return std::any_of(evidence.by_test.begin(), evidence.by_test.end(), [&](const TestEvidence& other) {
    const bool has_a_say = other.test != suites::Test::kSignTest && other.verdict != Verdict::kNotEvaluable;
    return has_a_say && !Agree(other.verdict, evidence.verdict);
  });
}

std::vector<ClaimEvidence> WeighClaims(const suites::Table& table, const suites::Scale& scale,
                                       const Responses& responses) {
  std::vector<ClaimEvidence> claims;
  for (const suites::Claim& claim : table.claims) {
    ClaimEvidence& evidence = claims.emplace_back();
    evidence.claim = claim.id;
    Pair(claim, scale, responses, evidence);
    if (!evidence.differences.empty()) Estimate(claim, evidence);
  }
  const auto own = JudgeAll(table, scale, claims, [](const suites::Claim& claim) { return claim.test; });
  for (std::size_t c = 0; c < claims.size(); ++c) {
    claims[c].own = own[c];
    claims[c].verdict = own[c].verdict;
  }
  for (const suites::Test test : kTests) {
    const auto by_test = JudgeAll(table, scale, claims, [test](const suites::Claim&) { return test; });
    for (std::size_t c = 0; c < claims.size(); ++c) claims[c].by_test.push_back(by_test[c]);
  }
  const int family = static_cast<int>(table.claims.size());
  for (std::size_t c = 0; c < claims.size(); ++c) {
    ClaimEvidence& evidence = claims[c];
    evidence.is_fragile = evidence.verdict != Verdict::kNotEvaluable && IsFragile(evidence);
    if (evidence.verdict != Verdict::kInconclusive || !evidence.sd) continue;
    evidence.power =
        PowerOf(table.claims[c], family, *evidence.mean.estimate, *evidence.sd, evidence.differences.size());
  }
  return claims;
}

}  // namespace

Evidence Weigh(const suites::Table& table, const suites::Scale& scale, const Responses& responses) {
  Evidence evidence;
  for (const ArmResponses& arm : responses.arms) evidence.arms.push_back(WeighArm(arm));
  evidence.claims = WeighClaims(table, scale, responses);
  return evidence;
}

}  // namespace retable::reports
