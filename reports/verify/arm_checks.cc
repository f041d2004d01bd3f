#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/verify/report_checks.h"
#include "reports/verify/words.h"

namespace retable::reports::verify {
namespace {

using suites::Quantity;

std::optional<double> NoiseSd(const Grounds& grounds) {
  const std::vector<double>& speedups = grounds.numbers.baseline_against_others;
  if (speedups.size() < 2) return std::nullopt;
  return StandardDeviation(speedups);
}

// The 0.975 quantile of the normal distribution.
constexpr double kNormal975 = 1.959963984540054;

std::string BesideZero(const Grounds& grounds, const std::optional<PlainEffect>& mean) {
  const auto sd = NoiseSd(grounds);
  if (!sd || !mean || !mean->interval || grounds.numbers.baseline_steps.empty()) return "not told";
  const double luck =
      kNormal975 * *sd / std::sqrt(static_cast<double>(grounds.numbers.baseline_steps.size()));
  const bool above = mean->interval->low > 0 && mean->estimate > luck;
  const bool below = mean->interval->high < 0 && mean->estimate < -luck;
  return std::string(above   ? "above 0"
                     : below ? "below 0"
                             : "not told from 0") +
         " (luck: " + Fixed(100 * luck, 2) + " points)";
}

// Why an arm has no mean, as the report's words begin.
std::string WithoutMean(const ArmNumbers& numbers, const std::string& noun) {
  if (numbers.censored > 0) return "every " + noun + " censored";
  return numbers.counted > 0 ? "undefined" : "";  // where nothing counts: not run, failed, no baseline
}

// Those that have the table's response.
std::vector<suites::Arm> ArmsOf(const suites::Table& table) {
  std::vector<suites::Arm> arms;
  for (const suites::Arm& arm : table.arms) {
    const std::vector<Quantity> quantities = QuantitiesOf(arm);
    if (std::find(quantities.begin(), quantities.end(), table.response) != quantities.end())
      arms.push_back(arm);
  }
  return arms;
}

void CheckHeads(const Grounds& grounds, const std::vector<suites::Arm>& arms, NumberChecks& checks) {
  if (checks.Rows("heads") != grounds.scale.blocks.size()) checks.Find("its heads have not one row a block");
  for (std::size_t b = 0; b < grounds.scale.blocks.size(); ++b) {
    const std::string& block = grounds.scale.blocks[b].id;
    checks.Value("heads", b, "head", block);
    for (const suites::Arm& arm : arms) {
      if (arm.programs == suites::Programs::kLibrary) continue;
      const Value head = MeanOf(SeedsOf(grounds.numbers, {arm.id, grounds.table.response, block}));
      checks.Number("heads", b, arm.id, Measured(head), head.words);
    }
  }
}

}  // namespace

ArmNumbers OfArm(const Grounds& grounds, const suites::Arm& arm, Quantity quantity) {
  ArmNumbers numbers;
  for (const suites::Block& block : BlocksOf(arm, grounds.scale)) {
    const std::vector<Value>& seeds = SeedsOf(grounds.numbers, {arm.id, quantity, block.id});
    const Value whole = MeanOf(seeds);
    ++numbers.planned;
    if (whole.state == State::kReached) numbers.blocks.push_back(whole.number);
    numbers.censored += whole.state == State::kCensored;
    for (const Value& seed : seeds) {
      numbers.reached += seed.state == State::kReached;
      numbers.counted += seed.state != State::kMissing;
    }
  }
  return numbers;
}

void CheckMean(const std::string& section, std::size_t row, const std::string& mean_column,
               const ArmNumbers& numbers, const std::string& noun, NumberChecks& checks) {
  const auto mean = Mean(numbers.blocks, 0.95);
  checks.Number(section, row, mean_column, mean ? std::optional(mean->estimate) : std::nullopt,
                WithoutMean(numbers, noun));
  checks.Interval(section, row, "interval", mean ? mean->interval : std::nullopt);
  checks.Starts(section, row, "heads",
                std::to_string(numbers.blocks.size()) + " of " + std::to_string(numbers.planned));
}

void CheckArms(const Grounds& grounds, NumberChecks& checks) {
  const std::vector<suites::Arm> arms = ArmsOf(grounds.table);
  if (checks.Rows("table") != arms.size()) checks.Find("its table has not one row an arm");
  const bool is_speedup = grounds.table.response == Quantity::kSpeedup;
  for (std::size_t a = 0; a < arms.size(); ++a) {
    const ArmNumbers numbers = OfArm(grounds, arms[a], grounds.table.response);
    checks.Value("table", a, "arm", arms[a].id);
    checks.Number("table", a, "printed", arms[a].printed, "no number printed");
    CheckMean("table", a, is_speedup ? "mean_speedup" : "mean", numbers, NounOf(grounds.scale), checks);
    if (!is_speedup) continue;
    checks.Starts("table", a, "reached",
                  std::to_string(numbers.reached) + " of " + std::to_string(numbers.counted));
    checks.Value("table", a, "beside_zero", BesideZero(grounds, Mean(numbers.blocks, 0.95)));
  }
  CheckHeads(grounds, arms, checks);
}

}  // namespace retable::reports::verify
