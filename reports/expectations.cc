#include "reports/expectations.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "training/flags.h"

namespace retable::reports {
namespace {

using TableExpectations = std::map<std::string, Expectation>;

int Rank(Verdict verdict) {
  switch (verdict) {
    case Verdict::kContradicted:
      return 0;
    case Verdict::kNotRun:
    case Verdict::kBlocked:
    case Verdict::kNotEvaluable:
      return 1;
    case Verdict::kInconclusive:
      return 2;
    case Verdict::kConfirmedSmaller:
      return 3;
    case Verdict::kConfirmed:
      return 4;
  }
  throw std::invalid_argument("no verdict");
}

bool IsEvidence(Verdict verdict) { return Rank(verdict) != Rank(Verdict::kNotRun); }

CheckOutcome Compare(Verdict expected, Verdict verdict, bool strict) {
  if (verdict == expected) return CheckOutcome::kAsExpected;
  if (verdict == Verdict::kContradicted) return CheckOutcome::kContradicted;
  if (!IsEvidence(verdict)) return CheckOutcome::kNoEvidence;
  if (Rank(verdict) > Rank(expected)) return strict ? CheckOutcome::kOutdated : CheckOutcome::kBetter;
  return verdict == Verdict::kInconclusive ? CheckOutcome::kInconclusive : CheckOutcome::kSmaller;
}

const Expectation* Find(const TableExpectations& expectations, const std::string& claim) {
  auto found = expectations.find(claim);
  if (found == expectations.end()) found = expectations.find(kEveryClaim);
  return found == expectations.end() ? nullptr : &found->second;
}

CheckedClaim CheckOne(const Report& report, const ClaimVerdict& claim, const TableExpectations& expectations,
                      bool strict) {
  CheckedClaim checked{.table = report.page.table, .claim = claim.claim, .verdict = claim.verdict};
  const Expectation* const expected = Find(expectations, claim.claim);
  if (expected != nullptr) checked.expected = *expected;
  if (!report.violations.empty()) {
    checked.message = "The seed ledger is violated: " + report.violations.front();
  } else if (expected == nullptr) {
    checked.message =
        "No verdict is expected of this claim. Add it to the file of expected verdicts; found: " +
        Name(claim.verdict) + ".";
  } else {
    // What is preliminary would change with the runs to come.
    const bool is_final = report.page.caveats.empty() || !IsEvidence(claim.verdict);
    checked.outcome = Compare(expected->verdict, is_final ? claim.verdict : Verdict::kNotRun, strict);
    for (const std::string& caveat : report.page.caveats) checked.message += caveat + " ";
    checked.message += claim.sentence;
  }
  return checked;
}

void AddUnknownClaims(const Report& report, const TableExpectations& expectations,
                      std::vector<CheckedClaim>& checked) {
  std::vector<std::string> known;
  for (const ClaimVerdict& claim : report.claims) known.push_back(claim.claim);
  for (const auto& [claim, expectation] : expectations) {
    if (claim == kEveryClaim || std::find(known.begin(), known.end(), claim) != known.end()) continue;
    checked.push_back({.table = report.page.table,
                       .claim = claim,
                       .expected = expectation,
                       .message = training::UnknownValue("claim of this table", claim, known)});
  }
}

void AddUnknownTables(const Expectations& expectations, const std::vector<Report>& reports,
                      std::vector<CheckedClaim>& checked) {
  std::vector<std::string> known;
  for (const Report& report : reports) known.push_back(report.page.table);
  for (const auto& [table, claims] : expectations.tables) {
    if (std::find(known.begin(), known.end(), table) != known.end()) continue;
    const std::string message = training::UnknownValue("table of this scale", table, known);
    for (const auto& [claim, expectation] : claims) {
      checked.push_back({.table = table, .claim = claim, .expected = expectation, .message = message});
    }
  }
}

int ExitCode(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kAsExpected:
    case CheckOutcome::kBetter:
      return 0;
    case CheckOutcome::kContradicted:
    case CheckOutcome::kSmaller:
      return 1;
    case CheckOutcome::kBroken:
      return 2;
    case CheckOutcome::kInconclusive:
    case CheckOutcome::kNoEvidence:
      return 3;
    case CheckOutcome::kOutdated:
      return 4;
  }
  throw std::invalid_argument("no outcome");
}

}  // namespace

std::string Name(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::kAsExpected:
      return "as expected";
    case CheckOutcome::kBetter:
      return "better";
    case CheckOutcome::kOutdated:
      return "outdated";
    case CheckOutcome::kInconclusive:
      return "inconclusive";
    case CheckOutcome::kNoEvidence:
      return "no evidence";
    case CheckOutcome::kSmaller:
      return "smaller";
    case CheckOutcome::kContradicted:
      return "contradicted";
    case CheckOutcome::kBroken:
      return "broken";
  }
  throw std::invalid_argument("no outcome");
}

bool Passes(CheckOutcome outcome) { return ExitCode(outcome) == 0; }

std::vector<CheckedClaim> CheckClaims(const Expectations& expectations, const std::vector<Report>& reports) {
  std::vector<CheckedClaim> checked;
  for (const Report& report : reports) {
    const auto found = expectations.tables.find(report.page.table);
    const TableExpectations of_table =
        found == expectations.tables.end() ? TableExpectations{} : found->second;
    for (const ClaimVerdict& claim : report.claims) {
      checked.push_back(CheckOne(report, claim, of_table, expectations.strict));
    }
    AddUnknownClaims(report, of_table, checked);
  }
  AddUnknownTables(expectations, reports, checked);
  return checked;
}

int ExitCode(const std::vector<CheckedClaim>& claims) {
  for (const int code : std::array{2, 1, 3, 4}) {
    for (const CheckedClaim& claim : claims) {
      if (ExitCode(claim.outcome) == code) return code;
    }
  }
  return 0;
}

}  // namespace retable::reports
