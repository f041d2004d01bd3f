#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/claim_numbers.h"
#include "reports/verify/report_checks.h"
#include "reports/verify/words.h"

namespace retable::reports::verify {
namespace {

using suites::Side;
using suites::Test;

std::optional<double> EstimateOf(const std::optional<PlainEffect>& effect) {
  return effect ? std::optional(effect->estimate) : std::nullopt;
}

// How the report's words begin where an estimate or a p is not defined; empty where any will do.
std::string WhyUndefined(const suites::Claim& claim, const ClaimBlocks& blocks) {
  if (claim.correlation) {
    if (blocks.x.empty()) return blocks.with_sink > 0 ? "undefined" : "not run";
    return blocks.x.size() < 4 ? "too few" : "undefined";
  }
  if (claim.choice) {
    if (blocks.blocks == 0) return "not run";
    return blocks.chosen.size() < 2 ? "too few choices" : "undefined";
  }
  const std::vector<double>& d = blocks.differences;
  if (d.empty()) return blocks.both_censored + blocks.left_out > 0 ? "undefined" : "not run";
  return std::any_of(d.begin(), d.end(), [](double one) { return std::isinf(one); }) ? "undefined" : "";
}

std::string WhyNoCenter(const suites::Claim& claim, const std::string& why) {
  if (claim.correlation) return "a correlation has none";
  if (claim.choice) return "a choice has none";
  return claim.test == Test::kBaselineNoise ? "the claim is on the mean" : why;
}

// The counts that the column of favourable blocks begins with.
std::string Favour(const Grounds& grounds, const suites::Claim& claim, const ClaimNumbers& numbers) {
  const ClaimBlocks& blocks = numbers.blocks;
  if (claim.correlation) return "over " + Counted(blocks.x.size(), NounOf(grounds.scale));
  if (claim.choice) return "over " + Counted(blocks.chosen.size(), "choice");
  return std::to_string(InFavour(claim, numbers)) + " of " + std::to_string(blocks.differences.size());
}

void CheckVerdict(const std::string& section, std::size_t row, const Judged& judged, NumberChecks& checks) {
  if (!judged.is_open) checks.Value(section, row, "verdict", judged.verdict);
}

// Of one side or the other.
void CheckPs(std::size_t row, const suites::Claim& claim, const Judged& judged, const std::string& why,
             NumberChecks& checks) {
  checks.PValue("tests", row, "p", judged.raw.p, why, judged.raw.error);
  checks.PValue("tests", row, "p_holm", judged.adjusted.p, why, judged.adjusted.error);
  const std::string other = claim.side == Side::kTwoSided ? "two-sided" : why;
  checks.PValue("tests", row, "p_other_side", judged.raw.opposite, other, judged.raw.error);
  checks.PValue("tests", row, "p_other_side_holm", judged.adjusted.opposite, other, judged.adjusted.error);
}

void CheckTestRow(const Grounds& grounds, const suites::Claim& claim, const ClaimNumbers& numbers,
                  const Judged& judged, std::size_t row, NumberChecks& checks) {
  const std::string why = WhyUndefined(claim, numbers.blocks);
  const auto center = EstimateOf(numbers.center);
  checks.Value("tests", row, "claim", claim.id);
  CheckVerdict("tests", row, judged, checks);
  checks.Value("tests", row, "test", Id(claim.test));
  checks.Starts("tests", row, "in_favour", Favour(grounds, claim, numbers));
  checks.Number("tests", row, "hodges_lehmann", center, center ? "censored" : WhyNoCenter(claim, why));
  checks.Interval("tests", row, "hodges_lehmann_interval",
                  numbers.center ? numbers.center->interval : std::nullopt);
  checks.Number("tests", row, "mean_difference", EstimateOf(numbers.effect), why);
  checks.Interval("tests", row, "mean_interval", numbers.effect ? numbers.effect->interval : std::nullopt);
  checks.Number("tests", row, "printed",
                claim.printed ? std::optional(claim.printed->difference) : std::nullopt, "no number printed");
  CheckPs(row, claim, judged, why, checks);
}

void CheckSensitivity(const Grounds& grounds, const ClaimVerdicts& verdicts, NumberChecks& checks) {
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  std::size_t row = 0;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const std::string why = WhyUndefined(claims[c], verdicts.numbers[c].blocks);
    for (const Judged& judged : verdicts.by_test[c]) {
      checks.Value("sensitivity", row, "claim", claims[c].id);
      checks.Value("sensitivity", row, "test", Id(judged.test));
      CheckVerdict("sensitivity", row, judged, checks);
      checks.PValue("sensitivity", row, "p", judged.raw.p, why, judged.raw.error);
      checks.PValue("sensitivity", row, "p_holm", judged.adjusted.p, why, judged.adjusted.error);
      ++row;
    }
    const auto is_fragile = IsFragile(verdicts, c);
    if (is_fragile) checks.Value("tests", c, "fragile", *is_fragile ? "fragile" : "no");
  }
  if (checks.Rows("sensitivity") != row) checks.Find("its sensitivity has not one row a claim and test");
}

}  // namespace

void CheckClaims(const Grounds& grounds, NumberChecks& checks) {
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  const ClaimVerdicts verdicts = JudgeClaims(grounds.table, grounds.scale, grounds.numbers);
  if (checks.Rows("tests") != claims.size()) checks.Find("its tests have not one row a claim");
  for (std::size_t c = 0; c < claims.size(); ++c)
    CheckTestRow(grounds, claims[c], verdicts.numbers[c], verdicts.own[c], c, checks);
  CheckSensitivity(grounds, verdicts, checks);
  CheckSentences(grounds, verdicts, checks);
}

}  // namespace retable::reports::verify
