// The claims of a table judged once more: effects, p-values, verdicts, and the estimates beside them.
//
// Rules as in verdict.h, evidence.h and claim_p.h, written down again here. A p that rests on draws, the report's or our
// own, carries its error; a verdict that such an error could turn is `is_open`.
#ifndef RETABLE_REPORTS_VERIFY_CLAIM_NUMBERS_H_
#define RETABLE_REPORTS_VERIFY_CLAIM_NUMBERS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/claim_blocks.h"
#include "reports/verify/plain_means.h"
#include "reports/verify/plain_statistics.h"
#include "reports/verify/recompute.h"
#include "suites/table.h"

namespace retable::reports::verify {

// The tests that can judge a claim, in the order in which a report shows them.
std::vector<suites::Test> TestsOf(const suites::Claim& claim);

// p on the claim's side and on the other, with how far each may be off.
struct TwoPs {
  std::optional<double> p = {};
  std::optional<double> opposite = {};
  double error = 0;
};
TwoPs PsOf(const suites::Claim& claim, suites::Test test, const ClaimBlocks& blocks);

// Of the claim's points, by that test.
std::optional<double> RhoOf(suites::Test test, const ClaimBlocks& blocks);
// The points that an interval of rho counts: within layers one fewer for each layer past the first.
double EffectivePoints(suites::Test test, const ClaimBlocks& blocks);

struct ClaimNumbers {
  ClaimBlocks blocks;
  std::optional<PlainEffect> effect;  // a mean, rho, or by how much the chosen lie below the pool
  std::optional<PlainEffect>
      center;  // of the differences, Hodges and Lehmann's; not of a claim by the baselines' noise
  std::optional<double> z;  // of a choice
  std::optional<PlainEffect> share;
  std::optional<double> place;
  std::optional<PlaceBounds> place_bounds;
};
ClaimNumbers NumbersOf(const suites::Scale& scale, const Recomputed& numbers, const suites::Claim& claim);
// How many differences lie above 0; of an equivalence, within the margin.
int InFavour(const suites::Claim& claim, const ClaimNumbers& numbers);

struct Judged {
  suites::Test test = suites::Test::kSignedRank;
  TwoPs raw = {};
  TwoPs adjusted = {};  // Holm's
  std::string verdict = "";
  bool is_open = false;  // the error of an adjusted p reaches alpha
};

// Every claim of a table, by its own test and by each that can judge it.
struct ClaimVerdicts {
  std::vector<ClaimNumbers> numbers;
  std::vector<Judged> own;
  std::vector<std::vector<Judged>> by_test;  // [claim], in the order of TestsOf
};
ClaimVerdicts JudgeClaims(const suites::Table& table, const suites::Scale& scale, const Recomputed& numbers);

// The smallest adjusted p that the declared blocks could give under the test; 0 where it has no floor.
double Floor(const suites::Table& table, const suites::Scale& scale, const suites::Claim& claim,
             suites::Test test);

// "confirmed" and "confirmed, smaller" are the same.
bool IsSame(const std::string& a, const std::string& b);

// Whether another test than the sign test, not left unevaluable by data or design, comes to another verdict; nothing
// where that hangs on a verdict that is open.
std::optional<bool> IsFragile(const ClaimVerdicts& verdicts, std::size_t claim);

// p of each by an adjustment, and how far it may be off.
using Adjustment = std::vector<std::optional<double>> (*)(const std::vector<std::optional<double>>&, int);
std::vector<TwoPs> Adjusted(const std::vector<TwoPs>& raw, int family, Adjustment adjustment);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_CLAIM_NUMBERS_H_
