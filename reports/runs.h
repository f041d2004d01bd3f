// The results that a table's cells have in a store: what was run, and what is still missing?
#ifndef RETABLE_REPORTS_RUNS_H_
#define RETABLE_REPORTS_RUNS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suites/table.h"
#include "training/run.h"

namespace retable::reports {

// The stored result of a key, if there is one; Store::Find is one.
using Lookup = std::function<std::optional<training::Result>(const std::string& key)>;

// A cell and its result, if it was run.
struct CellRun {
  suites::Cell cell;
  std::optional<training::Result> result;
};

// Whether it has a measurement, failures of the method among them; what the machine broke has none.
bool IsMeasured(const CellRun& run);

// Whether its run trains a model; replacements and measures of patterns do not.
bool IsTraining(const suites::Cell& cell);

// Every cell of the table at that scale, in the order of suites::Cells.
std::vector<CellRun> FindRuns(const suites::Table& table, const suites::Scale& scale, const Lookup& lookup);

// Whether the table was run there: every one of its arms has a run. Calibration, baselines and arms that other tables name
// too are stored though nobody asked for this table. `is_measured` says so of a key.
bool IsRun(const suites::Table& table, const suites::Scale& scale,
           const std::function<bool(const std::string& key)>& is_measured);

// How people name a cell: "real_attention 1.0 seed 2", "baseline seed 1 replicate 3", "calibration seed 901",
// "uniform 1.0 seed 7 replacement", "uniform 1.0 seed 7 pattern measures".
std::string Name(const suites::Cell& cell);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_RUNS_H_
