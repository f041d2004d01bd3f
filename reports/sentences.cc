#include "reports/sentences.h"

#include <algorithm>
#include <stdexcept>

#include "reports/grid.h"
#include "reports/numbers.h"

namespace retable::reports {
namespace {

std::string PlaceText(Place place, const std::string& what) {
  return place == Place::kInside ? "inside " + what : (place == Place::kAbove ? "above " : "below ") + what;
}

std::string PaperText(const suites::Claim& claim, const ClaimEvidence& evidence) {
  if (!claim.printed) return "The paper prints no number for this difference.";
  std::string text = "The paper: " + Points(claim.printed->difference);
  if (!evidence.blocks.empty() && !evidence.mean.estimate) {
    text += ", with which censored heads leave no mean to compare";
  }
  if (evidence.printed_place) text += ", " + PlaceText(*evidence.printed_place, "our interval of the mean");
  if (evidence.place_in_prediction) {
    text += "; our mean is " +
            PlaceText(*evidence.place_in_prediction, "the interval that its spread predicts, ") +
            IntervalEntry(*evidence.prediction).text;
  }
  return text + ".";
}

std::string EffectText(const suites::Claim& claim, const ClaimEvidence& evidence) {
  if (!evidence.center.estimate) return "by an amount that censored heads leave undefined";
  std::string text = "by " + PointsEntry(*evidence.center.estimate).text + " (Hodges-Lehmann; ";
  text += evidence.center.interval ? "interval " + IntervalEntry(*evidence.center.interval).text + ")"
                                   : "too few heads for an exact interval)";
  if (claim.side == suites::Side::kEquivalent)
    text += ", the margin being " + Fixed(100 * claim.margin, 2) + " points";
  return text;
}

std::string FoundText(const suites::Claim& claim, const ClaimEvidence& evidence) {
  const bool is_equivalence = claim.side == suites::Side::kEquivalent;
  return (is_equivalence ? "Within the margin in " : "Found in ") +
         Part(evidence.in_favour, static_cast<int>(evidence.differences.size())) +
         (evidence.differences.size() == 1 ? " head, " : " heads, ") + EffectText(claim, evidence) + ". ";
}

std::string TestText(const ClaimEvidence& evidence, int family) {
  if (!evidence.own.raw.p) return "";
  const TestEvidence& own = evidence.own;
  const bool is_exact = IsExact(own.test, evidence.differences.size());
  std::string text = std::string(is_exact ? "Exact " : "") + Name(own.test) + " p = " + PValueText(*own.raw.p) +
                     ", Holm over " + Counted(family, "claim") + " " + PValueText(*own.adjusted.p);
  // What contradicts is the p of the other side.
  if (evidence.verdict == Verdict::kContradicted && own.raw.opposite) {
    text += "; on the other side p = " + PValueText(*own.raw.opposite) + ", Holm " + PValueText(*own.adjusted.opposite);
  }
  return text + ". ";
}

// How far this grid could have seen the effect, and what it would take.
std::string PowerText(const suites::Claim& claim, const ClaimEvidence& evidence) {
  if (!evidence.power) return " No power is given: there is no spread, or the difference found is on the other side.";
  const ClaimPower& power = *evidence.power;
  const std::string what = claim.side == suites::Side::kEquivalent
                               ? "that two equal arms differ by less than "
                           : power.is_printed ? "the paper's "
                                              : "a true difference as large as the one found, ";
  const std::string needed =
      power.blocks_needed ? Counted(static_cast<int>(*power.blocks_needed), "head") + " with power 0.80"
                          : "more than 1,000 heads would be needed for power 0.80";
  return " With the spread found (SD " + Fixed(100 * *evidence.sd, 2) + " points) " +
         Counted(static_cast<int>(evidence.differences.size()), "head") + " would show " + what +
         Points(power.effect) + " with power " + Fixed(power.power, 2) + " or more, and " + needed + ".";
}

// Whether the verdict hangs on the test.
std::string SensitivityText(const ClaimEvidence& evidence) {
  if (!evidence.own.raw.p) return "";
  std::string same, other;
  for (const TestEvidence& by : evidence.by_test) {
    if (by.test == evidence.own.test) continue;
    if (!by.raw.p) {
      other += (other.empty() ? "" : ", ") + Name(by.test) + " undefined";
    } else if (Agree(by.verdict, evidence.verdict)) {
      same += (same.empty() ? "" : ", ") + Name(by.test);
    } else {
      other += (other.empty() ? "" : ", ") + Name(by.test) + " " + Name(by.verdict);
    }
  }
  std::string text = evidence.is_fragile ? " FRAGILE, since it hangs on the test:" : " By other tests:";
  if (!same.empty()) text += " the same by " + same;
  if (!other.empty()) text += (same.empty() ? " " : "; ") + other;
  return text + ".";
}

std::string NotEvaluableText(const suites::Scale& scale, const suites::Claim& claim, int family) {
  const std::size_t heads = suites::BlocksOf(claim, scale).size();
  const double smallest = family * SmallestP(claim, heads);
  if (smallest <= claim.alpha) return "The data do not define the test. ";
  return "The scale has " + Counted(static_cast<int>(heads), "head") + " for it: even if all agreed, the adjusted p would be " + PValueText(std::min(1.0, smallest)) +
         ", above alpha " + Fixed(claim.alpha, 2) + ". ";
}

std::string PartText(const ClaimEvidence& evidence) {
  if (evidence.pairs == evidence.planned_pairs) return "";
  return " Preliminary: " + std::to_string(evidence.pairs) + " of " + std::to_string(evidence.planned_pairs) +
         " pairs of head and seed; the verdict is final on the whole grid only.";
}

// Why there is no verdict yet.
std::string AbsentText(const suites::Scale& scale, Verdict verdict) {
  if (verdict == Verdict::kNotRun) return "No head has runs of both sides. ";
  std::string needed;
  for (const std::string& one : scale.supplied) needed += (needed.empty() ? "" : " and ") + one;
  return "Runs need what the user must supply: " + needed + ". ";
}

}  // namespace

std::string ClaimSentence(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
                          const ClaimEvidence& evidence) {
  const int family = static_cast<int>(table.claims.size());
  std::string text = Name(evidence.verdict) + ": " + claim.statement + " ";
  if (evidence.blocks.empty() && evidence.both_censored == 0) {
    return text + AbsentText(scale, evidence.verdict) + PaperText(claim, evidence);
  }
  if (evidence.both_censored > 0) {
    text += "Left out: " + Counted(evidence.both_censored, "head") + " in which both arms are censored. ";
  }
  if (evidence.verdict == Verdict::kNotEvaluable) text += NotEvaluableText(scale, claim, family);
  text += FoundText(claim, evidence) + TestText(evidence, family) + PaperText(claim, evidence);
  if (evidence.verdict == Verdict::kInconclusive) text += PowerText(claim, evidence);
  return text + SensitivityText(evidence) + PartText(evidence);
}

std::string Name(suites::Test test) {
  switch (test) {
    case suites::Test::kSignedRank:
      return "signed-rank test";
    case suites::Test::kSignTest:
      return "sign test";
    case suites::Test::kStudentT:
      return "Student's t";
    case suites::Test::kSignFlip:
      return "sign-flip test";
    case suites::Test::kBaselineNoise:
      return "t with the baselines' noise";
    case suites::Test::kPage:
      return "Page's trend test";
    case suites::Test::kSpearman:
      return "Spearman's rank correlation";
    case suites::Test::kWithinLayers:
      return "rank correlation within layers";
    case suites::Test::kRandomChoice:
      return "test against random choices";
  }
  throw std::invalid_argument("no test");
}

std::string NoiseText(const std::optional<Noise>& noise) {
  if (!noise) return "A/A noise: not measured, since fewer than two baseline replicates of a seed were run.";
  return "A/A noise of a single run, from " + Counted(noise->comparisons, "baseline") +
         " against the other baselines of the seed: SD " + Fixed(100 * noise->sd, 2) +
         " points, 90th percentile of the absolute speedup " + Fixed(100 * noise->p90, 2) + " %.";
}

std::string Part(int part, int whole) { return std::to_string(part) + " of " + std::to_string(whole); }

std::string Counted(int count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace retable::reports
