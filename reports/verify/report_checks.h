// The sections of a report against recomputed numbers.
#ifndef RETABLE_REPORTS_VERIFY_REPORT_CHECKS_H_
#define RETABLE_REPORTS_VERIFY_REPORT_CHECKS_H_

#include <string>

#include "reports/verify/claim_numbers.h"
#include "reports/verify/number_checks.h"
#include "reports/verify/places.h"
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

void CheckArms(const Grounds& grounds, NumberChecks& checks);      // means, intervals, heads
void CheckMeasures(const Grounds& grounds, NumberChecks& checks);  // every other quantity, and its blocks
void CheckClaims(const Grounds& grounds, NumberChecks& checks);    // tests, sensitivity, and by the next:
void CheckSentences(const Grounds& grounds, const ClaimVerdicts& verdicts, NumberChecks& checks);
void CheckScreen(const Grounds& grounds, NumberChecks& checks);  // correlations that are no claims
void CheckRuns(const Grounds& grounds, NumberChecks& checks);    // every run, baselines, noise

// One quantity of an arm over its blocks.
struct ArmNumbers {
  std::vector<double> blocks;  // values of those that are measured
  std::size_t planned = 0;     // blocks
  int reached = 0;             // runs
  int counted = 0;
  int censored = 0;  // blocks
};
ArmNumbers OfArm(const Grounds& grounds, const suites::Arm& arm, suites::Quantity quantity);
// The cells that its mean, interval and count of blocks stand in.
void CheckMean(const std::string& section, std::size_t row, const std::string& mean_column,
               const ArmNumbers& numbers, const std::string& noun, NumberChecks& checks);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_REPORT_CHECKS_H_
