// A table's screen: which properties go with which responses, among many that no claim names?
//
// Spearman's rho of each correlation of suites::Table::screen, two-sided, with Bonett and Wright's 95 % interval, and
// Benjamini and Hochberg's adjustment over all that the table declares. A screen suggests; its verdicts are none.
#ifndef RETABLE_REPORTS_SCREEN_H_
#define RETABLE_REPORTS_SCREEN_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/claim_effect.h"
#include "reports/responses.h"
#include "suites/table.h"

namespace retable::reports {

struct ScreenedCorrelation {
  std::string label;   // "rho(depth, speedup of best_fit)"
  std::string blocks;  // "all", or "first-token mass of real_attention below 0.30"
  int points = 0;
  Effect rho = {};
  std::optional<double> p = {};
  std::optional<double> p_adjusted = {};
  std::string why = "";  // something of it is absent
};

// In the order of the table.
std::vector<ScreenedCorrelation> ScreenCorrelations(const suites::Table& table, const suites::Scale& scale,
                                                    const Responses& responses);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_SCREEN_H_
