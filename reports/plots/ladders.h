// The arms of each ladder in their order: the mean response with Student's 95 % interval, and a thin line a block.
//
// Over the blocks in which the claim counts all arms (claim_data.h). A figure for each ladder that has such a block. The
// arms stand at equal distances, as the claim has them.
#ifndef RETABLE_REPORTS_PLOTS_LADDERS_H_
#define RETABLE_REPORTS_PLOTS_LADDERS_H_

#include <vector>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

std::vector<Plot> CurvesOfLadders(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_LADDERS_H_
