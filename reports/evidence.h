// The evidence of a table: of each arm, and of each claim. All numbers of a report's middle part.
//
// The unit is the head (block), its seeds averaged (responses.h).
//
// Of an arm: the mean speedup over heads that are not censored, with a 95 % t interval, beside how many are.
//
// Of a claim: the differences of its two sides, head by head; p under every test, on the claim's side and on
// the other (claim_p.h); Hodges-Lehmann estimate with an exact interval, mean difference with a t interval,
// at 95 % (of an equivalence at 1 - 2 alpha, the level that goes with two one-sided tests); Holm's adjustment
// of the claim's own test over all claims that the table declares; a verdict; where that is inconclusive, the
// power (claim_power.h).
//
// Sensitivity: the verdict that the claim would have if the whole table were judged by another test. A claim is
// fragile where the signed-rank, Student's t or sign-flip test comes to another verdict (verdict.h, Agree); a test that
// the data or the design leave not evaluable has no say.
//
// The paper's number: beside our interval of the mean; and where the paper gives the spread of its n
// differences, beside the 95 % prediction interval of a mean of our m: d -+ t(n - 1) sd sqrt(1 / n + 1 / m).
//
// What the data do not define (one head only; censored heads in a mean; fewer than 6 heads in the exact
// interval) is absent here and said in words in the report.
#ifndef RETABLE_REPORTS_EVIDENCE_H_
#define RETABLE_REPORTS_EVIDENCE_H_

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "reports/claim_p.h"
#include "reports/claim_power.h"
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

// A claim under one test.
struct TestEvidence {
  suites::Test test = suites::Test::kSignedRank;
  ClaimP raw = {};
  ClaimP adjusted = {};  // Holm's
  Verdict verdict = Verdict::kNotRun;
};

enum class Place { kBelow, kInside, kAbove };

struct ClaimEvidence {
  std::string claim;
  std::vector<std::string> blocks;  // that have a difference
  std::vector<double> differences;  // of those, +-inf where one side is censored
  int in_favour = 0;                // above 0; of an equivalence, within the margin
  int opposed = 0;                  // below 0; outside
  int ties = 0;
  int both_censored = 0;  // left out of an equivalence: two arms that reached nothing are not thereby the same
  int pairs = 0;  // head and seed, that both sides have
  int planned_pairs = 0;
  TestEvidence own;                        // by the claim's test, adjusted over the claims' own tests
  std::vector<TestEvidence> by_test = {};  // every claim by the same test, in the order of kTests
  Effect center = {};                      // Hodges and Lehmann's
  Effect mean = {};
  std::optional<double> sd = {};                   // of the differences
  std::optional<Place> printed_place = {};         // the paper's number beside our interval of the mean
  std::optional<stats::Interval> prediction = {};  // from the paper's spread
  std::optional<Place> place_in_prediction = {};   // of our mean
  std::optional<ClaimPower> power = {};            // where inconclusive
  bool is_fragile = false;
  Verdict verdict = Verdict::kNotRun;
};

inline constexpr std::array kTests = {suites::Test::kSignedRank, suites::Test::kStudentT,
                                      suites::Test::kSignFlip, suites::Test::kSignTest};

struct Evidence {
  std::vector<ArmEvidence> arms;      // in the order of the table
  std::vector<ClaimEvidence> claims;  // likewise
};

Evidence Weigh(const suites::Table& table, const suites::Scale& scale, const Responses& responses);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_EVIDENCE_H_
