// Figures of the claims: their effects, and the two arms of each head by head.
#ifndef RETABLE_REPORTS_PLOTS_CLAIM_PLOTS_H_
#define RETABLE_REPORTS_PLOTS_CLAIM_PLOTS_H_

#include <vector>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports::plots {

// Hodges-Lehmann estimate of each claim's difference with its exact interval (rho, the mean or the slope where a claim has
// none), the paper's number beside it; the margin of an equivalence as a band. A figure for each unit; that of
// speedups is "claims".
std::vector<Plot> ForestsOfClaims(const Material& material);

// For each claim between two arms, a line for each head from one arm's response to the other's, seeds
// averaged. Heads that one arm has censored or not run have no line; claims without a line have no figure.
std::vector<Plot> SlopesOfClaims(const Material& material);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_CLAIM_PLOTS_H_
