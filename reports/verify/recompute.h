// Speedups once more, from raw curves: crossings by walking the curve, means by adding up.
#ifndef RETABLE_REPORTS_VERIFY_RECOMPUTE_H_
#define RETABLE_REPORTS_VERIFY_RECOMPUTE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/verify/raw_runs.h"
#include "suites/table.h"

namespace retable::reports::verify {

enum class State { kMissing, kCensored, kReached };

struct Speed {
  State state = State::kMissing;
  double speedup = 0;  // where reached
};

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

// The differences of two arms (or of one arm, against the baseline) block by block over the seeds that both
// have; of one seed alone where `seed` is given. -inf and +inf where one side alone is censored.
std::vector<double> Differences(const Recomputed& numbers, const suites::Scale& scale,
                                const suites::Claim& claim, std::optional<std::uint64_t> seed = std::nullopt);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_RECOMPUTE_H_
