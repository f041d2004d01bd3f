// The figures of a report, each in the section that it belongs to. What each shows, and when there is none,
// is said in reports/plots/.
#ifndef RETABLE_REPORTS_PLOTS_H_
#define RETABLE_REPORTS_PLOTS_H_

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

// How runs learn, and how soon they reach the last threshold.
Section CurvesSection(const Material& material);

// Adds the figures of arms to the sections "table" and "heads", those of claims to "tests". Throws
// std::logic_error where the page lacks one of them.
void AddPlots(const Material& material, Page& page);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_PLOTS_H_
