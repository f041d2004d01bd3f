#include "reports/arm_sections.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/runs.h"
#include "reports/sentences.h"
#include "training/run.h"

namespace retable::reports {
namespace {

using suites::Quantity;

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

Entry BlockEntry(const Unit& unit, const BlockResponse& block) {
  if (block.outcome != Outcome::kReached) return Words(block.words);
  Entry entry = ValueEntry(unit, block.value);
  if (!block.words.empty()) entry.text += " (" + block.words + ")";
  return entry;
}

Entry MeasuredEntry(const ArmEvidence& arm) {
  const std::string censored =
      arm.blocks_censored > 0 ? ", " + std::to_string(arm.blocks_censored) + " censored" : "";
  return Words(Part(arm.blocks_measured, static_cast<int>(arm.blocks.size())) + censored);
}

// trainer, arm, block -> keys of the runs that left a result
class StoredKeys {
 public:
  explicit StoredKeys(const std::vector<CellRun>& runs) {
    for (const CellRun& run : runs) {
      if (run.result)
        keys_[{run.cell.run.trainer, run.cell.arm, run.cell.block}].push_back(training::Key(run.cell.run));
    }
  }

  std::vector<std::string> Of(const ArmEvidence& arm, std::size_t block) const {
    const auto found = keys_.find({suites::TrainerOf(arm.quantity), arm.arm, arm.names[block]});
    return found == keys_.end() ? std::vector<std::string>{} : found->second;
  }

