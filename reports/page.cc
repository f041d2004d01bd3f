#include "stats/normal.h"
#include "reports/page.h"

#include <algorithm>
#include <cmath>

#include "reports/evidence.h"
#include "reports/ledger.h"
#include "reports/noise.h"
#include "reports/numbers.h"
#include "reports/provenance.h"
#include "reports/responses.h"
#include "reports/sentences.h"

namespace retable::reports {
namespace {

// All that the sections draw on.
struct Material {
  const suites::Table& table;
  const suites::Scale& scale;
  const std::vector<CellRun>& runs;
  const Responses& responses;
  const Evidence& evidence;
  const std::optional<Noise>& noise;
  int stored;
};

std::string Part(int part, int whole) { return std::to_string(part) + " of " + std::to_string(whole); }

std::string NoiseText(const std::optional<Noise>& noise) {
  if (!noise) return "A/A noise: not measured, since fewer than two baseline replicates of a seed were run.";
  return "A/A noise of a single run, from " + Counted(noise->comparisons, "baseline") +
         " against the other baselines of the seed: SD " + Fixed(100 * noise->sd, 2) +
         " points, 90th percentile of the absolute speedup " + Fixed(100 * noise->p90, 2) + " %.";
}

Section QuestionSection(const Material& material) {
  const suites::Table& table = material.table;
  const int asked = static_cast<int>(material.runs.size());
  Section section{.id = "question", .title = table.title};
  section.paragraphs.push_back(table.question);
  section.paragraphs.push_back("Source: " + table.source.paper + ", " + table.source.title + "; " +
                               table.source.locator + ".");
  section.paragraphs.push_back(
      "Runs stored: " + Part(material.stored, asked) + "." +
      (material.stored < asked ? " This is a part of the grid, so every verdict is preliminary." : ""));
  if (material.scale.id == "smoke") {
    section.paragraphs.push_back("Scale smoke tests the wiring. Nothing here is evidence.");
  }
  return section;
}

Section ClaimsSection(const std::vector<std::string>& verdicts) {
  return {.id = "claims", .title = "Claims", .items = verdicts};
}

Entry MeanEntry(const ArmEvidence& arm) {
  if (arm.mean) return PercentEntry(*arm.mean);
  if (arm.heads_censored > 0) return Words("every head censored");
  const bool is_run = arm.runs_counted > 0;
  return Words(is_run ? "undefined" : arm.heads.empty() ? "not run" : arm.heads.front().words);
}

Entry ArmIntervalEntry(const ArmEvidence& arm) {
  if (arm.interval) return IntervalEntry(*arm.interval);
  return Words(arm.heads_measured == 0   ? "no head"
               : arm.heads_measured == 1 ? "one head has none"
                                         : "no spread");
}

Entry ReachedEntry(const ArmEvidence& arm, int planned) {
  const int missing = planned - arm.runs_counted;
  return Words(Part(arm.runs_reached, arm.runs_counted) +
               (missing > 0 ? ", " + std::to_string(missing) + " missing" : ""));
}

// How large an arm's mean can be by luck alone, 95 times in 100: the heads of a seed share its batch order and its
// baselines, so that only seeds average out.
std::optional<double> LuckOfTheMean(const std::optional<Noise>& noise, const Responses& responses) {
  const auto seeds = std::count_if(responses.means.begin(), responses.means.end(),
                                   [](const Baseline& mean) { return mean.undefined.empty(); });
  if (!noise || seeds == 0) return std::nullopt;
  return stats::NormalQuantile(0.975) * noise->sd / std::sqrt(static_cast<double>(seeds));
}

// An arm's mean beside zero; a reading aid and no test.
Entry BesideZero(const ArmEvidence& arm, const std::optional<double>& luck) {
  if (!arm.interval || !luck) return Words("not told");
  const bool is_above = arm.interval->low > 0 && *arm.mean > *luck;
  const bool is_below = arm.interval->high < 0 && *arm.mean < -*luck;
  const std::string side = is_above ? "above 0" : is_below ? "below 0" : "not told from 0";
  return Words(side + " (luck: " + Fixed(100 * *luck, 2) + " points)");
}

Section TableSection(const Material& material) {
  Section section{.id = "table", .title = "Mean speedup over heads"};
  section.paragraphs.push_back(
      "Speedup: steps(baseline) / steps(run) - 1, averaged over thresholds, then over seeds. The interval is "
      "Student's over heads. It leaves out what all heads of a seed share: the baselines, and the batch order, "
      "which is that of the first of them. The last column sets the mean against both: luck is what 95 of 100 means "
      "would stay below if nothing had an effect, 1.96 SD(A/A) / sqrt(seeds). The claims are the evidence. Censored "
      "heads (a threshold never reached) are not in the mean.");
  section.paragraphs.push_back(NoiseText(material.noise));
  Grid grid{.columns = {{"arm", "injected pattern"},
                        {"printed", "paper"},
                        {"mean_speedup", "here"},
                        {"interval", "95 % interval, %"},
                        {"heads", "heads in the mean"},
                        {"reached", "runs that reached every threshold"},
                        {"beside_zero", "beside 0"}}};
  const int heads = static_cast<int>(material.scale.blocks.size());
  const std::optional<double> luck = LuckOfTheMean(material.noise, material.responses);
  for (std::size_t a = 0; a < material.table.arms.size(); ++a) {
    const suites::Arm& arm = material.table.arms[a];
    const ArmEvidence& evidence = material.evidence.arms[a];
    const std::string censored =
        evidence.heads_censored > 0 ? ", " + std::to_string(evidence.heads_censored) + " censored" : "";
    grid.rows.push_back({{.text = arm.title, .value = arm.id},
                         arm.printed ? PercentEntry(*arm.printed) : Words("no number printed"),
                         MeanEntry(evidence),
                         ArmIntervalEntry(evidence),
                         Words(Part(evidence.heads_measured, heads) + censored),
                         ReachedEntry(evidence, heads * static_cast<int>(material.scale.seeds.size())),
                         BesideZero(evidence, luck)});
  }
  section.grid = grid;
  return section;
}

Entry HeadEntry(const HeadResponse& head) {
  if (head.outcome != Outcome::kReached) return Words(head.words);
  Entry entry = PercentEntry(head.speedup);
  if (!head.words.empty()) entry.text += " (" + head.words + ")";
  return entry;
}

Section HeadsSection(const Material& material) {
  Section section{.id = "heads", .title = "Head by head"};
  section.paragraphs.push_back("Mean speedup over seeds of each head (layer.head) that is held.");
  Grid grid{.columns = {{"head", "head"}}};
  for (const suites::Arm& arm : material.table.arms) grid.columns.push_back({arm.id, arm.title});
  for (std::size_t b = 0; b < material.responses.blocks.size(); ++b) {
    std::vector<Entry> row = {Words(material.responses.blocks[b])};
    for (const ArmEvidence& arm : material.evidence.arms) row.push_back(HeadEntry(arm.heads[b]));
    grid.rows.push_back(row);
  }
  section.grid = grid;
  return section;
}

template <typename Value, typename Make>
Entry OrWords(const std::optional<Value>& value, Make make, const std::string& words) {
  return value ? make(*value) : Words(words);
}

// Why a statistic of a claim is absent.
std::string WhyUndefined(const ClaimEvidence& evidence) {
  if (evidence.differences.empty()) return "not run";
  for (const double difference : evidence.differences) {
    if (std::isinf(difference)) return "undefined: a head is censored";
  }
  if (evidence.in_favour + evidence.opposed == 0) return "undefined: no head differs";
  return evidence.differences.size() < 6 ? "too few heads" : "undefined: no spread";
}

std::vector<Entry> TestRow(const suites::Claim& claim, const ClaimEvidence& evidence) {
  const std::string why = WhyUndefined(evidence);
  const std::string ties = evidence.ties > 0 ? ", " + std::to_string(evidence.ties) + " tied" : "";
  return {{.text = claim.arm + " - " + claim.against, .value = claim.id},
          Words(Name(evidence.verdict)),
          Words(Part(evidence.in_favour, static_cast<int>(evidence.differences.size())) + ties),
          OrWords(evidence.center.estimate, PointsEntry, why),
          OrWords(evidence.center.interval, IntervalEntry, why),
          OrWords(evidence.mean.estimate, PointsEntry, why),
          OrWords(evidence.mean.interval, IntervalEntry, why),
          OrWords(claim.printed_difference, PointsEntry, "no number printed"),
          OrWords(evidence.p_signed_rank, PValueEntry, why),
          OrWords(evidence.p_sign, PValueEntry, why),
          OrWords(evidence.p_adjusted, PValueEntry, why)};
}

std::string FamilyText(const suites::Table& table) {
  const suites::Claim& claim = table.claims.front();
  const bool is_one_sided = claim.side == suites::Side::kGreater;
  return "The unit is the head: seeds are averaged inside it, and arms are paired in it. Each claim's own "
         "test is the exact " +
         Name(claim.test) + (is_one_sided ? ", one-sided as the paper's direction" : ", two-sided") +
         ", named before any run; the other test stands beside it. Holm's adjustment counts all " +
         Counted(static_cast<int>(table.claims.size()), "claim") + " that the table declares; alpha is " +
         Fixed(claim.alpha, 2) + ". A censored head is the worst in both tests; two censored ones tie.";
}

// "induction - induction_shuffled +1.63, +2.55 and so on": a claim's difference in each seed, averaged over heads.
std::string BySeed(const suites::Claim& claim, const Responses& responses) {
  const ArmResponses& arm = FindArm(responses, claim.arm);
  std::string text = claim.arm + " - " + claim.against;
  for (std::size_t s = 0; s < responses.seeds.size(); ++s) {
    double sum = 0;
    int heads = 0;
    for (std::size_t b = 0; b < responses.blocks.size(); ++b) {
      const HeadDifference one =
          claim.against == suites::kBaseline
              ? AgainstBaseline({arm.runs[b][s]})
              : PairSeeds({arm.runs[b][s]}, {FindArm(responses, claim.against).runs[b][s]});
      if (one.seeds == 0 || !std::isfinite(one.difference)) continue;
      sum += one.difference;
      ++heads;
    }
    text += (s == 0 ? " " : ", ") + (heads == 0 ? "not run" : PointsEntry(sum / heads).text);
  }
  return text;
}

std::string SharedBySeeds(const Material& material) {
  std::string text =
      "The claims are differences between arms and not from 0: the baselines of a seed serve all of its heads, and "
      "between two arms they cancel. What heads of one seed also share stays: initial weights, batch order, and, for "
      "shuffled patterns, one derangement. So p and intervals speak of heads, given these seeds. The differences seed "
      "by seed, averaged over heads: ";
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    text += (c == 0 ? "" : "; ") + BySeed(material.table.claims[c], material.responses);
  }
  return text + ".";
}

Section TestsSection(const Material& material) {
  Section section{.id = "tests", .title = "Tests"};
  section.paragraphs.push_back(FamilyText(material.table));
  section.paragraphs.push_back(SharedBySeeds(material));
  Grid grid{.columns = {{"claim", "difference"},
                        {"verdict", "verdict"},
                        {"in_favour", "heads in favour"},
                        {"hodges_lehmann", "Hodges-Lehmann"},
                        {"hodges_lehmann_interval", "exact interval, points"},
                        {"mean_difference", "mean"},
                        {"mean_interval", "t interval, points"},
                        {"printed", "paper"},
                        {"p_signed_rank", "p signed-rank"},
                        {"p_sign_test", "p sign test"},
                        {"p_holm", "p Holm"}}};
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    grid.rows.push_back(TestRow(material.table.claims[c], material.evidence.claims[c]));
  }
  section.grid = grid;
  return section;
}

