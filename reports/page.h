// The report of one table at one scale: a pure function of the table and the results, and so of nothing else.
//
// In this order: each claim with its verdict in a sentence; the table, the paper's value beside ours; the
// blocks; what else was measured; learning curves; the tests; their sensitivity; the screen; the A/A noise; the
// seed ledger; what else was measured, block by block; every run; departures; provenance; the command that reproduces
// it. What a table has not (measures, a screen, trainings) has no section.
#ifndef RETABLE_REPORTS_PAGE_H_
#define RETABLE_REPORTS_PAGE_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/grid.h"
#include "reports/runs.h"
#include "reports/verdict.h"
#include "suites/preregistration.h"
#include "suites/table.h"

namespace retable::reports {

struct ClaimVerdict {
  std::string claim;
  Verdict verdict = Verdict::kNotRun;
  std::string sentence;  // as in the page
};

struct Report {
  Page page;
  std::vector<ClaimVerdict> claims;     // in the order of the table
  std::vector<std::string> violations;  // of the seed ledger; with any, the report is no evidence
  int stored = 0;                       // runs of the table that have a measurement
};

// The preregistrations are those beside the results; a report without one says so.
Report MakeReport(const suites::Table& table, const suites::Scale& scale, const Lookup& lookup,
                  const std::vector<suites::Preregistration>& preregistrations = {});

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_PAGE_H_
