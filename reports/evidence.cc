#include "reports/evidence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "reports/defined.h"
#include "stats/baseline_noise.h"
#include "stats/moments.h"
#include "stats/multiplicity.h"
#include "stats/normal.h"
#include "stats/student_t.h"

namespace retable::reports {
namespace {

using suites::Test;

ArmEvidence WeighArm(const ArmResponses& arm) {
  ArmEvidence evidence{.arm = arm.arm, .quantity = arm.quantity, .names = arm.blocks};
  std::vector<double> values;
  for (const std::vector<Response>& seeds : arm.runs) {
    for (const Response& response : seeds) {
      evidence.runs_reached += response.outcome == Outcome::kReached;
      evidence.runs_counted += response.outcome != Outcome::kMissing;
    }
    const BlockResponse block = AverageSeeds(seeds);
    evidence.blocks_censored += block.outcome == Outcome::kCensored;
    if (block.outcome == Outcome::kReached) values.push_back(block.value);
    evidence.blocks.push_back(block);
  }
  evidence.blocks_measured = static_cast<int>(values.size());
  if (values.empty()) return evidence;
  evidence.mean = values.size() == 1 ? values[0] : stats::MeanAndSd(values).mean;
  evidence.interval = IfDefined([&] { return stats::OneSampleT(values).interval; });
  evidence.smallest = *std::min_element(values.begin(), values.end());
  evidence.largest = *std::max_element(values.begin(), values.end());
  return evidence;
}

void WeighArms(const suites::Table& table, const Responses& responses, Evidence& evidence) {
  for (const ArmResponses& arm : responses.arms) {
    if (arm.quantity == table.response) {
      evidence.arms.push_back(WeighArm(arm));
    } else if (arm.quantity != suites::Quantity::kDepth) {
      evidence.measures.push_back(WeighArm(arm));
    }
  }
}

void Count(const suites::Claim& claim, ClaimEvidence& evidence) {
  for (const double difference : evidence.data.differences) {
    if (claim.side == suites::Side::kEquivalent) {
      ++(std::abs(difference) < claim.margin ? evidence.in_favour : evidence.opposed);
      continue;
    }
    evidence.in_favour += difference > 0;
    evidence.opposed += difference < 0;
    evidence.ties += difference == 0;
  }
}

std::optional<stats::Interval> Prediction(const suites::PrintedEffect& printed, std::size_t ours) {
  if (!printed.sd || printed.n < 2) return std::nullopt;
  const double n = printed.n, m = static_cast<double>(ours);
  const double reach = stats::StudentQuantile(0.975, n - 1) * *printed.sd * std::sqrt(1 / n + 1 / m);
  return stats::Interval{
      .low = printed.difference - reach, .high = printed.difference + reach, .confidence = 0.95};
}

void ComparePrinted(const suites::Claim& claim, ClaimEvidence& evidence) {
  const Effect& effect = evidence.effect;
  if (!claim.printed || !effect.estimate) return;
  if (effect.interval) evidence.printed_place = PlaceIn(*effect.interval, claim.printed->difference);
  evidence.prediction = Prediction(*claim.printed, evidence.data.differences.size());
  if (evidence.prediction) evidence.place_in_prediction = PlaceIn(*evidence.prediction, *effect.estimate);
}

// Seeds count that blocks have; of baselines the fewest that one of these has.
std::optional<stats::BaselineNoiseDesign> NoiseOf(const ClaimData& data) {
  const auto found = IfDefined([&] { return stats::BaselineNoiseT(data.differences, data.luck); });
  if (!found) return std::nullopt;
  stats::BaselineNoiseDesign design = {
      .luck_sd = found->luck_sd, .block_sd = found->block_sd, .blocks = data.differences.size()};
  for (const stats::SeedBaselines& seed : data.luck) {
    if (!(seed.share > 0)) continue;
    design.baselines =
        design.seeds == 0 ? seed.values.size() : std::min(design.baselines, seed.values.size());
    ++design.seeds;
  }
  return design;
}

ClaimEvidence Measure(const suites::Claim& claim, const suites::Scale& scale, const Responses& responses) {
  ClaimEvidence evidence{
      .claim = claim.id, .data = Gather(claim, scale, responses), .own = {.test = claim.test}};
  Count(claim, evidence);
  evidence.share = ShareOf(claim, scale, responses);
  evidence.place = PlaceOf(claim, scale, responses);
  if (evidence.data.blocks.empty()) return evidence;
  evidence.effect = EffectOf(claim, evidence.data);
  if (claim.test != Test::kBaselineNoise) evidence.center = CenterOf(claim, evidence.data);
  if (claim.test == Test::kBaselineNoise) evidence.noise = NoiseOf(evidence.data);
  if (claim.choice) evidence.z = ZOfChoice(evidence.data);
  if (const auto moments = IfDefined([&] { return stats::MeanAndSd(evidence.data.differences); }))
    evidence.sd = moments->sd;
  ComparePrinted(claim, evidence);
  return evidence;
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
  const ClaimData& data = evidence.data;
  const std::size_t declared = suites::BlocksOf(claim, scale).size();
  const double smallest = declared == 0 ? 1 : SmallestP(claim, declared);
  // The paper prints means; where censored blocks leave ours without one, the centre of ranks stands in.
  const Effect& effect = evidence.effect.interval ? evidence.effect : evidence.center;
  return Judge(
      {.is_blocked = !scale.supplied.empty(),
       .blocks = static_cast<int>(data.blocks.size()) + data.both_censored + data.left_out + data.with_sink,
       .smallest_adjusted_p = static_cast<double>(table.claims.size()) * smallest,
       .alpha = claim.alpha,
       .side = claim.side,
       .p = by.adjusted.p,
       .p_opposite = by.adjusted.opposite,
       .effect = effect.estimate,
       .interval = effect.interval,
       .printed = claim.printed ? std::optional(claim.printed->difference) : std::nullopt});
}

// Of each claim, the p-values of every test that can judge it.
using PValuesOfClaims = std::vector<std::map<Test, ClaimP>>;

PValuesOfClaims AllPValues(const suites::Table& table, const std::vector<ClaimEvidence>& claims) {
  PValuesOfClaims all(claims.size());
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const suites::Claim& claim = table.claims[c];
    all[c][claim.test] = PValues(claim, claim.test, claims[c].data);
    for (const Test test : TestsOf(claim)) {
      if (test != claim.test) all[c][test] = PValues(claim, test, claims[c].data);
    }
  }
  return all;
}

// The verdicts of all claims by their own tests; given a test, by that one where it can judge them.
std::vector<TestEvidence> JudgeAll(const suites::Table& table, const suites::Scale& scale,
                                   const std::vector<ClaimEvidence>& claims, const PValuesOfClaims& all,
                                   std::optional<Test> given = std::nullopt) {
  std::vector<TestEvidence> judged;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const Test test = given && all[c].contains(*given) ? *given : table.claims[c].test;
    judged.push_back({.test = test, .raw = all[c].at(test)});
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
    const bool has_a_say = other.test != Test::kSignTest && other.verdict != Verdict::kNotEvaluable;
    return has_a_say && !Agree(other.verdict, evidence.verdict);
  });
}

