// The evidence of a table: of each arm, and of each claim. All numbers of a report's middle part.
//
// The unit is the head (block), its seeds averaged (responses.h).
//
// Of an arm: the mean speedup over heads that are not censored, with a 95 % t interval, beside how many are.
//
// Of a claim: the differences of its two sides, head by head; exact signed-rank and sign test on the claim's
// side and on the other; Hodges-Lehmann estimate with an exact 95 % interval; mean difference with a t
// interval; Holm's adjustment of the claim's own test over all claims that the table declares; a verdict.
//
// What the data do not define (one head only; censored heads in a mean; fewer than 6 heads in the exact
// interval) is absent here and said in words in the report.
#ifndef RETABLE_REPORTS_EVIDENCE_H_
#define RETABLE_REPORTS_EVIDENCE_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/responses.h"
#include "reports/verdict.h"
#include "stats/interval.h"
#include "suites/table.h"

namespace retable::reports {

struct ArmEvidence {
  std::string arm;
  std::vector<HeadResponse> heads;  // in the order of the blocks
  int heads_measured = 0;           // in the mean
  int heads_censored = 0;
  int runs_reached = 0;  // of runs_counted, every threshold
  int runs_counted = 0;  // reached or censored; the rest are missing
  std::optional<double> mean;
  std::optional<stats::Interval> interval;
};

// An estimate and its interval, each where defined.
struct Effect {
  std::optional<double> estimate;
  std::optional<stats::Interval> interval;
};

struct ClaimEvidence {
  std::string claim;
  std::vector<std::string> blocks;  // that have a difference
  std::vector<double> differences;  // of those, +-inf where one side is censored
  int in_favour = 0;                // on the claim's side
  int opposed = 0;
  int ties = 0;
  int pairs = 0;  // head and seed, that both sides have
  std::optional<double> p_signed_rank;
  std::optional<double> p_sign;
  std::optional<double> p_adjusted;           // of the claim's own test, on its side
  std::optional<double> p_opposite_adjusted;  // on the other side
  Effect center;                              // Hodges and Lehmann's
  Effect mean;
  std::optional<double> sd;  // of the differences
  Verdict verdict = Verdict::kNotRun;
};

struct Evidence {
  std::vector<ArmEvidence> arms;      // in the order of the table
  std::vector<ClaimEvidence> claims;  // likewise
};

Evidence Weigh(const suites::Table& table, const suites::Scale& scale, const Responses& responses);

// The number of heads at which a one-sided t test at alpha / family finds `effect` with the power asked for,
// by the normal approximation n = ((z(1 - alpha / family) + z(power)) sd / |effect|)^2, rounded up; and the
// power of n heads.
int HeadsNeeded(double effect, double sd, double alpha, int family, double power);
double PowerOf(int heads, double effect, double sd, double alpha, int family);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_EVIDENCE_H_
