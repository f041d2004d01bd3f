#include "reports/compare_sections.h"

#include <algorithm>
#include <charconv>

#include "reports/arm_sections.h"
#include "reports/joined.h"
#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/provenance.h"
#include "reports/sentences.h"

namespace retable::reports {
namespace {

// Rows of what can be long; the counts beside them are of all.
constexpr std::size_t kShown = 10;
constexpr std::size_t kNamed = 4;
// Two sides may be of scales that differ in what a block is.
constexpr char kHead[] = "head";

int MeasuredRuns(const std::vector<CellRun>& runs) {
  return static_cast<int>(std::count_if(runs.begin(), runs.end(), IsMeasured));
}

// "1.9e-06": differences of losses range over many magnitudes. "0" where the two are equal.
Entry LossEntry(double difference) {
  if (difference == 0) return {.text = "0", .value = 0};
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, difference, std::chars_format::scientific, 1).ptr;
  return {.text = std::string(text, end), .value = RoundedSignificant(difference, 3)};
}

std::optional<double> Largest(const RunComparison& runs, std::optional<double> RunDifference::*difference) {
  std::optional<double> largest;
  for (const RunDifference& run : runs.different) {
    if (run.*difference) largest = std::max(largest.value_or(0), *(run.*difference));
  }
  return largest;
}

std::string LargestText(const RunComparison& runs) {
  const auto text = [&](std::optional<double> RunDifference::*difference) {
    return OrWords(Largest(runs, difference), LossEntry, "undefined").text;
  };
  return "The largest difference of a last loss is " + text(&RunDifference::last) +
         " nats a token, of any point of two curves " + text(&RunDifference::curve) + ".";
}

std::string NamesText(const std::vector<std::string>& names) {
  if (names.size() <= kNamed) return Joined(names, ", ");
  const std::vector<std::string> first(names.begin(), names.begin() + kNamed);
  return Joined(first, ", ") + " and " + std::to_string(names.size() - kNamed) + " more";
}

std::string BaselinesText(const std::vector<BaselineShift>& baselines) {
  std::vector<std::string> shifts;
  for (const BaselineShift& one : baselines) {
    shifts.push_back(OrWords(one.more_steps, PercentEntry, "undefined").text + " (seed " +
                     std::to_string(one.seed) + ")");
  }
  return "No interval holds what the heads of a seed share, its baselines. B's take so many more steps than "
         "A's to their thresholds: " +
         Joined(shifts, ", ") + ".";
}

std::string ArmsText(const EffectComparison& effects) {
  const std::string pairing = effects.is_paired
                                  ? "B - A, head by head, seeds averaged, over the runs that both have; so "
                                    "are the two means. p is the exact signed-rank test's, two-sided, "
                                  : "The scales differ, and with them the heads: arms are compared unpaired, "
                                    "by the difference of their means over heads with Welch's interval. p is "
                                    "Welch's, two-sided, ";
  return pairing + "Holm's over all " + Counted(static_cast<int>(effects.arms.size()), "arm") +
         ". A large p does not say that the two are the same. The last column does, within a margin: the "
         "smallest at which two one-sided " +
         (effects.is_paired ? "signed-rank tests" : "Welch tests") + " at 0.05 would call them equivalent.";
}

Entry HeadsEntry(const SetDifference& difference, bool is_paired) {
  if (is_paired) return Count(difference.heads_a);
  return Words(std::to_string(difference.heads_a) + " and " + std::to_string(difference.heads_b));
}

std::vector<Entry> ArmRow(const suites::Arm& arm, const ArmComparison& compared, bool is_paired) {
  const SetDifference& d = compared.difference;
  const Unit unit = UnitOf(compared.a.quantity);
  const auto margin = [&](double value) {
    return Entry{.text = Fixed(unit.factor * value, unit.decimals) + unit.of_difference,
                 .value = Rounded(value, 6)};
  };
  std::vector<Entry> row = {{.text = arm.title, .value = arm.id},
                            MeanEntry(compared.a, kHead),
                            ArmIntervalEntry(compared.a, kHead),
                            MeanEntry(compared.b, kHead),
                            ArmIntervalEntry(compared.b, kHead),
                            HeadsEntry(d, is_paired),
                            OrWords(d.mean.estimate, DifferenceIn(unit), d.why),
                            OrWords(d.mean.interval, IntervalIn(unit), d.why)};
  if (is_paired) {
    row.push_back(OrWords(d.center.estimate, DifferenceIn(unit), d.why));
    row.push_back(OrWords(d.center.interval, IntervalIn(unit), d.why));
  }
  row.push_back(OrWords(d.p, PValueEntry, d.why));
  row.push_back(OrWords(d.p_holm, PValueEntry, d.why));
  row.push_back(OrWords(d.smallest_margin, margin, d.why));
  return row;
}

Column IntervalColumn(const std::string& id, const std::string& title) {
  return {id, title, Filter::kNone, kIntervalParts};
}

// What the claim's own report shows first: the centre, or where there is none by nature the effect.
const Effect& MainEffect(const suites::Claim& claim, const ClaimEvidence& evidence) {
  const bool is_sum = FormOf(claim) == Form::kSum || FormOf(claim) == Form::kLadder;
  return is_sum && claim.test != suites::Test::kBaselineNoise ? evidence.center : evidence.effect;
}

std::string WhyNoEffect(const suites::Claim& claim, const ClaimEvidence& evidence) {
  return FormOf(claim) == Form::kSum ? WhyAbsent(evidence.data.differences)
                                     : WhyUndefined(claim, evidence, kHead);
}

std::vector<Entry> VerdictRow(const suites::Claim& claim, const ClaimComparison& compared, bool is_paired) {
  const SetDifference& d = compared.difference;
  const Effect& difference = is_paired ? d.center : d.mean;
  const Effect &a = MainEffect(claim, compared.a), &b = MainEffect(claim, compared.b);
  const std::string why_a = WhyNoEffect(claim, compared.a), why_b = WhyNoEffect(claim, compared.b);
  const bool has_differences = !claim.correlation && !claim.choice;
  const std::string why = has_differences ? d.why : "it has no difference a head";
  const Unit unit = UnitOf(claim);
  return {{.text = Label(claim), .value = claim.id},
          Words(Name(compared.a.verdict)),
          Words(Name(compared.b.verdict)),
          Words(compared.agree ? "yes" : "NO"),
          OrWords(a.estimate, DifferenceIn(unit), why_a),
          OrWords(a.interval, IntervalIn(unit), why_a),
          OrWords(b.estimate, DifferenceIn(unit), why_b),
          OrWords(b.interval, IntervalIn(unit), why_b),
          has_differences ? HeadsEntry(d, is_paired) : Words("none"),
          OrWords(difference.estimate, DifferenceIn(unit), why),
          OrWords(difference.interval, IntervalIn(unit), why)};
}

}  // namespace

