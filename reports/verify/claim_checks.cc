#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>

#include "reports/numbers.h"
#include "reports/verify/report_checks.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;
using suites::Side;
using suites::Test;

constexpr double kRounding = 0.51e-6;

// p on the claim's side and on the other, with how far they may be off.
struct TwoPs {
  std::optional<double> p;
  std::optional<double> opposite;
  double error = 0;
};

std::optional<PlainTails> TailsOf(Test test, const std::vector<double>& differences) {
  switch (test) {
    case Test::kSignedRank:
      return SignedRankTails(differences);
    case Test::kSignTest:
      return SignTestTails(differences);
    case Test::kStudentT:
      return StudentTails(differences);
    case Test::kSignFlip:
      return SignFlipTails(differences);
  }
  throw std::invalid_argument("no test");
}

TwoPs PsOf(const suites::Claim& claim, Test test, const std::vector<double>& differences) {
  if (claim.side != Side::kEquivalent) {
    const auto tails = TailsOf(test, differences);
    if (!tails) return {};
    if (claim.side == Side::kGreater)
      return {.p = tails->greater, .opposite = tails->less, .error = tails->error};
    return {.p = std::min(1.0, 2 * std::min(tails->less, tails->greater)),
            .opposite = {},
            .error = 2 * tails->error};
  }
  std::vector<double> up = differences, down = differences;
  for (double& value : up) value += claim.margin;
  for (double& value : down) value -= claim.margin;
  const auto above = TailsOf(test, up), below = TailsOf(test, down);
  if (!above || !below) return {};
  return {.p = std::max(above->greater, below->less),
          .opposite = std::min(1.0, 2 * std::min(above->less, below->greater)),
          .error = 2 * std::max(above->error, below->error)};
}

// All claims under the tests that `test_of` names: Holm's p on both sides, and verdicts.
struct Judged {
  TwoPs raw;
  std::optional<double> p;
  std::optional<double> opposite;
  std::string verdict;
};

struct ClaimNumbers {
  std::vector<double> differences;
  std::optional<PlainEffect> center;
  std::optional<PlainEffect> mean;
};

std::string VerdictOf(const Grounds& grounds, const suites::Claim& claim, Test test,
                      const ClaimNumbers& numbers, const Judged& judged) {
  if (numbers.differences.empty()) return grounds.scale.supplied.empty() ? "not run" : "blocked";
  const auto declared =
      static_cast<int>(claim.blocks.empty() ? grounds.scale.blocks.size() : claim.blocks.size());
  const double least =
      test == Test::kStudentT ? 0 : std::ldexp(claim.side == Side::kTwoSided ? 2.0 : 1.0, -declared);
  if (least * static_cast<double>(grounds.table.claims.size()) > claim.alpha || !judged.p)
    return "not evaluable";
  const auto& effect = numbers.center && numbers.center->interval ? numbers.center : numbers.mean;
  if (*judged.p <= claim.alpha) {
    if (!claim.printed || claim.side == Side::kEquivalent || !effect) return "confirmed";
    const double printed = claim.printed->difference;
    if (claim.side == Side::kTwoSided && (printed < 0) != (effect->estimate < 0)) return "contradicted";
    if (!effect->interval) return "confirmed";
    const double near = printed > 0 ? effect->interval->low : -effect->interval->high;
    const double far = printed > 0 ? effect->interval->high : -effect->interval->low;
    return near > 0 && far < std::abs(printed) ? "confirmed, smaller" : "confirmed";
  }
  return judged.opposite && *judged.opposite <= claim.alpha ? "contradicted" : "inconclusive";
}

template <typename TestOf>
std::vector<Judged> JudgeAll(const Grounds& grounds, const std::vector<ClaimNumbers>& numbers,
                             TestOf test_of) {
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  std::vector<Judged> judged(claims.size());
  std::vector<std::optional<double>> ps, opposites;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    judged[c].raw = PsOf(claims[c], test_of(claims[c]), numbers[c].differences);
    ps.push_back(judged[c].raw.p);
    opposites.push_back(judged[c].raw.opposite);
  }
  const int family = static_cast<int>(claims.size());
  const auto adjusted = Holm(ps, family), others = Holm(opposites, family);
  for (std::size_t c = 0; c < claims.size(); ++c) {
    judged[c].p = adjusted[c];
    judged[c].opposite = others[c];
    judged[c].verdict = VerdictOf(grounds, claims[c], test_of(claims[c]), numbers[c], judged[c]);
  }
  return judged;
}

