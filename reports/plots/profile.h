// A performance profile of steps to threshold: which share of an arm's runs is there, and how soon?
//
//   share(x) = runs whose steps to the last threshold are at most x times those of their baseline,
//              of all runs
// The baseline's steps are the mean over the replicates of the run's seed; of a baseline, over the others.
// Runs that are censored or failed never arrive: their arm's line ends below 1. Counting and intervals
// (Clopper and Pearson's, in the tooltips) are stats/steps_to_threshold.h's.
#ifndef RETABLE_REPORTS_PLOTS_PROFILE_H_
#define RETABLE_REPORTS_PLOTS_PROFILE_H_

#include <optional>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

// Nothing where no run arrives.
std::optional<Plot> StepsProfile(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_PROFILE_H_
