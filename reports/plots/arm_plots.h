// Figures of the arms: their means, and how the response of a head goes with its depth. Nothing
// where nothing was measured.
#ifndef RETABLE_REPORTS_PLOTS_ARM_PLOTS_H_
#define RETABLE_REPORTS_PLOTS_ARM_PLOTS_H_

#include <optional>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

// Mean response of each arm with Student's interval; of speedups, the band that luck alone gives 95 of 100 means.
std::optional<Plot> ForestOfArms(const Material& material);

// Response against layer, of blocks that are one head; with Spearman's correlation of the two in the
// description. Nothing where all heads are of one layer.
std::optional<Plot> ResponseByDepth(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_ARM_PLOTS_H_
