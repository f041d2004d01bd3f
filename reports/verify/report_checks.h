// The sections of a report against recomputed numbers.
#ifndef RETABLE_REPORTS_VERIFY_REPORT_CHECKS_H_
#define RETABLE_REPORTS_VERIFY_REPORT_CHECKS_H_

#include "reports/verify/claim_numbers.h"
#include "reports/verify/number_checks.h"
#include "reports/verify/raw_runs.h"
#include "reports/verify/recompute.h"
#include "suites/table.h"

namespace retable::reports::verify {

// What a report is checked against.
struct Grounds {
  const suites::Table& table;
  const suites::Scale& scale;
  const PlacedRuns& placed;
  const Recomputed& numbers;
};

void CheckArms(const Grounds& grounds, NumberChecks& checks);    // means, intervals, heads
void CheckClaims(const Grounds& grounds, NumberChecks& checks);  // tests, sensitivity, and by the next:
void CheckSentences(const Grounds& grounds, const ClaimVerdicts& verdicts, NumberChecks& checks);
void CheckRuns(const Grounds& grounds, NumberChecks& checks);  // every run, baselines, noise

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_REPORT_CHECKS_H_
