// Checked claims as JUnit XML, which CI systems read: a testsuite for each table, a testcase for each claim.
//
// Contradicted, smaller and outdated are failures; inconclusive and no evidence are skipped; broken is an
// error; the others pass, with the reason of what was expected as their output. Special characters are
// escaped and control characters dropped. There is no time in it: the same verdicts give the same bytes.
#ifndef RETABLE_REPORTS_JUNIT_H_
#define RETABLE_REPORTS_JUNIT_H_

#include <string>
#include <vector>

#include "reports/expectations.h"

namespace retable::reports {

std::string Junit(const std::vector<CheckedClaim>& claims);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_JUNIT_H_
