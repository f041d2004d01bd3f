// What a claim is tested on: the numbers of its blocks.
//
// Of each block, arms are averaged over the seeds that all arms of the claim have (responses.h). Blocks without such a
// seed are not there.
//   a sum of arms  d (suites/claim.h), one a block; +-inf where an arm is censored. Of a contrast or a ladder of more
//                  than two arms, blocks with a censored arm are left out. An equivalence leaves out blocks with both
//                  arms censored, which are not thereby the same.
//   a ladder       also the arms' values, in its order
//   a correlation  x and y; a censored speedup is -inf, the worst. With `sink`, only blocks where that arm gives the
//                  first token less than sink_below.
//   a choice       the blocks' values, and those of the pool
// What blocks share (of kBaselineNoise): for each seed the speedups of its baselines against their mean, times the sum
// of the weights, and the seed's share of the mean of d over blocks.
#ifndef RETABLE_REPORTS_CLAIM_DATA_H_
#define RETABLE_REPORTS_CLAIM_DATA_H_

#include <set>
#include <string>
#include <vector>

#include "reports/responses.h"
#include "stats/baseline_noise.h"
#include "suites/claim.h"
#include "suites/table.h"

namespace retable::reports {

struct ClaimData {
  std::vector<std::string> blocks = {};  // in the order of the scale; the rest is in theirs
  std::vector<double> differences = {};
  std::set<std::string> censored_ties = {};     // blocks whose difference is 0 since both arms are censored
  std::vector<std::vector<double>> rungs = {};  // [block][arm of the ladder]
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<int> layers = {};  // of the blocks of a correlation
  std::vector<double> chosen = {};
  std::vector<double> pool = {};
  std::vector<stats::SeedBaselines> luck = {};
  int both_censored = 0;  // blocks of an equivalence that are left out
  int left_out = 0;       // blocks with a censored arm that are left out
  int with_sink = 0;      // blocks of a correlation that are not sink-free
  int pairs = 0;          // block and seed, that all arms have
  int planned_pairs = 0;
};

// What kind of claim it is.
enum class Form { kSum, kLadder, kCorrelation, kChoice };
Form FormOf(const suites::Claim& claim);

ClaimData Gather(const suites::Claim& claim, const suites::Scale& scale, const Responses& responses);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_DATA_H_
