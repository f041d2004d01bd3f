// The evidence of a table: of each arm, and of each claim. All numbers of a report's middle part.
//
// The unit is the block (most often a head), its seeds averaged (responses.h).
//
// Of a quantity of an arm: the mean over blocks that are not censored, with a 95 % t interval, the extremes,
// and how many are.
//
// Of a claim: what it is tested on (claim_data.h); p under every test that can judge it, on the claim's side
// and on the other (claim_p.h); its effect and the effect's interval at 95 % (of an equivalence at 1 - 2
// alpha, the level that goes with two one-sided tests); Holm's adjustment of the claim's own test over all
// claims that the table declares; a verdict; where that is inconclusive, the power (claim_power.h); estimates
// beside it (claim_estimates.h).
//
// Effects. Of a sum of arms the mean difference with a t interval (of kBaselineNoise its own), and the
// centre: Hodges and Lehmann's estimate with an exact interval. Of a correlation rho, its interval through
// Fisher's scale (Bonett and Wright's variance). Of a choice the mean of the pool less that of the chosen,
// and z.
//
// Sensitivity: the verdict that the claim would have if every claim of the table that a test can judge were
// judged by it. A claim is fragile where a test other than the sign test comes to another verdict (verdict.h,
// Agree); a test that the data or the design leave not evaluable has no say.
//
// The paper's number: beside our interval of the effect; and where the paper gives the spread of its n
// differences, beside the 95 % prediction interval of a mean of our m: d -+ t(n - 1) sd sqrt(1 / n + 1 / m).
//
// What the data do not define (one block only; censored blocks in a mean; fewer than 6 blocks in the exact
// interval; fewer than 4 points in a correlation) is absent here and said in words in the report.
#ifndef RETABLE_REPORTS_EVIDENCE_H_
#define RETABLE_REPORTS_EVIDENCE_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/claim_data.h"
#include "reports/claim_estimates.h"
#include "reports/claim_p.h"
#include "reports/claim_power.h"
#include "reports/responses.h"
#include "reports/verdict.h"
#include "stats/interval.h"
#include "stats/power_baseline_noise.h"
#include "suites/table.h"

namespace retable::reports {

struct ArmEvidence {
  std::string arm;
  suites::Quantity quantity = suites::Quantity::kSpeedup;
  std::vector<std::string> names = {};  // of the blocks
  std::vector<BlockResponse> blocks = {};
  int blocks_measured = 0;  // in the mean
  int blocks_censored = 0;
  int runs_reached = 0;  // of runs_counted, every threshold
  int runs_counted = 0;  // reached or censored; the rest are missing
  std::optional<double> mean = {};
  std::optional<stats::Interval> interval = {};
  std::optional<double> smallest = {};  // of the blocks in the mean
  std::optional<double> largest = {};
};

// A claim under one test.
struct TestEvidence {
  suites::Test test = suites::Test::kSignedRank;
  ClaimP raw = {};
  ClaimP adjusted = {};  // Holm's
  Verdict verdict = Verdict::kNotRun;
};

struct ClaimEvidence {
  std::string claim;
  ClaimData data = {};
  // Of the differences of a sum of arms.
  int in_favour = 0;  // above 0; of an equivalence, within the margin
  int opposed = 0;    // below 0; outside
  int ties = 0;
  TestEvidence own;                        // by the claim's test, adjusted over the claims' own tests
  std::vector<TestEvidence> by_test = {};  // in the order of TestsOf
  Effect effect = {};
  Effect center =
      {};  // of the differences, Hodges and Lehmann's; not of kBaselineNoise, which speaks of means
  std::optional<double> sd = {};                   // of the differences
  std::optional<double> z = {};                    // of a choice
  std::optional<Place> printed_place = {};         // the paper's number beside the interval of the effect
  std::optional<stats::Interval> prediction = {};  // from the paper's spread
  std::optional<Place> place_in_prediction = {};   // of our effect
  std::optional<Estimate> share = {};              // where the claim asks for it
  std::optional<Estimate> place = {};              // likewise
  std::optional<ClaimPower> power = {};            // where inconclusive
  std::optional<stats::BaselineNoiseDesign> noise = {};  // of a test with the baselines' noise
  bool is_fragile = false;
  Verdict verdict = Verdict::kNotRun;
};

struct Evidence {
  std::vector<ArmEvidence> arms;  // the table's response, of the arms that have it, in the order of the table
  std::vector<ArmEvidence> measures;  // every other quantity but depth, arm by arm
  std::vector<ClaimEvidence> claims;  // in the order of the table
};

Evidence Weigh(const suites::Table& table, const suites::Scale& scale, const Responses& responses);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_EVIDENCE_H_