Section SetsSection(const SetSide& a, const SetSide& b) {
  Section section{.id = "sets", .title = "What is compared"};
  Grid grid{.columns = {{"what", "what"}, {"a", "A"}, {"b", "B"}, {"same", "same"}}};
  const auto add = [&](const Entry& what, const Entry& of_a, const Entry& of_b) {
    grid.rows.push_back({what, of_a, of_b, Words(of_a.text == of_b.text ? "yes" : "no")});
  };
  const auto runs = [](const SetSide& side) {
    return Words(Part(MeasuredRuns(side.runs), static_cast<int>(side.runs.size())));
  };
  add(Words("results"), Words(a.name), Words(b.name));
  add(Words("runs measured"), runs(a), runs(b));
  const Grid of_a = ProvenanceGrid(a.scale, a.runs), of_b = ProvenanceGrid(b.scale, b.runs);
  for (std::size_t r = 0; r < of_a.rows.size(); ++r) {
    add(of_a.rows[r].at(0), of_a.rows[r].at(1), of_b.rows.at(r).at(1));
  }
  section.grid = grid;
  return section;
}

Section SharedRunsSection(const RunComparison& runs) {
  Section section{.id = "shared_runs", .title = "Run by run"};
  const int different = static_cast<int>(runs.different.size());
  section.paragraphs.push_back("Both have " + Counted(runs.shared, "run") + ": " +
                               std::to_string(runs.equal) + " equal bit for bit, " +
                               std::to_string(different) + " different. " +
                               (different > 0 ? LargestText(runs) + " " : "") +
                               "Of machines that should give the same bits (CPU, BLAS, "
                               "libtorch, device, threads and data are the same): " +
                               Part(runs.same_machine, runs.shared) + ".");
  if (runs.different.empty()) return section;
  if (runs.different.size() > kShown) {
    section.paragraphs.push_back("The " + std::to_string(kShown) + " that differ most:");
  }
  Grid grid{.columns = {{"run", "run"},
                        {"parts", "what differs"},
                        {"curve", "largest difference of curves, nats"},
                        {"last", "of the last loss, nats"},
                        {"same_machine", "bits should be equal"},
                        {"key", "key"}}};
  for (std::size_t i = 0; i < std::min(runs.different.size(), kShown); ++i) {
    const RunDifference& run = runs.different[i];
    grid.rows.push_back({Words(run.run),
                         Words(run.parts),
                         OrWords(run.curve, LossEntry, "no step in common"),
                         OrWords(run.last, LossEntry, "no curve"),
                         Words(run.is_same_machine ? "yes" : "no"),
                         {.text = training::ShortKey(run.key), .value = run.key, .runs = {run.key}}});
  }
  section.grid = grid;
  return section;
}

