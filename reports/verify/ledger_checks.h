// From raw lines: what the runs of a table's grid must share and must not, whether the grid is whole, and
// whether any run of a folder repeats another.
#ifndef RETABLE_REPORTS_VERIFY_LEDGER_CHECKS_H_
#define RETABLE_REPORTS_VERIFY_LEDGER_CHECKS_H_

#include <string>
#include <vector>

#include "reports/verify/places.h"
#include "reports/verify/raw_runs.h"
#include "reports/verify/recompute.h"

namespace retable::reports::verify {

// Over all lines of a folder, whatever table they serve: curves of more than one point, or losses of
// replacements, that runs of different recipes or seeds have in common (recipes that differ in their
// thresholds alone, or inject one pattern in two ways to say it, may; a uniform bias is none), and two
// different measurements of one key.
std::vector<std::string> ReplayFindings(const std::vector<RawRun>& runs);
// Each violation as a sentence that names the runs and their lines.
std::vector<std::string> LedgerFindings(const PlacedRuns& placed);
// Runs whose thresholds are not those that the calibration curves give (within 1e-9).
std::vector<std::string> ThresholdFindings(const PlacedRuns& placed, const Recomputed& numbers);
// Places without a run.
std::vector<std::string> GridFindings(const PlacedRuns& placed);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_LEDGER_CHECKS_H_
