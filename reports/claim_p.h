// The p-values of a claim's differences under a test: on the claim's side, and on the other.
//
//   kGreater     p of "centre > 0"; opposite: of "centre < 0"
//   kTwoSided    the two-sided p; no opposite (the sign of the effect decides)
//   kEquivalent  two one-sided tests: the larger p of "centre > -margin" and "centre < margin"; opposite, that the
//                centre lies outside: min(1, 2 min(p of "centre > margin", p of "centre < -margin"))
//
// Any test of stats/ serves for an equivalence, the differences shifted by the margin. A censored difference is
// infinite: the rank and sign tests take it, Student's t and sign flips do not.
#ifndef RETABLE_REPORTS_CLAIM_P_H_
#define RETABLE_REPORTS_CLAIM_P_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "suites/claim.h"

namespace retable::reports {

// Nothing where the data do not define it.
struct ClaimP {
  std::optional<double> p;
  std::optional<double> opposite;
};

// Whether the test counts every outcome with so many differences: Student's t does not, sign flips up to 40, ranks up to
// 1,000.
bool IsExact(suites::Test test, std::size_t differences);

ClaimP PValues(suites::Test test, suites::Side side, double margin, const std::vector<double>& differences);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_P_H_
