// The sections that show arms: their means, and every head.
#ifndef RETABLE_REPORTS_ARM_SECTIONS_H_
#define RETABLE_REPORTS_ARM_SECTIONS_H_

#include <string>
#include <vector>

#include "reports/evidence.h"
#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

Section TableSection(const Material& material);
Section HeadsSection(const Material& material);

// An arm's mean speedup over heads and its interval, or why there is none.
Entry MeanEntry(const ArmEvidence& arm);
Entry ArmIntervalEntry(const ArmEvidence& arm);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_ARM_SECTIONS_H_
