// The seed ledger: did the seeds decide what they should, and nothing else?
//
//   Runs of one seed (all arms and blocks, and replicate 0 of the baseline) start from the same weights and
//   see the same batches; the other replicates start from the same weights and see other batches; other seeds
//   have both different. No two runs end with the same weights: an injection that changed nothing, or a run
//   counted twice, would show so. Arms of one block and seed may: a best-fit program can be uniform rows. All runs with thresholds stop at the same losses.
// A violation means that the comparison is not what the table says, so it is an error and not a note.
#ifndef RETABLE_REPORTS_LEDGER_H_
#define RETABLE_REPORTS_LEDGER_H_

#include <string>
#include <vector>

#include "reports/runs.h"

namespace retable::reports {

// Each violation as a sentence that names the runs, in the order of the runs; empty where all is as it must
// be. Runs without a result, and failed ones, are passed over.
std::vector<std::string> LedgerViolations(const std::vector<CellRun>& runs);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_LEDGER_H_