Section NoiseSection(const Material& material) {
  Section section{
      .id = "noise", .title = "Baselines and A/A noise", .paragraphs = {NoiseText(material.noise)}};
  for (std::size_t s = 0; s < material.responses.seeds.size(); ++s) {
    const Baseline& baseline = material.responses.means[s];
    std::string text = "Seed " + std::to_string(material.responses.seeds[s]) + ": ";
    if (baseline.undefined.empty()) {
      text += Part(baseline.replicates, material.scale.baselines_per_seed) +
              " baselines, mean steps to each threshold";
      for (const double steps : baseline.steps) text += " " + Fixed(steps, 1);
    } else {
      text += "no speedup is defined, because " + baseline.undefined;
    }
    section.items.push_back(text + ".");
  }
  return section;
}

Section LedgerSection(const std::vector<std::string>& violations) {
  const std::string good =
      "Checked: runs of one seed share their initial weights and data order (the baseline's further "
      "replicates have other "
      "orders); seeds share neither; no two runs end with the same weights; all runs have the same "
      "thresholds.";
  Section section{.id = "ledger", .title = "Seed ledger", .items = violations};
  section.paragraphs.push_back(violations.empty()
                                   ? good
                                   : "ERROR: the comparison is not what the table says, and nothing above "
                                     "is evidence.");
  return section;
}

