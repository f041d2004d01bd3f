// What does the evidence say of a claim?
//
// A pure function of numbers, so that every edge has a test. The first that fits:
//
// - not run: no head has a run of both sides.
// - not evaluable: the statistic is undefined (no head differs), or so few heads are declared that even with
// every
//   difference on the claim's side the adjusted p would exceed alpha.
// - confirmed: adjusted p <= alpha on the claim's side.
// - confirmed, smaller: the same, and the whole interval of our effect lies between zero and the printed one.
// - contradicted: adjusted p <= alpha on the other side.
// - inconclusive: neither.
//
// One-sided claims have two one-sided tests, each adjusted in its own family. A two-sided claim is
// contradicted where the difference is real and has the sign that the paper's has not.
#ifndef RETABLE_REPORTS_VERDICT_H_
#define RETABLE_REPORTS_VERDICT_H_

#include <optional>
#include <string>

#include "stats/interval.h"
#include "stats/side.h"
#include "suites/table.h"

namespace retable::reports {

enum class Verdict {
  kConfirmed,
  kConfirmedSmaller,
  kContradicted,
  kInconclusive,
  kNotEvaluable,
  kNotRun,
};

// "confirmed", "confirmed, smaller", ...
std::string Name(Verdict verdict);

struct VerdictInput {
  int heads = 0;           // that have a difference
  int declared_heads = 0;  // of the scale
  int family = 1;          // claims declared in the table
  double alpha = 0.05;
  suites::Side side = suites::Side::kGreater;
  std::optional<double> p = {};  // adjusted, on the claim's side (or of both); nothing where undefined
  std::optional<double> p_opposite = {};         // adjusted, on the other side; not used by a two-sided claim
  double effect = 0;                             // ours, whose sign a two-sided claim looks at
  std::optional<stats::Interval> interval = {};  // of our effect
  std::optional<double> printed = {};            // the paper's effect
};

Verdict Judge(const VerdictInput& input);

// The test's side in the words of stats/.
stats::Side StatsSide(suites::Side side);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_VERDICT_H_
