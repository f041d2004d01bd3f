#include "reports/sentences.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reports/grid.h"
#include "reports/labels.h"
#include "reports/numbers.h"

namespace retable::reports {
namespace {

constexpr Unit kRecoveredShare = {.factor = 100, .decimals = 0, .of_value = " %", .of_difference = " points"};
constexpr Unit kShareOfAttention = {.decimals = 2};

// A claim with what its sentence is made from.
struct Told {
  const suites::Scale& scale;
  const suites::Claim& claim;
  const ClaimEvidence& evidence;
  int family = 0;
  std::string noun;
  Unit unit;

  std::string Blocks(std::size_t count) const { return Counted(static_cast<int>(count), noun); }
  std::string Difference(double value) const { return DifferenceEntry(unit, value).text; }
  std::string Interval(const stats::Interval& interval) const { return IntervalEntry(unit, interval).text; }
};

// How many numbers the test has to do with.
std::size_t Points(const ClaimData& data) { return std::max(data.differences.size(), data.x.size()); }

std::string PlaceText(Place place, const std::string& what) {
  return place == Place::kInside ? "inside " + what : (place == Place::kAbove ? "above " : "below ") + what;
}

std::string PaperText(const Told& told) {
  const suites::Claim& claim = told.claim;
  const ClaimEvidence& evidence = told.evidence;
  if (!claim.printed) {
    return std::string("The paper prints no number for this ") + (claim.correlation      ? "correlation."
                                                                  : claim.ladder.empty() ? "difference."
                                                                                         : "slope.");
  }
  std::string text = "The paper: " + told.Difference(claim.printed->difference);
  if (!evidence.data.differences.empty() && !evidence.effect.estimate) {
    text += ", with which censored " + told.noun + "s leave no mean to compare";
  }
  if (evidence.printed_place) {
    text += ", " + PlaceText(*evidence.printed_place,
                             claim.correlation ? "our interval" : "our interval of the mean");
  }
  if (evidence.place_in_prediction) {
    text += "; our mean is " +
            PlaceText(*evidence.place_in_prediction, "the interval that its spread predicts, ") +
            told.Interval(*evidence.prediction);
  }
  return text + ".";
}

// Unsigned: "0.90 points".
std::string MarginOf(const Told& told) {
  return Fixed(told.unit.factor * told.claim.margin, told.unit.decimals) + told.unit.of_difference;
}

std::string MarginText(const Told& told) {
  return told.claim.side == suites::Side::kEquivalent ? ", the margin being " + MarginOf(told) : "";
}

// Of a mean: "+0.31 points on average (interval ...)".
std::string MeanText(const Told& told) {
  const Effect& effect = told.evidence.effect;
  if (!effect.estimate) return "by an amount that censored " + told.noun + "s leave undefined";
  return "by " + told.Difference(*effect.estimate) + " on average (" +
         (effect.interval ? "interval " + told.Interval(*effect.interval) : "no interval") + ")";
}

std::string CenterText(const Told& told) {
  const Effect& center = told.evidence.center;
  if (!center.estimate) return "by an amount that censored " + told.noun + "s leave undefined";
  return "by " + told.Difference(*center.estimate) + " (Hodges-Lehmann; " +
         (center.interval ? "interval " + told.Interval(*center.interval) + ")"
                          : "too few " + told.noun + "s for an exact interval)");
}

// The tests of a mean; the others are of a centre.
bool IsOfMean(suites::Test test) {
  return test == suites::Test::kBaselineNoise || test == suites::Test::kStudentT;
}

std::string FoundSum(const Told& told) {
  const std::size_t n = told.evidence.data.differences.size();
  const bool is_equivalence = told.claim.side == suites::Side::kEquivalent;
  const bool is_mean = IsOfMean(told.claim.test);
  return (is_equivalence              ? "Within the margin in "
          : told.claim.ladder.empty() ? "Found in "
                                      : "A rise in ") +
         Part(told.evidence.in_favour, static_cast<int>(n)) +
         (n == 1 ? " " + told.noun : " " + told.noun + "s") + ", " +
         (is_mean ? MeanText(told) : CenterText(told)) + (told.claim.ladder.empty() ? "" : " a step") +
         MarginText(told) + ". ";
}

std::string FoundCorrelation(const Told& told) {
  const ClaimEvidence& evidence = told.evidence;
  const std::string over = "Over " + told.Blocks(evidence.data.x.size());
  if (!evidence.effect.estimate) return over + " there is no correlation to tell. ";
  return over + " rho is " + told.Difference(*evidence.effect.estimate) + " (" +
         (evidence.effect.interval ? "interval " + told.Interval(*evidence.effect.interval) : "no interval") +
         ")" + MarginText(told) + ". ";
}

std::string FoundChoice(const Told& told) {
  const ClaimEvidence& evidence = told.evidence;
  const std::string chosen = Counted(static_cast<int>(evidence.data.chosen.size()), "choice"),
                    pool = Counted(static_cast<int>(evidence.data.pool.size()), "program");
  if (!evidence.effect.estimate) return chosen + " from " + pool + " cannot be compared with random ones. ";
  return "The mean of " + pool + " less that of " + chosen + " is " +
         told.Difference(*evidence.effect.estimate) + " (" +
         (evidence.effect.interval ? "interval " + told.Interval(*evidence.effect.interval) : "no interval") +
         "): the choices lie " + Fixed(std::abs(*evidence.z), 1) + " SD " +
         (*evidence.z < 0 ? "above" : "below") + " random ones. ";
}

std::string FoundText(const Told& told) {
  switch (FormOf(told.claim)) {
    case Form::kCorrelation:
      return FoundCorrelation(told);
    case Form::kChoice:
      return FoundChoice(told);
    default:
      return told.evidence.data.differences.empty() ? "" : FoundSum(told);
  }
}

// Two tests on Fisher's scale, whatever the test of rho = 0.
bool IsAbsentCorrelation(const suites::Claim& claim) {
  return claim.correlation && claim.side == suites::Side::kEquivalent;
}

std::string TestText(const Told& told) {
  const TestEvidence& own = told.evidence.own;
  if (!own.raw.p) return "";
  const bool is_exact = IsExact(own.test, Points(told.evidence.data)) && !IsAbsentCorrelation(told.claim);
  std::string text = (is_exact ? "Exact " : "By ") + Name(own.test) + " p = " + PValueText(*own.raw.p) +
                     ", Holm over " + Counted(told.family, "claim") + " " + PValueText(*own.adjusted.p);
  // What contradicts is the p of the other side.
  if (told.evidence.verdict == Verdict::kContradicted && own.raw.opposite) {
    text += "; on the other side p = " + PValueText(*own.raw.opposite) + ", Holm " +
            PValueText(*own.adjusted.opposite);
  }
  return text + ". ";
}

// "That is 61 % of the gap (interval 40 to 85), the paper 47 %, inside our interval. "
std::string EstimateText(const std::optional<Estimate>& estimate, const Unit& unit, const std::string& what) {
  if (!estimate) return "";
  std::string text = " " + what + " ";
  if (!estimate->effect.estimate) return text + "cannot be told: " + estimate->words + ".";
  text += ValueEntry(unit, *estimate->effect.estimate).text;
  if (!estimate->words.empty()) text += ", " + estimate->words;
  text += estimate->effect.interval
              ? " (interval " + IntervalEntry(unit, *estimate->effect.interval).text + ")"
              : " (no interval)";
  if (estimate->printed) text += "; the paper " + ValueEntry(unit, *estimate->printed).text;
  if (estimate->printed_place) text += ", " + PlaceText(*estimate->printed_place, "that interval");
  return text + ".";
}

std::string EstimatesText(const Told& told) {
  return EstimateText(told.evidence.share, kRecoveredShare, "Recovered share of the gap:") +
         EstimateText(told.evidence.place, kShareOfAttention,
                      "Place on the curve, as a share of real attention:");
}

std::string AbsentPowerText(const Told& told) {
  switch (told.claim.test) {
    case suites::Test::kRandomChoice:
      return " No power is given: none is worked out for this test.";
    default:
      return told.claim.correlation
                 ? " No power is given: the correlation found is none, or on the other side."
                 : " No power is given: there is no spread, or the difference found is on the other side.";
  }
}

// What the design would have to show.
std::string SoughtText(const Told& told, const ClaimPower& power) {
  const bool is_rho = told.claim.correlation.has_value();
  if (told.claim.side == suites::Side::kEquivalent) {
    return (is_rho ? "that a rho of 0 lies within " : "that two equal arms differ by less than ") +
           MarginOf(told);
  }
  const std::string whose = power.is_printed ? "the paper's "
                            : is_rho         ? "a true rho as large as the one found, "
                                             : "a true difference as large as the one found, ";
  return whose + told.Difference(power.effect);
}

std::string NoisePowerText(const Told& told, const ClaimPower& power) {
  const stats::BaselineNoiseDesign& noise = *told.evidence.noise;
  const std::string needed = power.needed
                                 ? "power 0.80 needs " + std::to_string(*power.needed) + " seeds"
                                 : "as these " + told.noun + "s differ, 1,000 seeds would not reach 0.80";
  return " As the baselines scatter (by an SD of " +
         Fixed(told.unit.factor * noise.luck_sd, told.unit.decimals) + told.unit.of_difference + "), " +
         Counted(static_cast<int>(noise.seeds), "seed") + " of " +
         Counted(static_cast<int>(noise.baselines), "baseline") + " would show " + SoughtText(told, power) +
         " with power " + Fixed(power.power, 2) + "; " + needed + ".";
}

// How far this grid could have seen the effect, and what it would take.
std::string PowerText(const Told& told) {
  if (!told.evidence.power) return AbsentPowerText(told);
  const ClaimPower& power = *told.evidence.power;
  if (told.evidence.noise) return NoisePowerText(told, power);
  const std::string needed = power.needed
                                 ? told.Blocks(*power.needed) + " with power 0.80"
                                 : "more than 1,000 " + told.noun + "s would be needed for power 0.80";
  const std::string spread = told.claim.correlation
                                 ? " "
                                 : " With the spread found (SD " +
                                       Fixed(told.unit.factor * *told.evidence.sd, told.unit.decimals) +
                                       told.unit.of_difference + ") ";
  return spread + told.Blocks(Points(told.evidence.data)) + " would show " + SoughtText(told, power) +
         " with power " + Fixed(power.power, 2) + " or more, and " + needed + ".";
}

// Whether the verdict hangs on the test.
std::string SensitivityText(const ClaimEvidence& evidence) {
  if (!evidence.own.raw.p || evidence.by_test.size() < 2) return "";
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

std::string NotEvaluableText(const Told& told) {
  const std::size_t blocks = suites::BlocksOf(told.claim, told.scale).size();
  const double smallest = told.family * SmallestP(told.claim, blocks);
  if (smallest <= told.claim.alpha) {
    if (FormOf(told.claim) == Form::kSum) return "The data do not define the test. ";
    return "The data do not define the test (" + WhyUndefined(told.claim, told.evidence, told.noun) + "). ";
  }
  const std::string at_best = IsAbsentCorrelation(told.claim) ? "even at a rho of 0" : "even if all agreed";
  return "The scale has " + told.Blocks(blocks) + " for it: " + at_best + ", the adjusted p would be " +
         PValueText(std::min(1.0, smallest)) + ", above alpha " + Fixed(told.claim.alpha, 2) + ". ";
}

std::string LeftOutText(const Told& told) {
  const ClaimData& data = told.evidence.data;
  std::string text;
  const auto add = [&](int blocks, const std::string& why) {
    if (blocks > 0) text += "Left out: " + Counted(blocks, told.noun) + " " + why + ". ";
  };
  add(data.both_censored, "in which both arms are censored");
  add(data.left_out, "in which an arm is censored");
  add(data.with_sink, data.with_sink == 1 ? "that is not sink-free" : "that are not sink-free");
  return text;
}

std::string PartText(const Told& told) {
  const ClaimData& data = told.evidence.data;
  if (data.pairs == data.planned_pairs) return "";
  return " Preliminary: " + std::to_string(data.pairs) + " of " + std::to_string(data.planned_pairs) +
         (told.claim.choice ? " measured patterns" : " pairs of " + told.noun + " and seed") +
         "; the verdict is final on the whole grid only.";
}

std::string SidesText(const suites::Claim& claim) {
  if (claim.correlation) return "both quantities";
  if (claim.choice) return "its choice and a pool";
  const std::size_t arms = std::max(TermsOf(claim).size(), claim.ladder.size());
  if (arms > 2) return "all arms";
  return claim.against.empty() ? "the arm" : "both sides";
}

// Why there is no verdict yet.
std::string AbsentText(const Told& told) {
  if (told.evidence.verdict == Verdict::kNotRun) {
    return "No " + told.noun + " has runs of " + SidesText(told.claim) + ". ";
  }
  std::string needed;
  for (const std::string& one : told.scale.supplied) needed += (needed.empty() ? "" : " and ") + one;
  return "Runs need what the user must supply: " + needed + ". ";
}

std::string WhyNoCorrelation(const ClaimData& data, const std::string& noun) {
  if (data.x.empty()) return data.with_sink > 0 ? "undefined: no " + noun + " is sink-free" : "not run";
  return data.x.size() < 4 ? "too few " + noun + "s: a correlation needs 4"
                           : "undefined: one of the two is constant";
}

}  // namespace

std::string ClaimSentence(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
                          const ClaimEvidence& evidence) {
  const Told told = {.scale = scale,
                     .claim = claim,
                     .evidence = evidence,
                     .family = static_cast<int>(table.claims.size()),
                     .noun = BlockNoun(scale),
                     .unit = UnitOf(claim)};
  std::string text = Name(evidence.verdict) + ": " + claim.statement + " ";
  if (evidence.verdict == Verdict::kNotRun || evidence.verdict == Verdict::kBlocked) {
    return text + AbsentText(told) + PaperText(told);
  }
  text += LeftOutText(told);
  if (evidence.verdict == Verdict::kNotEvaluable) text += NotEvaluableText(told);
  text += FoundText(told) + TestText(told) + PaperText(told) + EstimatesText(told);
  if (evidence.verdict == Verdict::kInconclusive) text += PowerText(told);
  return text + SensitivityText(evidence) + PartText(told);
}

std::string WhyUndefined(const suites::Claim& claim, const ClaimEvidence& evidence, const std::string& noun) {
  const ClaimData& data = evidence.data;
  if (claim.correlation) return WhyNoCorrelation(data, noun);
  if (claim.choice) {
    return data.blocks.empty()      ? "not run"
           : data.chosen.size() < 2 ? "too few choices"
                                    : "undefined: a constant pool";
  }
  const std::vector<double>& d = data.differences;
  if (d.empty() && data.both_censored > 0) return "undefined: both arms are censored";
  if (d.empty()) return data.left_out > 0 ? "undefined: an arm is censored" : "not run";
  if (std::any_of(d.begin(), d.end(), [](double one) { return std::isinf(one); })) {
    return "undefined: a " + noun + " is censored";
  }
  if (evidence.ties == static_cast<int>(d.size())) return "undefined: no " + noun + " differs";
  if (d.size() > 1 && evidence.sd && *evidence.sd == 0) return "undefined: no spread";
  return "too few " + noun + "s";
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
