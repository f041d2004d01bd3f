// The claims of a table judged once more: differences, estimates, p-values, verdicts.
//
// Rules as in verdict.h and evidence.h, written down again here. A p that rests on drawn sign flips carries its
// error; a verdict that such an error could turn is `is_open`.
#ifndef RETABLE_REPORTS_VERIFY_CLAIM_NUMBERS_H_
#define RETABLE_REPORTS_VERIFY_CLAIM_NUMBERS_H_

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/plain_statistics.h"
#include "reports/verify/recompute.h"
#include "suites/table.h"

namespace retable::reports::verify {

struct ClaimNumbers {
  Differences differences;
  std::optional<PlainEffect> center;  // Hodges and Lehmann's
  std::optional<PlainEffect> mean;
};
ClaimNumbers NumbersOf(const suites::Scale& scale, const Recomputed& numbers, const suites::Claim& claim);
// How many differences lie above 0; of an equivalence, within the margin.
int InFavour(const suites::Claim& claim, const ClaimNumbers& numbers);

// p on the claim's side and on the other, with how far each may be off.
struct TwoPs {
  std::optional<double> p;
  std::optional<double> opposite;
  double error = 0;
};

struct Judged {
  TwoPs raw;
  TwoPs adjusted;  // Holm's
  std::string verdict;
  bool is_open = false;  // the error of an adjusted p reaches alpha
};

// In the order in which a report shows them.
inline constexpr std::array kTests = {suites::Test::kSignedRank, suites::Test::kStudentT,
                                      suites::Test::kSignFlip, suites::Test::kSignTest};

// All claims, each under the test that `test_of` names.
using TestOf = std::function<suites::Test(const suites::Claim&)>;
std::vector<Judged> JudgeAll(const suites::Table& table, const suites::Scale& scale,
                             const std::vector<ClaimNumbers>& numbers, const TestOf& test_of);

// Every claim of a table, by its own test and by each of the others.
struct ClaimVerdicts {
  std::vector<ClaimNumbers> numbers;
  std::vector<Judged> own;
  std::vector<std::vector<Judged>> by_test;  // [test][claim], in the order of kTests
};
ClaimVerdicts JudgeClaims(const suites::Table& table, const suites::Scale& scale, const Recomputed& numbers);

// "confirmed" and "confirmed, smaller" are the same.
bool IsSame(const std::string& a, const std::string& b);

// Whether another test than the sign test, not left unevaluable by data or design, comes to another verdict; nothing
// where that hangs on a verdict that is open.
std::optional<bool> IsFragile(const ClaimVerdicts& verdicts, std::size_t claim);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_CLAIM_NUMBERS_H_
