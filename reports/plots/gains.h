// What does knowing the document add, and does it take a pattern that moves with it?
//
// One point an arm that has a twin on the wrong documents, a claim that it beats its twin, and a measured input
// dependence: the claim's effect with its interval against the arm's mean input dependence. The description ranks them.
#ifndef RETABLE_REPORTS_PLOTS_GAINS_H_
#define RETABLE_REPORTS_PLOTS_GAINS_H_

#include <optional>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

// Nothing with fewer than three such arms.
std::optional<Plot> GainsByInputDependence(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_GAINS_H_
