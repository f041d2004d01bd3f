// Do the claims come out as a lab expects? Expected verdicts against those of the reports, for CI.
//
// An expectation is what is known and explained: "confirmed" needs no reason, anything else has one
// (expectations_file.h). One outcome a claim, the first that fits:
//
// - broken: the seed ledger is violated, or a claim has no expectation, or an expectation no claim.
// - as expected: the verdict is the one expected.
// - contradicted: and something else was expected.
// - no evidence: not run, blocked, not evaluable, or not final (the page has caveats).
// - better: the verdict ranks above the one expected; "outdated" instead where expectations are strict.
// - inconclusive: where a confirmation was expected.
// - smaller: "confirmed, smaller" where "confirmed" was expected.
//
// Verdicts rank: contradicted; then not run, blocked and not evaluable; inconclusive; confirmed, smaller;
// confirmed.
//
// As expected and better pass. Exit codes, the first that fits: 2 where anything is broken, 1 where anything
// is contradicted or smaller, 3 where evidence is missing (no evidence, inconclusive), 4 where anything is
// outdated, 0.
#ifndef RETABLE_REPORTS_EXPECTATIONS_H_
#define RETABLE_REPORTS_EXPECTATIONS_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/page.h"
#include "reports/verdict.h"

namespace retable::reports {

struct Expectation {
  Verdict verdict = Verdict::kConfirmed;
  std::string reason = "";
};

// In place of a claim's id: every claim of the table that is not named.
inline constexpr char kEveryClaim[] = "*";

struct Expectations {
  bool strict = false;  // a verdict that is better than expected fails, so that the file is kept up to date
  std::map<std::string, std::map<std::string, Expectation>> tables = {};  // by the ids of table and claim
};

enum class CheckOutcome {
  kAsExpected,
  kBetter,
  kOutdated,
  kInconclusive,
  kNoEvidence,
  kSmaller,
  kContradicted,
  kBroken,
};

// "as expected", "better", ...
std::string Name(CheckOutcome outcome);

bool Passes(CheckOutcome outcome);

struct CheckedClaim {
  std::string table;
  std::string claim;
  CheckOutcome outcome = CheckOutcome::kBroken;
  std::optional<Expectation> expected = {};
  std::optional<Verdict> verdict = {};
  std::string message = "";  // the report's sentence, after the page's caveats; or what is broken
};

// Every claim of the reports in their order, then the expectations that fit none of them.
std::vector<CheckedClaim> CheckClaims(const Expectations& expectations, const std::vector<Report>& reports);

int ExitCode(const std::vector<CheckedClaim>& claims);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_EXPECTATIONS_H_
