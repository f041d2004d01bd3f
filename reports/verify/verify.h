// Does a report say what its runs say? Its numbers once more, by a second path.
//
// From the lines of the store alone: thresholds from the calibration curves, crossings, speedups, A/A noise, metrics of
// replacements and patterns (recompute.h); what each claim is tested on (claim_blocks.h); tests by enumeration and
// counting, t by integration, Holm and Benjamini-Hochberg by their definitions (plain_statistics.h, plain_ranks.h,
// plain_means.h); verdicts by the words of verdict.h. Compared are every number in every grid, and in the claims'
// sentences counts, effect and interval, margin, p and Holm's p, the paper's number and its place, the spread, shares and
// places on the curve, and what other tests say. A power and the heads that it would take have no second path.
//
// Checked besides:
//   grid    every place has a run (one that only the machine broke is missing too)
//   ledger  trainings of a seed share initial weights and batch order as they must, and nothing else; all carry the
//           thresholds that the calibration gives; what trains nothing names one teacher
//   folder  no line is altered, malformed or out of bounds; no two runs of any table have one trajectory, but of one
//           pattern in two ways to say it; no run has two measurements
//   claims  are those of the last preregistration beside the results
//
// What rests on draws, the reports' or our own (sign flips past 20 blocks, correlations past 13 points, those within
// layers, random choices, a place's interval), is compared within five standard errors of both. A verdict so near alpha
// that the draw cannot tell is passed over.
//
// Nothing of stats/, of the store or of the rest of reports/ is used, but for the formatting of numbers.
#ifndef RETABLE_REPORTS_VERIFY_VERIFY_H_
#define RETABLE_REPORTS_VERIFY_VERIFY_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/verify/raw_runs.h"
#include "suites/table.h"

namespace retable::reports::verify {

struct Verification {
  std::vector<std::string> findings;  // each a sentence that names the report or run; empty: all holds
  int reports = 0;
  int runs = 0;
  int numbers = 0;  // recomputed and compared
};

// One report, as JSON, against the raw runs of its folder.
void VerifyReport(const suites::Table& table, const suites::Scale& scale,
                  const std::filesystem::path& results, const std::vector<RawRun>& runs,
                  const nlohmann::json& report, Verification& verification);

// Every report of the published folder: <results>/<scale>/reports/<table>.json.
Verification VerifyPublished(const std::filesystem::path& results);

// Every report of an --out folder: <out>/reports/<scale>/<table>.json.
Verification VerifyOut(const std::filesystem::path& out);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_VERIFY_H_
