// Learning curves: held-out loss against step, of each arm and of the baseline.
//
// A line is the mean over runs, its band goes from the 10th to the 90th percentile of runs (between order
// statistics, at (n - 1) p). A run stops once it has crossed its last threshold, so a line ends where the
// first of its runs does: later points would be means of the slow ones. Runs that failed are left out, and
// counted in the description. Nothing where nothing was measured.
#ifndef RETABLE_REPORTS_PLOTS_CURVES_H_
#define RETABLE_REPORTS_PLOTS_CURVES_H_

#include <optional>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

// The loss itself; thresholds are rules.
std::optional<Plot> LearningCurves(const Material& material);

// Each run's loss less the mean of its seed's baselines at that step; of a baseline, less the others'.
std::optional<Plot> CurvesLessBaseline(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_CURVES_H_