 private:
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<std::string>> keys_;
};

Column IntervalColumn(const std::string& title) { return {"interval", title, Filter::kNone, kIntervalParts}; }

// Of speedups, which alone have baselines, thresholds and luck.
Section SpeedupTable(const Material& material, const std::string& noun) {
  Section section{.id = "table", .title = "Mean speedup over " + noun + "s"};
  section.paragraphs.push_back(
      "Speedup: steps(baseline) / steps(run) - 1, averaged over thresholds, then over seeds. The interval is "
      "Student's over " +
      noun + "s. It leaves out what all " + noun +
      "s of a seed share: the baselines, and the batch "
      "order, which is that of the first of them. The last column sets the mean against both: luck is what "
      "95 of 100 means would stay below if nothing had an effect, 1.96 SD(A/A) / sqrt(seeds). The claims are "
      "the evidence. Censored " +
      noun + "s (a threshold never reached) are not in the mean.");
  section.paragraphs.push_back(NoiseText(material.noise));
  Grid grid{.columns = {{"arm", "injected pattern"},
                        {"printed", "paper"},
                        {"mean_speedup", "here"},
                        IntervalColumn("95 % interval, %"),
                        {"heads", noun + "s in the mean"},
                        {"reached", "runs that reached every threshold"},
                        {"beside_zero", "beside 0"}}};
  const std::optional<double> luck = LuckOfTheMean(material.noise, material.responses.means);
  const int planned = static_cast<int>(material.scale.blocks.size() * material.scale.seeds.size());
  for (const ArmEvidence& evidence : material.evidence.arms) {
    const suites::Arm& arm = ArmOf(material.table, evidence.arm);
    grid.rows.push_back({{.text = arm.title, .value = arm.id},
                         arm.printed ? PercentEntry(*arm.printed) : Words("no number printed"),
                         MeanEntry(evidence, noun),
                         ArmIntervalEntry(evidence, noun),
                         MeasuredEntry(evidence),
                         ReachedEntry(evidence, planned),
                         BesideZero(evidence, luck)});
  }
  section.grid = grid;
  return section;
}

// What the quantities are, for people; models/programs/measures.h has the formulas.
std::string Meaning(Quantity quantity) {
  switch (quantity) {
    case Quantity::kSpeedup:
      return "speedup: in steps to the thresholds, against the baselines";
    case Quantity::kPriorWeight:
      return "prior weight: what the weight of the bias has become when the run ends; it starts at 1";
    case Quantity::kLossIncrease:
      return "loss increase: held-out loss of the trained model with the pattern in its heads' place, less "
             "that of "
             "the model as it is, nats a token";
    case Quantity::kIou:
      return "IoU: overlap of the pattern with the trained head's attention, 1 where they are equal";
    case Quantity::kInputDependence:
      return "input dependence: how far the pattern of a document lies from the mean pattern, 0 where all "
             "are one";
    case Quantity::kRowEntropy:
      return "row entropy: of a row of the pattern, in nats; low where it is sparse";
    case Quantity::kFirstTokenMass:
      return "first-token mass: share of the attention that the first token gets";
    case Quantity::kDepth:
      return "depth: the layer, from 0";
  }
  return "";
}

Section MeasureTable(const Material& material, const std::string& noun) {
  const Quantity response = material.table.response;
  Section section{.id = "table", .title = "Mean " + Name(response) + " over " + noun + "s"};
  section.paragraphs.push_back("By " + Meaning(response) + ". Intervals are Student's over " + noun +
                               "s, so they speak of " + noun + "s of this one model.");
  const Unit unit = UnitOf(response);
  Grid grid{.columns = {{"arm", "pattern"},
                        {"printed", "paper"},
                        {"mean", "here"},
                        IntervalColumn("95 % interval"),
                        {"heads", noun + "s in the mean"}}};
  for (const ArmEvidence& evidence : material.evidence.arms) {
    const suites::Arm& arm = ArmOf(material.table, evidence.arm);
    grid.rows.push_back({{.text = arm.title, .value = arm.id},
                         arm.printed ? ValueEntry(unit, *arm.printed) : Words("no number printed"),
                         MeanEntry(evidence, noun),
                         ArmIntervalEntry(evidence, noun),
                         MeasuredEntry(evidence)});
  }
  section.grid = grid;
  return section;
}

}  // namespace

Entry MeanEntry(const ArmEvidence& arm, const std::string& noun) {
  if (arm.mean) return ValueEntry(UnitOf(arm.quantity), *arm.mean);
  if (arm.blocks_censored > 0) return Words("every " + noun + " censored");
  const bool is_run = arm.runs_counted > 0;
  return Words(is_run ? "undefined" : arm.blocks.empty() ? "not run" : arm.blocks.front().words);
}

Entry ArmIntervalEntry(const ArmEvidence& arm, const std::string& noun) {
  if (arm.interval) return IntervalEntry(UnitOf(arm.quantity), *arm.interval);
  return Words(arm.blocks_measured == 0   ? "no " + noun
               : arm.blocks_measured == 1 ? "one " + noun + " has none"
                                          : "no spread");
}

Section TableSection(const Material& material) {
  const std::string noun = BlockNoun(material.scale);
  return material.table.response == Quantity::kSpeedup ? SpeedupTable(material, noun)
                                                       : MeasureTable(material, noun);
}

Section HeadsSection(const Material& material) {
  const std::string noun = BlockNoun(material.scale);
  Section section{.id = "heads", .title = noun == "head" ? "Head by head" : "Block by block"};
  section.paragraphs.push_back(
      "Mean " + Name(material.table.response) + " over seeds of each " +
      (noun == "head" ? "head (layer.head) that is held." : "block, a set of heads that are held at once."));
  if (material.table.response != Quantity::kSpeedup)
    section.paragraphs = {"The " + Name(material.table.response) + " of each " + noun + "."};
  Grid grid{.columns = {{"head", noun, Filter::kBlock}}};
  std::vector<const ArmEvidence*> arms;
  for (const ArmEvidence& arm : material.evidence.arms) {
    if (arm.names != material.responses.blocks) continue;  // a library's blocks are its programs
    arms.push_back(&arm);
    grid.columns.push_back({arm.arm, ArmOf(material.table, arm.arm).title, Filter::kOneArm});
  }
  const StoredKeys keys(material.runs);
  const Unit unit = UnitOf(material.table.response);
  for (std::size_t b = 0; b < material.responses.blocks.size(); ++b) {
    std::vector<Entry> row = {Words(material.responses.blocks[b])};
    for (const ArmEvidence* arm : arms) {
      row.push_back(BlockEntry(unit, arm->blocks[b]));
      row.back().runs = keys.Of(*arm, b);
    }
    grid.rows.push_back(row);
  }
  section.grid = grid;
  return section;
}

std::optional<Section> MeasuresSection(const Material& material) {
  if (material.evidence.measures.empty()) return std::nullopt;
  const std::string noun = BlockNoun(material.scale);
  Section section{.id = "measures", .title = "What else was measured"};
  std::map<Quantity, std::string> meanings;
  Grid grid{.columns = {{"arm", "arm", Filter::kArm},
                        {"quantity", "quantity"},
                        {"printed", "paper"},
                        {"heads", "in the mean"},
                        {"mean", "mean"},
                        IntervalColumn("95 % interval"),
                        {"smallest", "smallest"},
                        {"largest", "largest"}}};
  for (const ArmEvidence& measure : material.evidence.measures) {
    meanings[measure.quantity] = Meaning(measure.quantity);
    const auto value = [&](double one) { return ValueEntry(UnitOf(measure.quantity), one); };
    const suites::Arm& arm = ArmOf(material.table, measure.arm);
    const auto printed = arm.printed_measures.find(measure.quantity);
    grid.rows.push_back(
        {{.text = arm.title, .value = measure.arm},
         {.text = Name(measure.quantity), .value = Id(measure.quantity)},
         printed == arm.printed_measures.end() ? Words("none printed") : value(printed->second),
         MeasuredEntry(measure),
         MeanEntry(measure, noun),
         ArmIntervalEntry(measure, noun),
         OrWords(measure.smallest, value, "none measured"),
         OrWords(measure.largest, value, "none measured")});
  }
  section.paragraphs.push_back("Means over " + noun +
                               "s, of a library over its programs, with Student's interval.");
  for (const auto& [quantity, meaning] : meanings) section.items.push_back(meaning + ".");
  section.grid = grid;
  return section;
}

std::optional<Section> MeasuredBlocksSection(const Material& material) {
  const std::string noun = BlockNoun(material.scale);
  Section section{.id = "measured_blocks",
                  .title = "What else was measured, " + noun + " by " + noun,
                  .length = Length::kLong};
  Grid grid{.columns = {{"arm", "arm", Filter::kArm},
                        {"quantity", "quantity"},
                        {"block", noun + ", or program", Filter::kBlock},
                        {"value", "value"}}};
  const StoredKeys keys(material.runs);
  const auto add = [&](const ArmEvidence& arm) {
    for (std::size_t b = 0; b < arm.blocks.size(); ++b) {
      grid.rows.push_back({{.text = ArmOf(material.table, arm.arm).title, .value = arm.arm},
                           {.text = Name(arm.quantity), .value = Id(arm.quantity)},
                           Words(arm.names[b]),
                           BlockEntry(UnitOf(arm.quantity), arm.blocks[b])});
      grid.rows.back().back().runs = keys.Of(arm, b);
    }
  };
  for (const ArmEvidence& measure : material.evidence.measures) add(measure);
  for (const ArmEvidence& arm : material.evidence.arms) {
    if (arm.names != material.responses.blocks) add(arm);
  }
  if (grid.rows.empty()) return std::nullopt;
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
