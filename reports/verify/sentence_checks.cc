#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/verify/claim_numbers.h"
#include "reports/verify/report_checks.h"

namespace retable::reports::verify {
namespace {

using suites::Test;

std::string Words(Test test) {
  switch (test) {
    case Test::kSignedRank:
      return "signed-rank test";
    case Test::kSignTest:
      return "sign test";
    case Test::kStudentT:
      return "Student's t";
    case Test::kSignFlip:
      return "sign-flip test";
  }
  throw std::invalid_argument("no test");
}

std::string Bound(double fraction) {
  if (std::isinf(fraction)) return fraction > 0 ? "no upper bound" : "no lower bound";
  return SignedFixed(100 * fraction, 2);
}

// "+0.65 to +2.02 (95.8 %)"
std::string Words(const PlainInterval& interval) {
  return Bound(interval.low) + " to " + Bound(interval.high) + " (" + Fixed(100 * interval.confidence, 1) +
         " %)";
}

std::string PlaceIn(const PlainInterval& interval, double value) {
  return value < interval.low ? "below" : value > interval.high ? "above" : "inside";
}

bool HasInfinite(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double one) { return std::isinf(one); });
}

// One claim's sentence.
struct Sentence {
  const suites::Claim& claim;
  std::size_t item;
  NumberChecks& checks;

  void Says(const std::string& text) const { checks.ItemSays("claims", item, text); }
  std::string Text() const { return checks.Item("claims", item); }
};

void CheckEffect(const Sentence& sentence, const ClaimNumbers& numbers) {
  const std::size_t heads = numbers.differences.values.size();
  sentence.Says(std::to_string(InFavour(sentence.claim, numbers)) + " of " + std::to_string(heads) +
                (heads == 1 ? " head" : " heads"));
  if (!numbers.center || std::isinf(numbers.center->estimate)) return;
  const std::string effect = Points(numbers.center->estimate) + " (Hodges-Lehmann; ";
  sentence.Says(numbers.center->interval ? effect + "interval " + Words(*numbers.center->interval) + ")"
                                         : effect);
  const Differences& pairs = numbers.differences;
  if (pairs.pairs != pairs.planned)
    sentence.Says(std::to_string(pairs.pairs) + " of " + std::to_string(pairs.planned) + " pairs");
}

void CheckPs(const Sentence& sentence, const Judged& own, std::size_t family) {
  if (!own.raw.p || own.adjusted.error > 0) return;
  sentence.Says("p = " + PValueText(*own.raw.p));
  sentence.Says("Holm over " + std::to_string(family) + (family == 1 ? " claim " : " claims ") +
                PValueText(*own.adjusted.p));
  if (own.verdict != "contradicted" || !own.raw.opposite) return;
  sentence.Says("p = " + PValueText(*own.raw.opposite) + ", Holm " + PValueText(*own.adjusted.opposite));
}

void CheckPaper(const Sentence& sentence, const ClaimNumbers& numbers) {
  const auto& printed = sentence.claim.printed;
  if (!printed) return;
  sentence.Says("The paper: " + Points(printed->difference));
  if (!numbers.mean) return;
  if (numbers.mean->interval)
    sentence.Says(PlaceIn(*numbers.mean->interval, printed->difference) + " our interval of the mean");
  if (!printed->sd || printed->n < 2) return;
  const double n = printed->n, m = static_cast<double>(numbers.differences.values.size());
  const double reach = StudentCritical(0.025, n - 1) * *printed->sd * std::sqrt(1 / n + 1 / m);
  const PlainInterval predicted{
      .low = printed->difference - reach, .high = printed->difference + reach, .confidence = 0.95};
  sentence.Says(PlaceIn(predicted, numbers.mean->estimate) + " the interval that its spread predicts, " +
                Words(predicted));
}

// The spread that a power is told from; the power itself has no second path.
void CheckSpread(const Sentence& sentence, const std::vector<double>& differences) {
  if (sentence.Text().find("(SD ") == std::string::npos) return;
  const bool is_defined = differences.size() > 1 && !HasInfinite(differences);
  sentence.Says(is_defined ? "(SD " + Fixed(100 * StandardDeviation(differences), 2) + " points)"
                           : "no spread, since the runs define none");
}

void CheckOtherTests(const Sentence& sentence, const ClaimVerdicts& verdicts) {
  const Judged& own = verdicts.own[sentence.item];
  if (!own.raw.p || own.is_open) return;
  const std::string text = sentence.Text();
  const std::size_t from = text.find("the same by ");
  const std::string same =
      from == std::string::npos ? "" : text.substr(from, text.find_first_of(";.", from) - from);
  for (std::size_t t = 0; t < kTests.size(); ++t) {
    const Judged& other = verdicts.by_test[t][sentence.item];
    if (kTests[t] == sentence.claim.test || other.is_open) continue;
    if (!other.raw.p) {
      sentence.Says(Words(kTests[t]) + " undefined");
    } else if (!IsSame(other.verdict, own.verdict)) {
      sentence.Says(Words(kTests[t]) + " " + other.verdict);
    } else if (same.find(" " + Words(kTests[t])) == std::string::npos) {
      sentence.checks.Find("claims, item " + std::to_string(sentence.item + 1) + " does not say that by " +
                           Words(kTests[t]) + " the verdict is the same");
    }
  }
}

// "induction - induction_shuffled +1.63 points, +2.55 points": seed by seed, averaged over heads.
std::string BySeed(const Grounds& grounds, const suites::Claim& claim) {
  std::string text = claim.arm + " - " + claim.against;
  for (const std::uint64_t seed : grounds.scale.seeds) {
    const Differences differences = DifferencesOf(grounds.numbers, grounds.scale, claim, seed);
    double sum = 0;
    int heads = 0, infinite = 0;
    for (const double difference : differences.values) {
      infinite += std::isinf(difference);
      sum += std::isinf(difference) ? 0 : difference;
      ++heads;
    }
    // Two censored arms tie in a test, and have no measured difference.
    const int ties = claim.side == suites::Side::kEquivalent ? 0 : differences.both_censored;
    heads -= infinite + ties;
    const int censored = infinite + differences.both_censored;
    text += (seed == grounds.scale.seeds.front() ? " " : ", ") + (heads > 0      ? Points(sum / heads)
                                                                  : censored > 0 ? ""
                                                                                 : "not run");
    if (censored == 0) continue;
    text += (heads > 0 ? " (" : "(") + std::to_string(censored) + (censored == 1 ? " head" : " heads") +
            " censored)";
  }
  return text;
}

}  // namespace

void CheckSentences(const Grounds& grounds, const ClaimVerdicts& verdicts, NumberChecks& checks) {
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const Sentence sentence{claims[c], c, checks};
    const ClaimNumbers& numbers = verdicts.numbers[c];
    const Judged& own = verdicts.own[c];
    if (!own.is_open) sentence.Says(own.verdict + ": " + claims[c].statement);
    checks.Says("tests", BySeed(grounds, claims[c]));
    CheckPaper(sentence, numbers);
    if (numbers.differences.values.empty()) continue;
    CheckEffect(sentence, numbers);
    CheckPs(sentence, own, claims.size());
    CheckSpread(sentence, numbers.differences.values);
    CheckOtherTests(sentence, verdicts);
  }
}

}  // namespace retable::reports::verify
