// Checked claims as people read them in a terminal: a line each, by table, then the counts.
#ifndef RETABLE_REPORTS_EXPECTATIONS_TEXT_H_
#define RETABLE_REPORTS_EXPECTATIONS_TEXT_H_

#include <string>
#include <vector>

#include "reports/expectations.h"

namespace retable::reports {

enum class Colour { kPlain, kAnsi };

// Claims that do not pass have their sentence below them.
std::string CheckText(const std::vector<CheckedClaim>& claims, Colour colour);

// "inconclusive; expected confirmed", "inconclusive, as expected: <reason>".
std::string FoundAndExpected(const CheckedClaim& claim);

// The claims of each table, the tables in the order of their first claim.
std::vector<std::vector<CheckedClaim>> ByTable(const std::vector<CheckedClaim>& claims);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_EXPECTATIONS_TEXT_H_
