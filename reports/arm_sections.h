// The sections that show arms: their means, every block, and what else was measured of them.
#ifndef RETABLE_REPORTS_ARM_SECTIONS_H_
#define RETABLE_REPORTS_ARM_SECTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/evidence.h"
#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

// The table's response.
Section TableSection(const Material& material);
Section HeadsSection(const Material& material);

// Every other quantity of every arm, over blocks and block by block; nothing where there is none.
std::optional<Section> MeasuresSection(const Material& material);
std::optional<Section> MeasuredBlocksSection(const Material& material);

// The mean over blocks and its interval, or why there is none.
Entry MeanEntry(const ArmEvidence& arm, const std::string& noun);
Entry ArmIntervalEntry(const ArmEvidence& arm, const std::string& noun);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_ARM_SECTIONS_H_
