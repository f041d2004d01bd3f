#include "reports/verify/claim_numbers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/verify/plain_ranks.h"

namespace retable::reports::verify {
namespace {

using suites::Claim;
using suites::Side;
using suites::Test;

double ConfidenceOf(const Claim& claim) {
  return claim.side == Side::kEquivalent ? 1 - 2 * claim.alpha : 0.95;
}

ClaimNumbers CorrelationNumbers(const Claim& claim, ClaimNumbers numbers) {
  if (const auto rho = RhoOf(claim.test, numbers.blocks)) {
    const double points = EffectivePoints(claim.test, numbers.blocks);
    numbers.effect = {.estimate = *rho, .interval = RhoInterval(*rho, points, ConfidenceOf(claim))};
  }
  return numbers;
}

ClaimNumbers ChoiceNumbers(const Claim& claim, ClaimNumbers numbers) {
  if (const auto choice = ChoiceOf(numbers.blocks.chosen, numbers.blocks.pool, ConfidenceOf(claim))) {
    numbers.effect = {.estimate = choice->difference, .interval = choice->interval};
    numbers.z = choice->z;
  }
  return numbers;
}

ClaimNumbers SumNumbers(const Claim& claim, ClaimNumbers numbers) {
  const std::vector<double>& d = numbers.blocks.differences;
  if (d.size() >= 2) numbers.effect = Mean(d, ConfidenceOf(claim));
  if (claim.test != Test::kBaselineNoise) {
    numbers.center = HodgesLehmann(d, ConfidenceOf(claim));
  } else if (numbers.effect) {
    const auto noise = NoiseOf(d, numbers.blocks.luck);
    numbers.effect->interval = std::nullopt;
    if (noise) numbers.effect->interval = IntervalOf(*noise, ConfidenceOf(claim));
  }
  return numbers;
}

void AddEstimates(const suites::Scale& scale, const Recomputed& recomputed, const Claim& claim,
                  ClaimNumbers& numbers) {
  if (claim.share) {
    const auto columns = Columns(claim, scale, recomputed, {claim.arm, claim.against, claim.share->whole});
    std::vector<double> part, whole;
    for (std::size_t b = 0; b < columns[0].size(); ++b) {
      part.push_back(columns[0][b] - columns[1][b]);
      whole.push_back(columns[2][b] - columns[1][b]);
    }
    numbers.share = RatioOf(part, whole, 0.95);
  }
  if (claim.place) {
    std::vector<std::string> arms;
    std::vector<double> shares;
    for (const suites::Rung& rung : claim.place->curve) {
      arms.push_back(rung.arm);
      shares.push_back(rung.share);
    }
    arms.push_back(claim.arm);
    auto columns = Columns(claim, scale, recomputed, arms);
    const std::vector<double> values = columns.back();
    columns.pop_back();
    if (values.empty()) return;
    numbers.place = PlaceOf(shares, columns, values);
    numbers.place_bounds = PlaceBoundsOf(shares, columns, values);
  }
}

// Of a claim whose adjusted p is at most alpha.
std::string VerdictOfTrue(const Claim& claim, const ClaimNumbers& numbers) {
  // The paper prints means.
  const auto& effect = numbers.effect && numbers.effect->interval ? numbers.effect : numbers.center;
  if (!claim.printed || claim.side == Side::kEquivalent || !effect) return "confirmed";
  const double printed = claim.printed->difference;
  if (claim.side == Side::kTwoSided && std::signbit(printed) != std::signbit(effect->estimate))
    return "contradicted";
  if (!effect->interval) return "confirmed";
  const double near = printed > 0 ? effect->interval->low : -effect->interval->high;
  const double far = printed > 0 ? effect->interval->high : -effect->interval->low;
  return near > 0 && far < std::abs(printed) ? "confirmed, smaller" : "confirmed";
}

std::string VerdictOf(const suites::Table& table, const suites::Scale& scale, const Claim& claim, Test test,
                      const ClaimNumbers& numbers, const TwoPs& adjusted) {
  const ClaimBlocks& blocks = numbers.blocks;
  const int looked_at = blocks.blocks + blocks.both_censored + blocks.left_out + blocks.with_sink;
  if (looked_at == 0) return scale.supplied.empty() ? "not run" : "blocked";
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

// Of each claim, its p-values under each test that can judge it.
using PsOfClaims = std::vector<std::map<Test, TwoPs>>;

// All claims, each under the given test where it can judge it; else by its own.
std::vector<Judged> JudgeAll(const suites::Table& table, const suites::Scale& scale,
                             const std::vector<ClaimNumbers>& numbers, const PsOfClaims& ps,
                             std::optional<Test> given = std::nullopt) {
  const std::vector<Claim>& claims = table.claims;
  std::vector<Judged> judged;
  std::vector<TwoPs> raw;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const Test test = given && ps[c].contains(*given) ? *given : claims[c].test;
    raw.push_back(ps[c].at(test));
    judged.push_back({.test = test, .raw = raw.back()});
  }
  const std::vector<TwoPs> adjusted = Adjusted(raw, static_cast<int>(claims.size()), Holm);
  for (std::size_t c = 0; c < claims.size(); ++c) {
    judged[c].adjusted = adjusted[c];
    judged[c].verdict = VerdictOf(table, scale, claims[c], judged[c].test, numbers[c], adjusted[c]);
    judged[c].is_open = IsOpen(adjusted[c], claims[c].alpha);
  }
  return judged;
}

// n! to the power of -times.
double OneOrder(std::size_t n, double times) {
  return std::exp(-times * std::lgamma(static_cast<double>(n) + 1));
}

// p of each moved by its error, at most to 0 and 1.
std::vector<std::optional<double>> Moved(const std::vector<TwoPs>& raw, std::optional<double> TwoPs::*which,
                                         double by) {
  std::vector<std::optional<double>> moved;
  for (const TwoPs& one : raw) {
    const auto& p = one.*which;
    moved.push_back(p ? std::optional(std::clamp(*p + by * one.error, 0.0, 1.0)) : std::nullopt);
  }
  return moved;
}

}  // namespace

std::vector<Test> TestsOf(const Claim& claim) {
  if (claim.correlation) return {Test::kSpearman, Test::kWithinLayers};
  if (claim.choice) return {Test::kRandomChoice};
  if (claim.test == Test::kBaselineNoise) return {Test::kBaselineNoise};
  std::vector<Test> tests = {Test::kSignedRank, Test::kStudentT, Test::kSignFlip, Test::kSignTest};
  if (!claim.ladder.empty()) tests.insert(tests.begin(), Test::kPage);
  return tests;
}

std::vector<TwoPs> Adjusted(const std::vector<TwoPs>& raw, int family, Adjustment adjustment) {
  std::vector<TwoPs> adjusted(raw.size());
  for (const auto which : {&TwoPs::p, &TwoPs::opposite}) {
    const auto middle = adjustment(Moved(raw, which, 0), family),
               low = adjustment(Moved(raw, which, -1), family),
               high = adjustment(Moved(raw, which, 1), family);
    for (std::size_t i = 0; i < raw.size(); ++i) {
      adjusted[i].*which = middle[i];
      if (!middle[i]) continue;
      const double error = std::max(*high[i] - *middle[i], *middle[i] - *low[i]);
      adjusted[i].error = std::max(adjusted[i].error, error);
    }
  }
  return adjusted;
}

double Floor(const suites::Table& table, const suites::Scale& scale, const Claim& claim, Test test) {
  const auto declared =
      std::count_if(scale.blocks.begin(), scale.blocks.end(),
                    [&](const suites::Block& block) { return RangesOver(claim, block.id); });
  const double blocks = static_cast<double>(declared), family = static_cast<double>(table.claims.size());
  const double sides = claim.side == Side::kTwoSided ? 2 : 1;
  if (declared == 0) return family;
  switch (test) {
    case Test::kSignedRank:
    case Test::kSignTest:
    case Test::kSignFlip:
      return family * std::min(1.0, std::ldexp(sides, -static_cast<int>(declared)));
    case Test::kPage:
      return family * OneOrder(claim.ladder.size(), blocks);
    case Test::kSpearman:
      return claim.side == Side::kEquivalent
                 ? family * RhoAbove(0, blocks, -claim.margin).value_or(1)
                 : family * std::min(1.0, sides * OneOrder(static_cast<std::size_t>(declared), 1));
    case Test::kWithinLayers:
      return claim.side == Side::kEquivalent ? family * RhoAbove(0, blocks, -claim.margin).value_or(1) : 0;
    default:
      return 0;
  }
}

ClaimNumbers NumbersOf(const suites::Scale& scale, const Recomputed& recomputed, const Claim& claim) {
  ClaimNumbers numbers;
  numbers.blocks = BlocksOf(claim, scale, recomputed);
  AddEstimates(scale, recomputed, claim, numbers);
  if (numbers.blocks.blocks == 0) return numbers;
  if (claim.correlation) return CorrelationNumbers(claim, std::move(numbers));
  return claim.choice ? ChoiceNumbers(claim, std::move(numbers)) : SumNumbers(claim, std::move(numbers));
}

int InFavour(const Claim& claim, const ClaimNumbers& numbers) {
  const std::vector<double>& d = numbers.blocks.differences;
  return static_cast<int>(std::count_if(d.begin(), d.end(), [&](double one) {
    return claim.side == Side::kEquivalent ? std::abs(one) < claim.margin : one > 0;
  }));
}

ClaimVerdicts JudgeClaims(const suites::Table& table, const suites::Scale& scale, const Recomputed& numbers) {
  ClaimVerdicts verdicts;
  PsOfClaims ps;
  std::map<Test, std::vector<Judged>> by_test;
  for (const Claim& claim : table.claims) {
    verdicts.numbers.push_back(NumbersOf(scale, numbers, claim));
    auto& of_claim = ps.emplace_back();
    for (const Test test : TestsOf(claim)) {
      of_claim[test] = PsOf(claim, test, verdicts.numbers.back().blocks);
      by_test[test];
    }
  }
  verdicts.own = JudgeAll(table, scale, verdicts.numbers, ps);
  for (auto& [test, judged] : by_test) judged = JudgeAll(table, scale, verdicts.numbers, ps, test);
  for (std::size_t c = 0; c < table.claims.size(); ++c) {
    auto& of_claim = verdicts.by_test.emplace_back();
    for (const Test test : TestsOf(table.claims[c])) of_claim.push_back(by_test.at(test)[c]);
  }
  return verdicts;
}

bool IsSame(const std::string& a, const std::string& b) {
  return a == b || (a.starts_with("confirmed") && b.starts_with("confirmed"));
}

std::optional<bool> IsFragile(const ClaimVerdicts& verdicts, std::size_t claim) {
  const Judged& own = verdicts.own[claim];
  if (own.verdict == "not evaluable") return false;  // no verdict that could hang on the test
  bool is_open = own.is_open && verdicts.by_test[claim].size() > 1;
  for (const Judged& other : verdicts.by_test[claim]) {
    if (other.test == Test::kSignTest || other.verdict == "not evaluable") continue;
    if (other.is_open) {
      is_open = is_open || verdicts.by_test[claim].size() > 1;
    } else if (!own.is_open && !IsSame(other.verdict, own.verdict)) {
      return true;
    }
  }
  return is_open ? std::nullopt : std::optional(false);
}

}  // namespace retable::reports::verify
