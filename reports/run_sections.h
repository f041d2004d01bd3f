// The section that shows every run by itself: what the means above are made of.
#ifndef RETABLE_REPORTS_RUN_SECTIONS_H_
#define RETABLE_REPORTS_RUN_SECTIONS_H_

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

// One row a run, calibration and baselines first; runs that are missing have their row too. The entry of the
// key holds the whole key, and so does the `runs` of each cell elsewhere that was computed from that run.
Section RunsSection(const Material& material);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_RUN_SECTIONS_H_