std::string Target(const std::string& table) {
  std::string name = table;
  std::replace(name.begin(), name.end(), '/', '_');
  return "//suites:" + name;
}

}  // namespace

Report MakeReport(const suites::Table& table, const suites::Scale& scale, const Lookup& lookup) {
  const std::vector<CellRun> runs = FindRuns(table, scale, lookup);
  const Responses responses = MeasureResponses(table, scale, runs);
  const Evidence evidence = Weigh(table, scale, responses);
  const std::optional<Noise> noise = BaselineNoise(responses.baselines);
  Report report;
  for (const CellRun& run : runs) report.stored += IsMeasured(run);
  report.violations = LedgerViolations(runs);
  for (std::size_t c = 0; c < table.claims.size(); ++c) {
    report.verdicts.push_back(ClaimSentence(table, scale, table.claims[c], evidence.claims[c]));
  }
  const Material material{table, scale, runs, responses, evidence, noise, report.stored};
  report.page = {.table = table.id, .scale = scale.id, .title = table.id + ", scale " + scale.id};
  report.page.sections = {
      QuestionSection(material),
      ClaimsSection(report.verdicts),
      TableSection(material),
      HeadsSection(material),
      TestsSection(material),
      NoiseSection(material),
      LedgerSection(report.violations),
      {.id = "departures", .title = "How this departs from the paper", .items = scale.departures},
      {.id = "provenance", .title = "Provenance", .grid = ProvenanceGrid(scale, runs)},
      {.id = "reproduce",
       .title = "To reproduce",
       .command = "bazel run " + Target(table.id) + " -- --scale=" + scale.id},
  };
  return report;
}

}  // namespace retable::reports
