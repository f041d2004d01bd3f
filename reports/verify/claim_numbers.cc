#include "reports/verify/claim_numbers.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace retable::reports::verify {
namespace {

using suites::Side;
using suites::Test;

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

// The smallest adjusted p that the declared blocks could give.
double Floor(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim, Test test) {
  if (test == Test::kStudentT) return 0;
  const auto declared =
      std::count_if(scale.blocks.begin(), scale.blocks.end(),
                    [&](const suites::Block& block) { return RangesOver(claim, block.id); });
  const double sides = claim.side == Side::kTwoSided ? 2 : 1;
  return static_cast<double>(table.claims.size()) * std::ldexp(sides, -static_cast<int>(declared));
}

// Of a claim whose adjusted p is at most alpha.
std::string VerdictOfTrue(const suites::Claim& claim, const ClaimNumbers& numbers) {
  // The paper prints means.
  const auto& effect = numbers.mean && numbers.mean->interval ? numbers.mean : numbers.center;
  if (!claim.printed || claim.side == Side::kEquivalent || !effect) return "confirmed";
  const double printed = claim.printed->difference;
  if (claim.side == Side::kTwoSided && std::signbit(printed) != std::signbit(effect->estimate))
    return "contradicted";
  if (!effect->interval) return "confirmed";
  const double near = printed > 0 ? effect->interval->low : -effect->interval->high;
  const double far = printed > 0 ? effect->interval->high : -effect->interval->low;
  return near > 0 && far < std::abs(printed) ? "confirmed, smaller" : "confirmed";
}

std::string VerdictOf(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
                      Test test, const ClaimNumbers& numbers, const TwoPs& adjusted) {
  if (numbers.differences.values.empty()) return scale.supplied.empty() ? "not run" : "blocked";
  if (!adjusted.p) return "not evaluable";
  if (*adjusted.p <= claim.alpha) return VerdictOfTrue(claim, numbers);
  if (adjusted.opposite && *adjusted.opposite <= claim.alpha) return "contradicted";
  return Floor(table, scale, claim, test) > claim.alpha ? "not evaluable" : "inconclusive";
}

bool IsOpen(const TwoPs& adjusted, double alpha) {
  const auto is_near = [&](const std::optional<double>& p) {
    return p && std::abs(*p - alpha) <= adjusted.error;
  };
  return adjusted.error > 0 && (is_near(adjusted.p) || is_near(adjusted.opposite));
}

}  // namespace

ClaimNumbers NumbersOf(const suites::Scale& scale, const Recomputed& recomputed, const suites::Claim& claim) {
  ClaimNumbers numbers{.differences = DifferencesOf(recomputed, scale, claim), .center = {}, .mean = {}};
  const double confidence = claim.side == Side::kEquivalent ? 1 - 2 * claim.alpha : 0.95;
  numbers.center = HodgesLehmann(numbers.differences.values, confidence);
  numbers.mean = Mean(numbers.differences.values, confidence);
  return numbers;
}

int InFavour(const suites::Claim& claim, const ClaimNumbers& numbers) {
  const std::vector<double>& d = numbers.differences.values;
  return static_cast<int>(std::count_if(d.begin(), d.end(), [&](double one) {
    return claim.side == Side::kEquivalent ? std::abs(one) < claim.margin : one > 0;
  }));
}

std::vector<Judged> JudgeAll(const suites::Table& table, const suites::Scale& scale,
                             const std::vector<ClaimNumbers>& numbers, const TestOf& test_of) {
  const std::vector<suites::Claim>& claims = table.claims;
  std::vector<Judged> judged(claims.size());
  std::vector<std::optional<double>> ps, opposites;
  double error = 0;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    judged[c].raw = PsOf(claims[c], test_of(claims[c]), numbers[c].differences.values);
    ps.push_back(judged[c].raw.p);
    opposites.push_back(judged[c].raw.opposite);
    error = std::max(error, judged[c].raw.error);
  }
  const int family = static_cast<int>(claims.size());
  const auto adjusted = Holm(ps, family), others = Holm(opposites, family);
  for (std::size_t c = 0; c < claims.size(); ++c) {
    // Holm's p of one claim may be another's, multiplied by at most the family.
    judged[c].adjusted = {.p = adjusted[c], .opposite = others[c], .error = family * error};
    judged[c].verdict =
        VerdictOf(table, scale, claims[c], test_of(claims[c]), numbers[c], judged[c].adjusted);
    judged[c].is_open = IsOpen(judged[c].adjusted, claims[c].alpha);
  }
  return judged;
}

ClaimVerdicts JudgeClaims(const suites::Table& table, const suites::Scale& scale, const Recomputed& numbers) {
  ClaimVerdicts verdicts;
  for (const suites::Claim& claim : table.claims)
    verdicts.numbers.push_back(NumbersOf(scale, numbers, claim));
  verdicts.own =
      JudgeAll(table, scale, verdicts.numbers, [](const suites::Claim& claim) { return claim.test; });
  for (const Test test : kTests) {
    verdicts.by_test.push_back(
        JudgeAll(table, scale, verdicts.numbers, [test](const suites::Claim&) { return test; }));
  }
  return verdicts;
}

bool IsSame(const std::string& a, const std::string& b) {
  return a == b || (a.starts_with("confirmed") && b.starts_with("confirmed"));
}

std::optional<bool> IsFragile(const ClaimVerdicts& verdicts, std::size_t claim) {
  const Judged& own = verdicts.own[claim];
  if (own.verdict == "not evaluable") return false;  // no verdict that could hang on the test
  bool is_open = own.is_open;
  for (std::size_t t = 0; t < kTests.size(); ++t) {
    const Judged& other = verdicts.by_test[t][claim];
    if (kTests[t] == Test::kSignTest || other.verdict == "not evaluable") continue;
    if (other.is_open) {
      is_open = true;
    } else if (!own.is_open && !IsSame(other.verdict, own.verdict)) {
      return true;
    }
  }
  return is_open ? std::nullopt : std::optional(false);
}

}  // namespace retable::reports::verify
