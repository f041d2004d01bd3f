// What the runs of a table's grid must share and must not, from their raw lines; and whether the grid is
// whole.
#ifndef RETABLE_REPORTS_VERIFY_LEDGER_CHECKS_H_
#define RETABLE_REPORTS_VERIFY_LEDGER_CHECKS_H_

#include <string>
#include <vector>

#include "reports/verify/raw_runs.h"
#include "reports/verify/recompute.h"

namespace retable::reports::verify {

// Each violation as a sentence that names the runs and their lines.
std::vector<std::string> LedgerFindings(const PlacedRuns& placed);
// Runs whose thresholds are not those that the calibration curves give (within 1e-9).
std::vector<std::string> ThresholdFindings(const PlacedRuns& placed, const Recomputed& numbers);
// Places without a run.
std::vector<std::string> GridFindings(const PlacedRuns& placed);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_LEDGER_CHECKS_H_
