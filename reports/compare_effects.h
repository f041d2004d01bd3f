// How much do two sets of results of one table differ, B - A, arm by arm and claim by claim?
//
// The unit is the head (block), its seeds averaged, as in evidence.h; fractions, as there.
//
// Paired, where both sides are of one scale: d = value_B - value_A, head by head, over the runs that both
// have. The value of an arm is the table's response (a censored head is the worst, -inf; two such tie), that of a
// claim its d (suites/claim.h); correlations and choices have none and are compared by their effects' two numbers
// alone. Given of d:
//   mean    with a 95 % t interval (stats/student_t.h)
//   centre  Hodges and Lehmann's, with an exact 95 % interval (stats/signed_rank.h)
//   p       exact signed-rank, two-sided
//   smallest margin  max(|low|, |high|) of the exact 90 % interval: that at which two one-sided signed-rank
//           tests at 0.05 would just call the two equivalent (stats/equivalence.h)
// Unpaired, where the scales and so the heads differ: the difference of the means over each side's heads that
// are not censored, with Welch's interval, p, and margin from his 90 % interval (stats/welch_t.h).
//
// Holm's adjustment counts all arms of the table; an arm without a p counts too. A large p is no evidence
// that two sets are the same; the margin is what they can be called the same within.
//
// What the heads of a seed share, its baselines, moves all of their d together and widens no interval; the
// shift of the baselines is therefore told beside them: mean over thresholds of steps_B / steps_A - 1.
#ifndef RETABLE_REPORTS_COMPARE_EFFECTS_H_
#define RETABLE_REPORTS_COMPARE_EFFECTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reports/evidence.h"
#include "reports/runs.h"
#include "suites/table.h"

namespace retable::reports {

// B - A; what the data do not define is absent, and `why` says why.
struct SetDifference {
  int heads_a = 0;  // that are compared; paired, as many as of B
  int heads_b = 0;
  Effect mean = {};
  Effect center = {};  // paired only
  std::optional<double> p = {};
  std::optional<double> p_holm = {};  // of arms
  std::optional<double> smallest_margin = {};
  std::string why = "";
};

// Of values of the same heads, and of two groups of heads. Infinite values are censored heads.
SetDifference PairedDifference(const std::vector<double>& a, const std::vector<double>& b);
SetDifference UnpairedDifference(const std::vector<double>& a, const std::vector<double>& b);

// Paired, a and b are of the runs that both have; unpaired, of all.
struct ArmComparison {
  ArmEvidence a;
  ArmEvidence b;
  SetDifference difference;
};

// a and b are what the report of each side says, of all of its runs.
struct ClaimComparison {
  std::string claim;
  ClaimEvidence a;
  ClaimEvidence b;
  bool agree = true;  // verdict.h, Agree
  SetDifference difference;
};

struct BaselineShift {
  std::uint64_t seed = 0;
  std::optional<double> more_steps;  // that B's baselines take, as a fraction; nothing where undefined
};

struct EffectComparison {
  bool is_paired = true;
  std::vector<ArmComparison> arms;            // that have the table's response, in its order
  std::vector<ClaimComparison> claims;        // likewise
  std::vector<BaselineShift> baselines = {};  // paired only, in the order of the seeds
};

// The scale of a side and its runs, as FindRuns gives them.
struct ScaledRuns {
  const suites::Scale& scale;
  const std::vector<CellRun>& runs;
};

// Paired where the two scales have one id.
EffectComparison CompareEffects(const suites::Table& table, const ScaledRuns& a, const ScaledRuns& b);

// Why a statistic of these values is absent, in words.
std::string WhyAbsent(const std::vector<double>& values);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_COMPARE_EFFECTS_H_
