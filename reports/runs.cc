#include "reports/runs.h"

namespace retable::reports {

bool IsMeasured(const CellRun& run) {
  if (!run.result) return false;
  const auto& failure = run.result->measurement.failure;
  return !failure || failure->cause == training::FailureCause::kMethod;
}

std::vector<CellRun> FindRuns(const suites::Table& table, const suites::Scale& scale, const Lookup& lookup) {
  std::vector<CellRun> runs;
  for (suites::Cell& cell : suites::Cells(table, scale)) {
    std::optional<training::Result> result = lookup(training::Key(cell.run));
    runs.push_back({.cell = std::move(cell), .result = std::move(result)});
  }
  return runs;
}

std::string Name(const suites::Cell& cell) {
  std::string name = cell.arm;
  if (!cell.block.empty()) name += " " + cell.block;
  name += " seed " + std::to_string(cell.seed);
  if (cell.arm == suites::kBaseline) name += " replicate " + std::to_string(cell.replicate);
  return name;
}

}  // namespace retable::reports
