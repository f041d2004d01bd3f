// The sections that show claims: each verdict in a sentence, the tests behind them, and whether they hang on
// the test.
#ifndef RETABLE_REPORTS_CLAIM_SECTIONS_H_
#define RETABLE_REPORTS_CLAIM_SECTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/material.h"

namespace retable::reports {

Section ClaimsSection(const Material& material, const std::vector<std::string>& sentences);
Section TestsSection(const Material& material);
Section SensitivitySection(const Material& material);

// Correlations beside the claims; nothing where the table lists none.
std::optional<Section> ScreenSection(const Material& material);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_SECTIONS_H_