ClaimNumbers NumbersOf(const Grounds& grounds, const suites::Claim& claim) {
  ClaimNumbers numbers{
      .differences = Differences(grounds.numbers, grounds.scale, claim), .center = {}, .mean = {}};
  const double confidence = claim.side == Side::kEquivalent ? 1 - 2 * claim.alpha : 0.95;
  numbers.center = HodgesLehmann(numbers.differences, confidence);
  numbers.mean = Mean(numbers.differences, confidence);
  return numbers;
}

int InFavour(const suites::Claim& claim, const std::vector<double>& differences) {
  return static_cast<int>(std::count_if(differences.begin(), differences.end(), [&](double d) {
    return claim.side == Side::kEquivalent ? std::abs(d) < claim.margin : d > 0;
  }));
}

std::optional<double> EstimateOf(const std::optional<PlainEffect>& effect) {
  return effect ? std::optional(effect->estimate) : std::nullopt;
}

void CheckTestRow(const suites::Claim& claim, const ClaimNumbers& numbers, const Judged& judged, int family,
                  std::size_t row, NumberChecks& checks) {
  const std::string all = std::to_string(numbers.differences.size());
  checks.Value("tests", row, "claim", claim.id);
  checks.Value("tests", row, "verdict", judged.verdict);
  checks.Value("tests", row, "test", Id(claim.test));
  checks.Starts("tests", row, "in_favour",
                std::to_string(InFavour(claim, numbers.differences)) + " of " + all);
  checks.Number("tests", row, "hodges_lehmann", EstimateOf(numbers.center), kRounding);
  checks.Interval("tests", row, "hodges_lehmann_interval",
                  numbers.center ? numbers.center->interval : std::nullopt);
  checks.Number("tests", row, "mean_difference", EstimateOf(numbers.mean), kRounding);
  checks.Interval("tests", row, "mean_interval", numbers.mean ? numbers.mean->interval : std::nullopt);
  checks.Number("tests", row, "printed",
                claim.printed ? std::optional(claim.printed->difference) : std::nullopt, kRounding);
  checks.PValue("tests", row, "p", judged.raw.p, judged.raw.error);
  checks.PValue("tests", row, "p_holm", judged.p, family * judged.raw.error);
  checks.Says("claims", judged.verdict + ": " + claim.statement);
}

bool IsSame(const std::string& a, const std::string& b) {
  return a == b || (a.starts_with("confirmed") && b.starts_with("confirmed"));
}

void CheckSensitivity(const Grounds& grounds, const std::vector<ClaimNumbers>& numbers,
                      const std::vector<Judged>& own, NumberChecks& checks) {
  constexpr std::array kTests = {Test::kSignedRank, Test::kStudentT, Test::kSignFlip, Test::kSignTest};
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  if (checks.Rows("sensitivity") != kTests.size() * claims.size()) {
    checks.Find("its sensitivity has not one row a claim and test");
  }
  std::vector<bool> is_fragile(claims.size(), false);
  for (std::size_t t = 0; t < kTests.size(); ++t) {
    const auto judged = JudgeAll(grounds, numbers, [&](const suites::Claim&) { return kTests[t]; });
    for (std::size_t c = 0; c < claims.size(); ++c) {
      const std::size_t row = c * kTests.size() + t;
      const double error = judged[c].raw.error;
      checks.Value("sensitivity", row, "claim", claims[c].id);
      checks.Value("sensitivity", row, "test", Id(kTests[t]));
      checks.Value("sensitivity", row, "verdict", judged[c].verdict);
      checks.PValue("sensitivity", row, "p", judged[c].raw.p, error);
      checks.PValue("sensitivity", row, "p_holm", judged[c].p, static_cast<double>(claims.size()) * error);
      if (kTests[t] == Test::kSignTest || !judged[c].raw.p || !own[c].raw.p) continue;
      is_fragile[c] = is_fragile[c] || !IsSame(judged[c].verdict, own[c].verdict);
    }
  }
  for (std::size_t c = 0; c < claims.size(); ++c) {
    checks.Value("tests", c, "fragile", is_fragile[c] ? "fragile" : "no");
  }
}

}  // namespace

void CheckClaims(const Grounds& grounds, NumberChecks& checks) {
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  const int family = static_cast<int>(claims.size());
  std::vector<ClaimNumbers> numbers;
  for (const suites::Claim& claim : claims) numbers.push_back(NumbersOf(grounds, claim));
  const std::vector<Judged> own =
      JudgeAll(grounds, numbers, [](const suites::Claim& claim) { return claim.test; });
  if (checks.Rows("tests") != claims.size()) checks.Find("its tests have not one row a claim");
  for (std::size_t c = 0; c < claims.size(); ++c)
    CheckTestRow(claims[c], numbers[c], own[c], family, c, checks);

  CheckSensitivity(grounds, numbers, own, checks);
}

}  // namespace retable::reports::verify
