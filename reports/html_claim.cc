#include "reports/html_claim.h"

#include <algorithm>

namespace retable::reports {

ClaimText ParseClaim(const std::string& item) {
  const std::size_t colon = item.find(": ");
  if (colon == std::string::npos) return {.statement = item};
  const std::string claim = item.substr(colon + 2);
  const std::size_t end = std::min(claim.find(". "), claim.size() - 1) + 1;
  return {.verdict = item.substr(0, colon),
          .statement = claim.substr(0, end),
          .evidence = claim.substr(std::min(end + 1, claim.size()))};
}

}  // namespace retable::reports
