#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/verify/report_checks.h"

namespace retable::reports::verify {
namespace {

struct ArmNumbers {
  std::vector<double> heads;  // speedups of those that are measured
  int reached = 0;            // runs
  int counted = 0;
  int censored = 0;  // heads
};

ArmNumbers OfArm(const Grounds& grounds, const std::string& arm) {
  ArmNumbers numbers;
  for (const suites::Block& block : grounds.scale.blocks) {
    const Speed head = HeadSpeed(grounds.numbers, grounds.scale, arm, block.id);
    if (head.state == State::kReached) numbers.heads.push_back(head.speedup);
    numbers.censored += head.state == State::kCensored;
    for (const std::uint64_t seed : grounds.scale.seeds) {
      const State state = grounds.numbers.runs.at({arm, block.id, seed, 0}).state;
      numbers.reached += state == State::kReached;
      numbers.counted += state != State::kMissing;
    }
  }
  return numbers;
}

std::optional<double> NoiseSd(const Grounds& grounds) {
  const std::vector<double>& speedups = grounds.numbers.baseline_against_others;
  if (speedups.size() < 2) return std::nullopt;
  return StandardDeviation(speedups);
}

// The 0.975 quantile of the normal distribution.
constexpr double kNormal975 = 1.959963984540054;

std::string BesideZero(const Grounds& grounds, const PlainEffect& mean) {
  const auto sd = NoiseSd(grounds);
  if (!sd || !mean.interval || grounds.numbers.baseline_steps.empty()) return "not told";
  const double luck =
      kNormal975 * *sd / std::sqrt(static_cast<double>(grounds.numbers.baseline_steps.size()));
  const bool above = mean.interval->low > 0 && mean.estimate > luck;
  const bool below = mean.interval->high < 0 && mean.estimate < -luck;
  return std::string(above   ? "above 0"
                     : below ? "below 0"
                             : "not told from 0") +
         " (luck: " + Fixed(100 * luck, 2) + " points)";
}

// Why an arm has no mean, as the report's words begin.
std::string WithoutMean(const ArmNumbers& numbers) {
  if (numbers.censored > 0) return "every head censored";
  return numbers.counted > 0 ? "undefined" : "";  // where nothing counts: not run, failed, no baseline
}

void CheckHeads(const Grounds& grounds, NumberChecks& checks) {
  if (checks.Rows("heads") != grounds.scale.blocks.size()) checks.Find("its heads have not one row a block");
  for (std::size_t b = 0; b < grounds.scale.blocks.size(); ++b) {
    checks.Value("heads", b, "head", grounds.scale.blocks[b].id);
    for (const suites::Arm& arm : grounds.table.arms) {
      const Speed head = HeadSpeed(grounds.numbers, grounds.scale, arm.id, grounds.scale.blocks[b].id);
      checks.Number("heads", b, arm.id, Measured(head), head.words);
    }
  }
}

}  // namespace

void CheckArms(const Grounds& grounds, NumberChecks& checks) {
  if (checks.Rows("table") != grounds.table.arms.size()) checks.Find("its table has not one row an arm");
  const std::string blocks = std::to_string(grounds.scale.blocks.size());
  for (std::size_t a = 0; a < grounds.table.arms.size(); ++a) {
    const suites::Arm& arm = grounds.table.arms[a];
    const ArmNumbers numbers = OfArm(grounds, arm.id);
    const auto mean = Mean(numbers.heads, 0.95);
    checks.Value("table", a, "arm", arm.id);
    checks.Number("table", a, "printed", arm.printed, "no number printed");
    checks.Number("table", a, "mean_speedup", mean ? std::optional(mean->estimate) : std::nullopt,
                  WithoutMean(numbers));
    checks.Interval("table", a, "interval", mean ? mean->interval : std::nullopt);
    checks.Starts("table", a, "heads", std::to_string(numbers.heads.size()) + " of " + blocks);
    checks.Starts("table", a, "reached",
                  std::to_string(numbers.reached) + " of " + std::to_string(numbers.counted));
    checks.Value("table", a, "beside_zero", mean ? BesideZero(grounds, *mean) : "not told");
  }
  CheckHeads(grounds, checks);
}

}  // namespace retable::reports::verify
