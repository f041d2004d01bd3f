// The sections that show claims: each verdict in a sentence, and the tests behind them.
#ifndef RETABLE_REPORTS_CLAIM_SECTIONS_H_
#define RETABLE_REPORTS_CLAIM_SECTIONS_H_

#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

Section ClaimsSection(const std::vector<std::string>& verdicts);
Section TestsSection(const Material& material);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_SECTIONS_H_
