#include "reports/runs.h"

#include <algorithm>
#include <set>

#include "training/recipe.h"

namespace retable::reports {
namespace {

// "pattern measures" of "pattern_measures/1".
std::string TrainerName(const std::string& trainer) {
  std::string name = trainer.substr(0, trainer.find('/'));
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

bool IsMeasured(const CellRun& run) {
  if (!run.result) return false;
  const auto& failure = run.result->measurement.failure;
  return !failure || failure->cause == training::FailureCause::kMethod;
}

bool IsTraining(const suites::Cell& cell) { return cell.run.trainer == training::kLanguageModelTrainer; }

std::vector<CellRun> FindRuns(const suites::Table& table, const suites::Scale& scale, const Lookup& lookup) {
  std::vector<CellRun> runs;
  for (suites::Cell& cell : suites::Cells(table, scale)) {
    std::optional<training::Result> result = lookup(training::Key(cell.run));
    runs.push_back({.cell = std::move(cell), .result = std::move(result)});
  }
  return runs;
}

bool IsRun(const suites::Table& table, const suites::Scale& scale,
           const std::function<bool(const std::string& key)>& is_measured) {
  std::set<std::string> measured;
  for (const suites::Cell& cell : suites::Cells(table, scale)) {
    if (!measured.contains(cell.arm) && is_measured(training::Key(cell.run))) measured.insert(cell.arm);
  }
  return std::all_of(table.arms.begin(), table.arms.end(),
                     [&](const suites::Arm& arm) { return measured.contains(arm.id); });
}

std::string Name(const suites::Cell& cell) {
  std::string name = cell.arm;
  if (!cell.block.empty()) name += " " + cell.block;
  name += " seed " + std::to_string(cell.seed);
  if (!IsTraining(cell)) return name + " " + TrainerName(cell.run.trainer);
  if (cell.arm == suites::kBaseline) name += " replicate " + std::to_string(cell.replicate);
  return name;
}

}  // namespace retable::reports