Section ArmsSection(const suites::Table& table, const EffectComparison& effects) {
  Section section{.id = "arms", .title = "Arm by arm", .paragraphs = {ArmsText(effects)}};
  if (!effects.baselines.empty()) section.paragraphs.push_back(BaselinesText(effects.baselines));
  const bool is_speedup = table.response == suites::Quantity::kSpeedup;
  const std::string percent = is_speedup ? ", %" : "", points = is_speedup ? ", points" : "";
  Grid grid{.columns = {{"arm", "arm", Filter::kArm},
                        {"mean_a", "A"},
                        IntervalColumn("interval_a", "95 % interval" + percent),
                        {"mean_b", "B"},
                        IntervalColumn("interval_b", "95 % interval" + percent),
                        {"heads", "heads"},
                        {"difference", "B - A"},
                        IntervalColumn("difference_interval",
                                       (effects.is_paired ? "t interval" : "Welch's interval") + points)}};
  if (effects.is_paired) {
    grid.columns.push_back({"hodges_lehmann", "Hodges-Lehmann"});
    grid.columns.push_back(IntervalColumn("hodges_lehmann_interval", "exact interval" + points));
  }
  for (const Column& column : {Column{"p", "p"}, {"p_holm", "p Holm"}, {"margin", "same within"}}) {
    grid.columns.push_back(column);
  }
  for (const ArmComparison& arm : effects.arms) {
    grid.rows.push_back(ArmRow(ArmOf(table, arm.a.arm), arm, effects.is_paired));
  }
  section.grid = grid;
  return section;
}

Section VerdictsSection(const suites::Table& table, const EffectComparison& effects) {
  Section section{.id = "claims", .title = "Claim by claim"};
  section.paragraphs.push_back(
      std::string(
          "Verdicts and effects (Hodges-Lehmann, exact interval) are those of each side's own report, "
          "from all of its runs. The last columns are the difference of the effects, ") +
      (effects.is_paired ? "Hodges-Lehmann's over the heads of the runs that both have."
                         : "that of the means over heads, unpaired, with Welch's interval."));
  const std::string points = IsInPoints(table) ? ", points" : "";
  Grid grid{.columns = {{"claim", "difference"},
                        {"verdict_a", "verdict on A"},
                        {"verdict_b", "on B"},
                        {"agree", "agree"},
                        {"effect_a", "effect on A"},
                        IntervalColumn("interval_a", "interval" + points),
                        {"effect_b", "effect on B"},
                        IntervalColumn("interval_b", "interval" + points),
                        {"heads", "heads"},
                        {"difference", "B - A"},
                        IntervalColumn("difference_interval", "95 % interval" + points)}};
  for (std::size_t c = 0; c < table.claims.size(); ++c) {
    grid.rows.push_back(VerdictRow(table.claims[c], effects.claims[c], effects.is_paired));
  }
  section.grid = grid;
  return section;
}

Section LacksSection(const RunComparison& runs) {
  Section section{.id = "lacks", .title = "Runs that one side alone has"};
  if (runs.lacks.empty()) {
    section.paragraphs.push_back("None.");
    return section;
  }
  Grid grid{.columns = {{"side", "lacking in"},
                        {"arm", "arm", Filter::kArm},
                        {"count", "runs"},
                        {"why", "why"},
                        {"runs", "which"}}};
  for (const Lack& lack : runs.lacks) {
    grid.rows.push_back({Words(lack.side),
                         Words(lack.arm),
                         Count(static_cast<int>(lack.runs.size())),
                         Words(lack.why),
                         {.text = NamesText(lack.runs), .value = lack.runs}});
  }
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
