#include "reports/run_sections.h"

#include <algorithm>
#include <string>

#include "reports/joined.h"
#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/runs.h"
#include "reports/speedup.h"
#include "suites/table.h"
#include "training/recipe.h"
#include "training/run.h"

namespace retable::reports {
namespace {

std::string ArmTitle(const suites::Table& table, const std::string& id) {
  return id == suites::kBaseline || id == suites::kCalibration ? id : ArmOf(table, id).title;
}

Response ResponseOf(const Material& material, const CellRun& run) {
  const std::vector<std::uint64_t>& seeds = material.responses.seeds;
  const auto seed = std::find(seeds.begin(), seeds.end(), run.cell.seed) - seeds.begin();
  return Speedup(material.responses.means.at(seed), run.result ? &*run.result : nullptr);
}

// Of a run that trains nothing: a replacement has one number, a pattern several, which stand in a section of their own.
Entry MeasuredEntry(const CellRun& run) {
  const auto& metrics = run.result->measurement.metrics;
  const auto increase = metrics.find(Id(suites::Quantity::kLossIncrease));
  if (increase == metrics.end()) return Words("measured");
  return ValueEntry(UnitOf(suites::Quantity::kLossIncrease), increase->second);
}

Entry OutcomeEntry(const Material& material, const CellRun& run) {
  if (run.result && run.result->measurement.failure) {
    return Words("failed: " + run.result->measurement.failure->message);
  }
  if (!run.result) return Words("not run");
  if (!IsTraining(run.cell)) return MeasuredEntry(run);
  if (run.cell.arm == suites::kCalibration) return Words("sets the thresholds");
  if (run.cell.arm == suites::kBaseline) return Words("compared with");
  const Response response = ResponseOf(material, run);
  return response.outcome == Outcome::kReached ? PercentEntry(response.value) : Words(response.words);
}

// "80.0, 115.6, never": the steps at which the run crosses its thresholds.
Entry CrossingsEntry(const training::Measurement& measurement) {
  if (measurement.thresholds.empty()) return Words("no thresholds");
  std::vector<std::string> texts;
  nlohmann::json values = nlohmann::json::array();
  for (const std::optional<double>& step : Crossings(measurement)) {
    texts.push_back(step ? Fixed(*step, 1) : "never");
    values.push_back(step ? nlohmann::json(Rounded(*step, 3)) : nlohmann::json("never"));
  }
  return {.text = Joined(texts, ", "), .value = values};
}

// What one run left: crossing steps, steps trained, the last loss.
std::vector<Entry> MeasuredEntries(const std::optional<training::Result>& result) {
  if (!result) return {Words("not run"), Words("not run"), Words("not run")};
  const training::Measurement& measurement = result->measurement;
  if (measurement.curve.empty()) return {Words("no curve"), Words("no curve"), Words("no curve")};
  const training::CurvePoint& last = measurement.curve.back();
  return {CrossingsEntry(measurement),
          Count(last.step),
          {.text = Fixed(last.loss, 4), .value = RoundedSignificant(last.loss, 6)}};
}

std::string KindOf(const suites::Cell& cell) {
  if (IsTraining(cell)) return "training";
  return cell.run.trainer == training::kReplacementTrainer ? "replacement" : "pattern measures";
}

std::vector<Entry> RunRow(const Material& material, const CellRun& run, bool has_kinds) {
  const std::string key = training::Key(run.cell.run);
  std::vector<Entry> row = {{.text = ArmTitle(material.table, run.cell.arm), .value = run.cell.arm},
                            Words(run.cell.block.empty() ? "every block" : run.cell.block),
                            {.text = std::to_string(run.cell.seed), .value = run.cell.seed},
                            Count(run.cell.replicate),
                            OutcomeEntry(material, run)};
  for (Entry& entry : MeasuredEntries(run.result)) row.push_back(std::move(entry));
  if (has_kinds) row.push_back(Words(KindOf(run.cell)));
  row.push_back({.text = training::ShortKey(key), .value = key, .runs = {key}});
  return row;
}

}  // namespace

Section RunsSection(const Material& material) {
  Section section{.id = "runs", .title = "Every run", .length = Length::kLong};
  section.paragraphs.push_back(
      "Steps are those at which the held-out loss crosses each threshold, interpolated between evaluations; "
      "a run ends once the last is crossed. The loss is the last one evaluated, in nats a token. The key is "
      "the start of the SHA-256 of recipe, seed and trainer.");
  Grid grid{.columns = {{"arm", "arm", Filter::kArm},
                        {"block", "block", Filter::kBlock},
                        {"seed", "seed", Filter::kSeed},
                        {"replicate", "replicate"},
                        {"outcome", IsTrained(material.table) ? "speedup or outcome" : "outcome"},
                        {"crossings", "crossing steps"},
                        {"steps", "steps"},
                        {"final_loss", "last loss"}}};
  const bool has_kinds = std::any_of(material.runs.begin(), material.runs.end(),
                                     [](const CellRun& run) { return !IsTraining(run.cell); });
  if (has_kinds) grid.columns.push_back({"kind", "kind of run"});
  grid.columns.push_back({"key", "key"});
  for (const CellRun& run : material.runs) grid.rows.push_back(RunRow(material, run, has_kinds));
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
