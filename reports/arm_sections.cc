#include "reports/arm_sections.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reports/numbers.h"
#include "reports/runs.h"
#include "reports/sentences.h"
#include "training/run.h"

namespace retable::reports {
namespace {

Entry ReachedEntry(const ArmEvidence& arm, int planned) {
  const int missing = planned - arm.runs_counted;
  return Words(Part(arm.runs_reached, arm.runs_counted) +
               (missing > 0 ? ", " + std::to_string(missing) + " missing" : ""));
}

// An arm's mean beside zero; a reading aid and no test.
Entry BesideZero(const ArmEvidence& arm, const std::optional<double>& luck) {
  if (!arm.interval || !luck) return Words("not told");
  const bool is_above = arm.interval->low > 0 && *arm.mean > *luck;
  const bool is_below = arm.interval->high < 0 && *arm.mean < -*luck;
  const std::string side = is_above ? "above 0" : is_below ? "below 0" : "not told from 0";
  return Words(side + " (luck: " + Fixed(100 * *luck, 2) + " points)");
}

Entry HeadEntry(const HeadResponse& head) {
  if (head.outcome != Outcome::kReached) return Words(head.words);
  Entry entry = PercentEntry(head.speedup);
  if (!head.words.empty()) entry.text += " (" + head.words + ")";
  return entry;
}

// arm, block -> keys of the runs that left a result
using KeysOfCells = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;

KeysOfCells StoredKeys(const std::vector<CellRun>& runs) {
  KeysOfCells keys;
  for (const CellRun& run : runs) {
    if (run.result) keys[{run.cell.arm, run.cell.block}].push_back(training::Key(run.cell.run));
  }
  return keys;
}

}  // namespace

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

Section TableSection(const Material& material) {
  Section section{.id = "table", .title = "Mean speedup over heads"};
  section.paragraphs.push_back(
      "Speedup: steps(baseline) / steps(run) - 1, averaged over thresholds, then over seeds. The interval is "
      "Student's over heads. It leaves out what all heads of a seed share: the baselines, and the batch "
      "order, which is that of the first of them. The last column sets the mean against both: luck is what "
      "95 of 100 means would stay below if nothing had an effect, 1.96 SD(A/A) / sqrt(seeds). The claims are "
      "the evidence. Censored heads (a threshold never reached) are not in the mean.");
  section.paragraphs.push_back(NoiseText(material.noise));
  Grid grid{.columns = {{"arm", "injected pattern"},
                        {"printed", "paper"},
                        {"mean_speedup", "here"},
                        {"interval", "95 % interval, %", Filter::kNone, kIntervalParts},
                        {"heads", "heads in the mean"},
                        {"reached", "runs that reached every threshold"},
                        {"beside_zero", "beside 0"}}};
  const int heads = static_cast<int>(material.scale.blocks.size());
  const std::optional<double> luck = LuckOfTheMean(material.noise, material.responses.means);
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

Section HeadsSection(const Material& material) {
  Section section{.id = "heads", .title = "Head by head"};
  section.paragraphs.push_back("Mean speedup over seeds of each head (layer.head) that is held.");
  Grid grid{.columns = {{"head", "head", Filter::kBlock}}};
  for (const suites::Arm& arm : material.table.arms) {
    grid.columns.push_back({arm.id, arm.title, Filter::kOneArm});
  }
  KeysOfCells keys = StoredKeys(material.runs);
  for (std::size_t b = 0; b < material.responses.blocks.size(); ++b) {
    std::vector<Entry> row = {Words(material.responses.blocks[b])};
    for (const ArmEvidence& arm : material.evidence.arms) {
      row.push_back(HeadEntry(arm.heads[b]));
      row.back().runs = keys[{arm.arm, material.responses.blocks[b]}];
    }
    grid.rows.push_back(row);
  }
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
