// A forest: estimates with their intervals, one row each, beside the numbers that the paper prints.
//
// Above in a row the estimate with its interval and the paper's number, below it the heads behind them.
// Numbers are drawn times `factor` (fractions in per cent, or points). Rows without an estimate are left out and named
// in the description; without any row there is no figure. An interval with an endless bound is not drawn, and
// stands in the tooltip.
#ifndef RETABLE_REPORTS_PLOTS_FOREST_H_
#define RETABLE_REPORTS_PLOTS_FOREST_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/grid.h"
#include "stats/interval.h"

namespace retable::reports::plots {

struct HeadPoint {
  std::string head;
  double value = 0;
  std::string runs;  // behind it, as the tooltip names them
};

struct ForestRow {
  std::string title;
  std::string colour;
  std::optional<double> estimate = std::nullopt;
  std::optional<stats::Interval> interval = std::nullopt;
  std::optional<double> printed = std::nullopt;
  std::optional<double> margin = std::nullopt;  // what counts as the same, of an equivalence claim
  std::vector<HeadPoint> heads = {};
};

struct Forest {
  std::string id;
  std::string title;
  std::string sentence;  // opens the description, without its stop
  std::string axis;      // what the numbers are, with their unit
  std::string unit;      // "%", "points", "nats", or nothing
  double factor = 100;
  int decimals = 2;
  std::string estimate;                       // in the legend
  std::optional<double> luck = std::nullopt;  // a band about 0, from - to +
  std::vector<ForestRow> rows = {};
};

std::optional<Plot> DrawForest(const Forest& forest);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_FOREST_H_
