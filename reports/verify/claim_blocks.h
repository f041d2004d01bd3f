// What a claim is tested on, gathered once more block by block: rules as in claim_data.h, written down again here.
#ifndef RETABLE_REPORTS_VERIFY_CLAIM_BLOCKS_H_
#define RETABLE_REPORTS_VERIFY_CLAIM_BLOCKS_H_

#include <optional>
#include <string>
#include <vector>

#include "reports/verify/plain_means.h"
#include "reports/verify/recompute.h"
#include "suites/claim.h"
#include "suites/table.h"

namespace retable::reports::verify {

// Each number is one block's, over the seeds that all of the claim's arms have.
struct ClaimBlocks {
  // Of a sum: -inf and +inf where one side alone is censored; where both are a tie, but of an equivalence no difference,
  // since two that reached nothing say nothing of being the same. With more than two arms, none where one is censored.
  std::vector<double> differences;
  std::vector<std::vector<double>> rungs;  // of a ladder, its arms in order
  std::vector<double> x, y;                // of a correlation; a censored speedup is the worst
  std::vector<int> layers;
  std::vector<double> chosen, pool;
  std::vector<SeedLuck> luck;  // of a claim by the baselines' noise
  int blocks = 0;              // that count
  int ties_of_censored = 0;    // among the differences
  int both_censored = 0;       // left out of an equivalence
  int left_out = 0;            // with a censored arm
  int with_sink = 0;
  int pairs = 0;    // of block and seed, in the numbers
  int planned = 0;  // that the scale has
};

// Over one seed alone where `only` is given, as its place among the scale's.
ClaimBlocks BlocksOf(const suites::Claim& claim, const suites::Scale& scale, const Recomputed& numbers,
                     std::optional<std::size_t> only = std::nullopt);

// values[arm][block], of those blocks in which every arm has reached all thresholds; of the baseline, or no arm, zeros.
std::vector<std::vector<double>> Columns(const suites::Claim& claim, const suites::Scale& scale,
                                         const Recomputed& numbers, const std::vector<std::string>& arms);

// Whether the claim speaks of the block.
bool RangesOver(const suites::Claim& claim, const std::string& block);

// Whether any of the claim's numbers is a mean over seeds.
bool HasSeeds(const suites::Claim& claim);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_CLAIM_BLOCKS_H_
