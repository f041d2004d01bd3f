#include "reports/sentences.h"

#include <algorithm>

#include "reports/grid.h"
#include "reports/numbers.h"
#include "stats/attainable.h"

namespace retable::reports {
namespace {

constexpr double kPower = 0.8;  // the usual planning value

std::string PaperText(const suites::Claim& claim) {
  return claim.printed_difference ? "The paper: " + Points(*claim.printed_difference) + "."
                                  : "The paper prints no number for this difference.";
}

std::string EffectText(const ClaimEvidence& evidence) {
  if (!evidence.center.estimate) return "by an amount that censored heads leave undefined";
  std::string text = "by " + PointsEntry(*evidence.center.estimate).text + " (Hodges-Lehmann; ";
  text += evidence.center.interval ? "interval " + IntervalEntry(*evidence.center.interval).text + ")"
                                   : "too few heads for a 95 % interval)";
  return text;
}

std::string TestText(const suites::Claim& claim, const ClaimEvidence& evidence, int family) {
  const bool is_rank = claim.test == suites::Test::kSignedRank;
  const std::optional<double>& p = is_rank ? evidence.p_signed_rank : evidence.p_sign;
  const std::optional<double>& other = is_rank ? evidence.p_sign : evidence.p_signed_rank;
  if (!p) return "";
  std::string text = "Exact " + Name(claim.test) + " p = " + PValueText(*p) + ", Holm over " +
                     Counted(family, "claim") + " " + PValueText(*evidence.p_adjusted);
  if (other) {
    text += "; " + Name(is_rank ? suites::Test::kSignTest : suites::Test::kSignedRank) +
            " p = " + PValueText(*other);
  }
  return text + ". ";
}

// How far this grid could have seen the effect, and what it would take: of the printed effect, or of ours.
std::string PowerText(const suites::Claim& claim, const ClaimEvidence& evidence, int family) {
  if (!evidence.sd || *evidence.sd <= 0) return "";
  const double effect = claim.printed_difference.value_or(evidence.mean.estimate.value_or(0));
  if (effect == 0) return "";
  const int heads = static_cast<int>(evidence.differences.size());
  return " With the spread found (SD " + Fixed(100 * *evidence.sd, 2) + " points) " + Counted(heads, "head") +
         " would show " + (claim.printed_difference ? "the paper's " : "a true difference of ") +
         Points(effect) + " with power " +
         Fixed(PowerOf(heads, effect, *evidence.sd, claim.alpha, family), 2) + ", and " +
         Counted(HeadsNeeded(effect, *evidence.sd, claim.alpha, family, kPower), "head") +
         " with power 0.80 (normal approximation).";
}

std::string NotEvaluableText(const suites::Scale& scale, const suites::Claim& claim, int family) {
  const int heads = static_cast<int>(scale.blocks.size());
  const double smallest = family * stats::SmallestPairedP(scale.blocks.size(), StatsSide(claim.side));
  if (smallest <= claim.alpha) return "No head differs, so the test is undefined. ";
  return "The scale has " + Counted(heads, "head") + ": even if all agreed, the adjusted p would be " +
         PValueText(std::min(1.0, smallest)) + ", above alpha " + Fixed(claim.alpha, 2) + ". ";
}

std::string PartText(const suites::Scale& scale, const ClaimEvidence& evidence) {
  const int planned = static_cast<int>(scale.blocks.size() * scale.seeds.size());
  if (evidence.pairs == planned) return "";
  return " Preliminary: " + std::to_string(evidence.pairs) + " of " + std::to_string(planned) +
         " pairs of head and seed; the verdict is final on the whole grid only.";
}

}  // namespace

std::string ClaimSentence(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
                          const ClaimEvidence& evidence) {
  const int family = static_cast<int>(table.claims.size());
  std::string text = Name(evidence.verdict) + ": " + claim.statement + " ";
  if (evidence.verdict == Verdict::kNotRun)
    return text + "No head has runs of both sides. " + PaperText(claim);
  if (evidence.verdict == Verdict::kNotEvaluable) text += NotEvaluableText(scale, claim, family);
  text += "Found in " + std::to_string(evidence.in_favour) + " of " +
          Counted(static_cast<int>(evidence.differences.size()), "head") + ", " + EffectText(evidence) + ". ";
  text += TestText(claim, evidence, family) + PaperText(claim);
  if (evidence.verdict == Verdict::kInconclusive) text += PowerText(claim, evidence, family);
  return text + PartText(scale, evidence);
}

std::string Name(suites::Test test) {
  return test == suites::Test::kSignedRank ? "signed-rank test" : "sign test";
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
