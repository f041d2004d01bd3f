// A claim on a page: its verdict, what it states, and the evidence in a sentence.
#ifndef RETABLE_REPORTS_HTML_CLAIM_H_
#define RETABLE_REPORTS_HTML_CLAIM_H_

#include <string>

namespace retable::reports {

// The section whose items are claims.
inline constexpr char kClaimsSection[] = "claims";

struct ClaimText {
  std::string verdict = "";
  std::string statement;
  std::string evidence = "";
};

// Of an item "confirmed: It is so. Found in 12 of 12 heads, ..." (reports/sentences.h); what has no verdict
// is all statement.
ClaimText ParseClaim(const std::string& item);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_HTML_CLAIM_H_
