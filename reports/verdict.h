// What does the evidence say of a claim?
//
// A pure function of numbers, so that every edge has a test. The first that fits:
//
//   blocked             nothing was run, and a run needs data or weights that the user must supply
//   not run             no block has a run of both sides
//   confirmed           adjusted p <= alpha on the claim's side
//   confirmed, smaller  the same for a difference, the whole interval of ours between zero and the printed one
//   contradicted        adjusted p <= alpha on the other side
//   not evaluable       the data do not define the test (no block differs, say), or so few blocks are declared that
//                       even with every difference on the claim's side p times the claims declared exceeds alpha
//   inconclusive        none of these
//
// Claims with sides have a p on each, each adjusted in its own family. A two-sided claim is contradicted where the
// difference is real and has the sign that the paper's has not. An equivalence is contradicted where the centre lies
// outside its margin.
#ifndef RETABLE_REPORTS_VERDICT_H_
#define RETABLE_REPORTS_VERDICT_H_

#include <optional>
#include <string>

#include "stats/interval.h"
#include "suites/claim.h"

namespace retable::reports {

enum class Verdict {
  kConfirmed,
  kConfirmedSmaller,
  kContradicted,
  kInconclusive,
  kNotEvaluable,
  kNotRun,
  kBlocked,
};

// "confirmed", "confirmed, smaller", ...
std::string Name(Verdict verdict);

// Whether two verdicts come to the same, their sizes apart: both confirmed, or equal.
bool Agree(Verdict a, Verdict b);

struct VerdictInput {
  bool is_blocked = false;  // something that the user must supply is needed for a run
  int blocks = 0;           // that have a difference
  double smallest_adjusted_p =
      0;  // that the declared blocks can reach, times the claims declared in the table
  double alpha = 0.05;
  suites::Side side = suites::Side::kGreater;
  std::optional<double> p = {};  // adjusted, on the claim's side (or of both); nothing where undefined
  std::optional<double> p_opposite = {};         // adjusted, on the other side; not used by a two-sided claim
  std::optional<double> effect = {};             // ours, whose sign a two-sided claim looks at
  std::optional<stats::Interval> interval = {};  // of our effect
  std::optional<double> printed = {};            // the paper's effect
};

Verdict Judge(const VerdictInput& input);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_VERDICT_H_
