// Speedups once more, from raw curves: crossings by walking the curve, means by adding up.
#ifndef RETABLE_REPORTS_VERIFY_RECOMPUTE_H_
#define RETABLE_REPORTS_VERIFY_RECOMPUTE_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/raw_runs.h"
#include "suites/table.h"

namespace retable::reports::verify {

enum class State { kMissing, kCensored, kReached };

struct Speed {
  State state = State::kMissing;
  double speedup = 0;      // where reached
  std::string words = "";  // where not: as the report's begin, "censored at 5 of 6 thresholds"
};
// The speedup where there is one.
std::optional<double> Measured(const Speed& speed);

// The steps at which the curve falls to each loss; nothing where it never does.
std::vector<std::optional<double>> WalkCurve(const nlohmann::json& curve, const nlohmann::json& losses);

// Every number that a report can hold, but for statistics of them.
struct Recomputed {
  std::vector<double> thresholds;  // from the calibration runs' mean curve; empty where one is missing
  std::map<std::uint64_t, std::vector<double>> baseline_steps;  // of each seed, where defined
  std::map<GridPlace, Speed> runs;                              // of the arms
  std::vector<double> baseline_against_others;                  // A/A speedups
};
Recomputed Recompute(const suites::Scale& scale, const PlacedRuns& placed);

// One head of one arm, its seeds averaged, as responses.h has it.
Speed HeadSpeed(const Recomputed& numbers, const suites::Scale& scale, const std::string& arm,
                const std::string& block);

// Two arms (or one arm, against the baseline) block by block over the seeds that both have; over one seed
// alone where `only` is given. -inf and +inf where one side alone is censored. Where both are: a tie, but of
// an equivalence no difference, since two that reached nothing say nothing of being the same.
struct Differences {
  std::vector<double> values;
  int both_censored = 0;  // blocks, whether in them or not
  int pairs = 0;          // of block and seed, in them
  int planned = 0;        // that the scale has
};
Differences DifferencesOf(const Recomputed& numbers, const suites::Scale& scale, const suites::Claim& claim,
                          std::optional<std::uint64_t> only = std::nullopt);

// Whether the claim speaks of the block.
bool RangesOver(const suites::Claim& claim, const std::string& block);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_RECOMPUTE_H_
