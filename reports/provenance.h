// Where did the numbers come from? Everything that decides them, and nothing that does not: no time, host,
// clock or path.
#ifndef RETABLE_REPORTS_PROVENANCE_H_
#define RETABLE_REPORTS_PROVENANCE_H_

#include <vector>

#include "reports/grid.h"
#include "reports/runs.h"
#include "suites/table.h"

namespace retable::reports {

// Two columns: what, and its value; several values (results of two commits, say) are listed in alphabetical
// order.
Grid ProvenanceGrid(const suites::Scale& scale, const std::vector<CellRun>& runs);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_PROVENANCE_H_
