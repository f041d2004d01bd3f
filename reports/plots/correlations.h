// The two quantities of each correlation claim against each other, a point a block; one figure for each pair
// and subset of blocks that claims name. Censored blocks, which rank last, are not drawn and are counted in the
// description.
#ifndef RETABLE_REPORTS_PLOTS_CORRELATIONS_H_
#define RETABLE_REPORTS_PLOTS_CORRELATIONS_H_

#include <vector>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

std::vector<Plot> ScattersOfCorrelations(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_CORRELATIONS_H_
