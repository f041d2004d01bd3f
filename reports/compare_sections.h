// The sections of a page that compares two sets of results, A and B.
#ifndef RETABLE_REPORTS_COMPARE_SECTIONS_H_
#define RETABLE_REPORTS_COMPARE_SECTIONS_H_

#include <string>
#include <vector>

#include "reports/compare_effects.h"
#include "reports/compare_runs.h"
#include "reports/grid.h"
#include "reports/runs.h"
#include "suites/table.h"

namespace retable::reports {

// What stands on one side of a comparison.
struct SetSide {
  std::string name;  // as the user named it
  const suites::Scale& scale;
  std::vector<CellRun> runs;  // of FindRuns
};

// Where the two come from, line by line of their provenance.
Section SetsSection(const SetSide& a, const SetSide& b);

// How many runs both have, how many are equal, and those that differ most.
Section SharedRunsSection(const RunComparison& runs);

Section ArmsSection(const suites::Table& table, const EffectComparison& effects);
Section VerdictsSection(const suites::Table& table, const EffectComparison& effects);

// Runs that one side alone has, and why.
Section LacksSection(const RunComparison& runs);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_COMPARE_SECTIONS_H_
