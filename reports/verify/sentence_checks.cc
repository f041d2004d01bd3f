#include <cmath>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/verify/claim_numbers.h"
#include "reports/verify/report_checks.h"
#include "reports/verify/words.h"

namespace retable::reports::verify {
namespace {

std::string PlaceIn(const PlainInterval& interval, double value) {
  return value < interval.low ? "below" : value > interval.high ? "above" : "inside";
}

// One claim's sentence.
struct Sentence {
  const suites::Claim& claim;
  std::size_t item;
  std::string noun;
  Unit unit;
  NumberChecks& checks;

  void Says(const std::string& text) const { checks.ItemSays("claims", item, text); }
  std::string Text() const { return checks.Item("claims", item); }
};

std::string OfInterval(const Unit& unit, const std::optional<PlainInterval>& interval) {
  return interval ? "interval " + Words(unit, *interval) + ")" : "";
}

constexpr Unit kRecovered = {.factor = 100, .decimals = 0, .of_value = " %"};
constexpr Unit kPlace = {.decimals = 2};

std::string Plain(const Unit& unit, double value) { return Fixed(unit.factor * value, unit.decimals); }

std::string ValueWords(const Unit& unit, double value) { return Plain(unit, value) + unit.of_value; }

void CheckSum(const Sentence& sentence, const ClaimNumbers& numbers) {
  const std::size_t blocks = numbers.blocks.differences.size();
  if (blocks == 0) return;
  sentence.Says(std::to_string(InFavour(sentence.claim, numbers)) + " of " + Counted(blocks, sentence.noun));
  const bool is_mean = sentence.claim.test == suites::Test::kBaselineNoise ||
                       sentence.claim.test == suites::Test::kStudentT;
  const auto& shown = is_mean ? numbers.effect : numbers.center;
  if (!shown || std::isinf(shown->estimate)) return;
  sentence.Says("by " + Difference(sentence.unit, shown->estimate) +
                (is_mean ? " on average (" : " (Hodges-Lehmann; ") +
                OfInterval(sentence.unit, shown->interval));
}

void CheckCorrelation(const Sentence& sentence, const ClaimNumbers& numbers) {
  const std::string over = "Over " + Counted(numbers.blocks.x.size(), sentence.noun);
  sentence.Says(over);
  if (!numbers.effect) return;
  sentence.Says(over + " rho is " + Difference(sentence.unit, numbers.effect->estimate) + " (" +
                OfInterval(sentence.unit, numbers.effect->interval));
}

void CheckChoice(const Sentence& sentence, const ClaimNumbers& numbers) {
  const std::string chosen = Counted(numbers.blocks.chosen.size(), "choice"),
                    pool = Counted(numbers.blocks.pool.size(), "program");
  if (!numbers.effect) return sentence.Says(chosen + " from " + pool);
  sentence.Says("The mean of " + pool + " less that of " + chosen + " is " +
                Difference(sentence.unit, numbers.effect->estimate) + " (" +
                OfInterval(sentence.unit, numbers.effect->interval));
  sentence.Says("the choices lie " + Fixed(std::abs(*numbers.z), 1) + " SD " +
                (*numbers.z < 0 ? "above" : "below") + " random ones");
}

void CheckEffect(const Sentence& sentence, const ClaimNumbers& numbers) {
  if (sentence.claim.correlation) {
    CheckCorrelation(sentence, numbers);
  } else if (sentence.claim.choice) {
    CheckChoice(sentence, numbers);
  } else {
    CheckSum(sentence, numbers);
  }
  const bool is_equivalence = sentence.claim.side == suites::Side::kEquivalent;
  if (is_equivalence && numbers.effect && !sentence.claim.choice)
    sentence.Says("the margin being " + Plain(sentence.unit, sentence.claim.margin) +
                  sentence.unit.of_difference);
  const ClaimBlocks& blocks = numbers.blocks;
  const auto left_out = [&](int count, const std::string& why) {
    if (count > 0)
      sentence.Says("Left out: " + Counted(static_cast<std::size_t>(count), sentence.noun) + " " + why);
  };
  left_out(blocks.both_censored, "in which both arms are censored");
  left_out(blocks.left_out, "in which an arm is censored");
  left_out(blocks.with_sink, blocks.with_sink == 1 ? "that is not sink-free" : "that are not sink-free");
  if (blocks.pairs == blocks.planned) return;
  sentence.Says(std::to_string(blocks.pairs) + " of " + std::to_string(blocks.planned) +
                (sentence.claim.choice ? " measured patterns" : " pairs"));
}

// As the sentence must have it: a p that rests on draws as the grid has it, where it was compared within its
// error.
std::string PWords(const Sentence& sentence, const std::string& column, double p, double error) {
  const nlohmann::json shown = sentence.checks.Shown("tests", sentence.item, column);
  return PValueText(error > 0 && shown.is_number() ? shown.get<double>() : p);
}

void CheckPs(const Sentence& sentence, const Judged& own, std::size_t family) {
  if (!own.raw.p) return;
  const auto words = [&](const std::string& column, const std::optional<double>& p, const TwoPs& of) {
    return PWords(sentence, column, *p, of.error);
  };
  sentence.Says("p = " + words("p", own.raw.p, own.raw) + ", Holm over " + Counted(family, "claim") + " " +
                words("p_holm", own.adjusted.p, own.adjusted));
  if (own.verdict != "contradicted" || own.is_open || !own.raw.opposite) return;
  sentence.Says("p = " + words("p_other_side", own.raw.opposite, own.raw) + ", Holm " +
                words("p_other_side_holm", own.adjusted.opposite, own.adjusted));
}

// Of a claim that so few blocks cannot decide.
void CheckFloor(const Grounds& grounds, const Sentence& sentence, const Judged& own) {
  if (own.verdict != "not evaluable" || own.is_open) return;
  const double floor = Floor(grounds.table, grounds.scale, sentence.claim, sentence.claim.test);
  if (floor <= sentence.claim.alpha) return;
  sentence.Says("the adjusted p would be " + PValueText(std::min(1.0, floor)));
}

void CheckPaper(const Sentence& sentence, const ClaimNumbers& numbers) {
  const auto& printed = sentence.claim.printed;
  if (!printed) return;
  sentence.Says("The paper: " + Difference(sentence.unit, printed->difference));
  if (!numbers.effect) return;
  if (numbers.effect->interval)
    sentence.Says(PlaceIn(*numbers.effect->interval, printed->difference) +
                  (sentence.claim.correlation ? " our interval" : " our interval of the mean"));
  if (!printed->sd || printed->n < 2) return;
  const double n = printed->n, m = static_cast<double>(numbers.blocks.differences.size());
  const double reach = StudentCritical(0.025, n - 1) * *printed->sd * std::sqrt(1 / n + 1 / m);
  const PlainInterval predicted{
      .low = printed->difference - reach, .high = printed->difference + reach, .confidence = 0.95};
  sentence.Says(PlaceIn(predicted, numbers.effect->estimate) + " the interval that its spread predicts, " +
                Words(sentence.unit, predicted));
}

void CheckShare(const Sentence& sentence, const std::optional<PlainEffect>& share) {
  const std::string what = "Recovered share of the gap: ";
  if (!share) return sentence.Says(what + "cannot be told");
  sentence.Says(what + ValueWords(kRecovered, share->estimate));
  sentence.Says("(interval " + Words(kRecovered, *share->interval) + ")");
  const auto& printed = sentence.claim.share->printed;
  if (printed)
    sentence.Says("the paper " + ValueWords(kRecovered, *printed) + ", " +
                  PlaceIn(*share->interval, *printed) + " that interval");
}

// The interval of a place rests on draws: its ends must lie where other draws can put them.
void CheckPlaceInterval(const Sentence& sentence, const std::optional<PlaceBounds>& bounds) {
  static const auto* const form = new std::regex(
      R"(share of real attention: [^(]*\(interval ([+-]?[0-9.]+) to ([+-]?[0-9.]+) \(95\.0 %\)\))");
  const std::string text = sentence.Text();
  std::smatch ends;
  if (!std::regex_search(text, ends, *form)) {
    if (bounds)
      sentence.checks.Find("claims, item " + std::to_string(sentence.item + 1) +
                           " does not give the interval of its place on the curve");
    return;
  }
  const auto check = [&](double end, const std::optional<PlainInterval>& between) {
    constexpr double kShown = 0.0051;  // two decimals
    if (between && end >= between->low - kShown && end <= between->high + kShown) return;
    sentence.checks.Find("claims, item " + std::to_string(sentence.item + 1) +
                         " has an end of its place on the curve at " + Fixed(end, 2) +
                         ", where draws do not put it");
  };
  check(std::stod(ends[1]), bounds ? std::optional(bounds->low) : std::nullopt);
  check(std::stod(ends[2]), bounds ? std::optional(bounds->high) : std::nullopt);
}

void CheckPlace(const Sentence& sentence, const ClaimNumbers& numbers) {
  const std::string what = "Place on the curve, as a share of real attention: ";
  if (!numbers.place) return sentence.Says(what + "cannot be told");
  sentence.Says(what + ValueWords(kPlace, *numbers.place));
  CheckPlaceInterval(sentence, numbers.place_bounds);
  const auto& printed = sentence.claim.place->printed;
  if (printed) sentence.Says("the paper " + ValueWords(kPlace, *printed));
}

// The spread that a power is told from; the power itself has no second path.
void CheckSpread(const Sentence& sentence, const ClaimNumbers& numbers) {
  if (sentence.Text().find("(SD ") == std::string::npos) return;
  const bool is_defined = numbers.effect.has_value() && numbers.blocks.differences.size() > 1;
  sentence.Says(is_defined ? "(SD " +
                                 Fixed(sentence.unit.factor * StandardDeviation(numbers.blocks.differences),
                                       sentence.unit.decimals) +
                                 sentence.unit.of_difference + ")"
                           : "no spread, since the runs define none");
}

void CheckOtherTests(const Sentence& sentence, const ClaimVerdicts& verdicts) {
  const Judged& own = verdicts.own[sentence.item];
  if (!own.raw.p || own.is_open) return;
  const std::string text = sentence.Text();
  const std::size_t from = text.find("the same by ");
  const std::string same =
      from == std::string::npos ? "" : text.substr(from, text.find_first_of(";.", from) - from);
  for (const Judged& other : verdicts.by_test[sentence.item]) {
    if (other.test == sentence.claim.test || other.is_open) continue;
    if (!other.raw.p) {
      sentence.Says(Words(other.test) + " undefined");
    } else if (!IsSame(other.verdict, own.verdict)) {
      sentence.Says(Words(other.test) + " " + other.verdict);
    } else if (same.find(" " + Words(other.test)) == std::string::npos) {
      sentence.checks.Find("claims, item " + std::to_string(sentence.item + 1) + " does not say that by " +
                           Words(other.test) + " the verdict is the same");
    }
  }
}

// "induction - induction_shuffled +1.63 points, +2.55 points": seed by seed, averaged over blocks.
std::string BySeed(const Grounds& grounds, const suites::Claim& claim) {
  const std::string noun = NounOf(grounds.scale);
  std::string text = LabelOf(claim);
  for (std::size_t seed = 0; seed < grounds.scale.seeds.size(); ++seed) {
    const ClaimBlocks blocks = BlocksOf(claim, grounds.scale, grounds.numbers, seed);
    double sum = 0;
    std::size_t finite = 0, censored = static_cast<std::size_t>(blocks.both_censored + blocks.left_out);
    for (const double difference : blocks.differences) {
      if (std::isinf(difference)) {
        ++censored;
      } else {
        sum += difference;
        ++finite;
      }
    }
    // Two censored arms tie in a test, and have no measured difference.
    finite -= static_cast<std::size_t>(blocks.ties_of_censored);
    censored += static_cast<std::size_t>(blocks.ties_of_censored);
    text += seed == 0 ? " " : ", ";
    if (finite > 0) text += Difference(UnitOf(claim), sum / static_cast<double>(finite));
    if (finite == 0 && censored == 0) text += "not run";
    if (censored > 0) text += (finite > 0 ? " (" : "(") + Counted(censored, noun) + " censored)";
  }
  return text;
}

}  // namespace

void CheckSentences(const Grounds& grounds, const ClaimVerdicts& verdicts, NumberChecks& checks) {
  const std::vector<suites::Claim>& claims = grounds.table.claims;
  for (std::size_t c = 0; c < claims.size(); ++c) {
    const Sentence sentence{claims[c], c, NounOf(grounds.scale), UnitOf(claims[c]), checks};
    const ClaimNumbers& numbers = verdicts.numbers[c];
    const Judged& own = verdicts.own[c];
    if (!own.is_open) sentence.Says(own.verdict + ": " + claims[c].statement);
    if (HasSeeds(claims[c])) checks.Says("tests", BySeed(grounds, claims[c]));
    CheckPaper(sentence, numbers);
    if (own.verdict == "not run" || own.verdict == "blocked") continue;
    CheckEffect(sentence, numbers);
    CheckPs(sentence, own, claims.size());
    CheckFloor(grounds, sentence, own);
    if (claims[c].share) CheckShare(sentence, numbers.share);
    if (claims[c].place) CheckPlace(sentence, numbers);
    CheckSpread(sentence, numbers);
    CheckOtherTests(sentence, verdicts);
  }
}

}  // namespace retable::reports::verify