void AddSensitivity(const suites::Table& table, const suites::Scale& scale, const PValuesOfClaims& all,
                    std::vector<ClaimEvidence>& claims) {
  std::set<Test> tests;
  for (const auto& of_claim : all) {
    for (const auto& [test, ps] : of_claim) tests.insert(test);
  }
  std::map<Test, std::vector<TestEvidence>> by_test;
  for (const Test test : tests) by_test[test] = JudgeAll(table, scale, claims, all, test);
  for (std::size_t c = 0; c < claims.size(); ++c) {
    for (const Test test : TestsOf(table.claims[c])) claims[c].by_test.push_back(by_test.at(test)[c]);
    claims[c].is_fragile = claims[c].verdict != Verdict::kNotEvaluable && IsFragile(claims[c]);
  }
}

std::optional<ClaimPower> PowerOfClaim(const suites::Claim& claim, int family,
                                       const ClaimEvidence& evidence) {
  if (evidence.verdict != Verdict::kInconclusive || !evidence.effect.estimate) return std::nullopt;
  if (claim.correlation) {
    const std::size_t points = EffectivePoints(claim.test, evidence.data);
    std::optional<ClaimPower> power = PowerOfCorrelation(claim, family, *evidence.effect.estimate, points);
    if (power && power->needed) *power->needed += evidence.data.x.size() - points;  // in blocks
    return power;
  }
  if (evidence.noise) return PowerOfNoise(claim, family, *evidence.effect.estimate, *evidence.noise);
  if (!evidence.sd || claim.test == Test::kRandomChoice) return std::nullopt;
  return PowerOf(claim, family, *evidence.effect.estimate, *evidence.sd, evidence.data.differences.size());
}

std::vector<ClaimEvidence> WeighClaims(const suites::Table& table, const suites::Scale& scale,
                                       const Responses& responses) {
  std::vector<ClaimEvidence> claims;
  for (const suites::Claim& claim : table.claims) claims.push_back(Measure(claim, scale, responses));
  const PValuesOfClaims all = AllPValues(table, claims);
  const std::vector<TestEvidence> own = JudgeAll(table, scale, claims, all);
  for (std::size_t c = 0; c < claims.size(); ++c) {
    claims[c].own = own[c];
    claims[c].verdict = own[c].verdict;
  }
  AddSensitivity(table, scale, all, claims);
  const int family = static_cast<int>(table.claims.size());
  for (std::size_t c = 0; c < claims.size(); ++c) {
    claims[c].power = PowerOfClaim(table.claims[c], family, claims[c]);
  }
  return claims;
}

}  // namespace

Evidence Weigh(const suites::Table& table, const suites::Scale& scale, const Responses& responses) {
  Evidence evidence;
  WeighArms(table, responses, evidence);
  evidence.claims = WeighClaims(table, scale, responses);
  return evidence;
}

}  // namespace retable::reports
