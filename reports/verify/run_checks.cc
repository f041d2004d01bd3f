#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/verify/report_checks.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;

// What a kind of run is called, where a report has more than trainings.
const std::map<std::string, std::string>& Trainers() {
  static const auto* const trainers =
      new std::map<std::string, std::string>{{"training", training::kLanguageModelTrainer},
                                             {"replacement", training::kReplacementTrainer},
                                             {"pattern measures", training::kPatternMeasuresTrainer}};
  return *trainers;
}

// The place of each row of the report's grid of runs: the order is the report's own.
GridPlace PlaceOfRow(const json& row) {
  const std::string block = row.at("block").get<std::string>();
  const std::string arm = row.at("arm").get<std::string>();
  const bool is_shared = arm == suites::kBaseline || arm == suites::kCalibration;
  const auto trainer = Trainers().find(row.value("kind", "training"));
  return {.arm = arm,
          .block = is_shared ? "" : block,
          .seed = row.at("seed").get<std::uint64_t>(),
          .replicate = row.at("replicate").get<int>(),
          .trainer = trainer == Trainers().end() ? "" : trainer->second};
}

json ExpectedCrossings(const json& run) {
  json steps = json::array();
  for (const auto& step : WalkCurve(run.at("curve"), run.at("thresholds"))) {
    steps.push_back(step ? json(Rounded(*step, 3)) : json("never"));
  }
  return steps;
}

// The speedup of one training of an arm.
Value SpeedupOf(const Grounds& grounds, const GridPlace& place) {
  const std::vector<std::uint64_t>& seeds = grounds.scale.seeds;
  const auto seed = std::find(seeds.begin(), seeds.end(), place.seed) - seeds.begin();
  return SeedsOf(grounds.numbers, {place.arm, suites::Quantity::kSpeedup, place.block})
      .at(static_cast<std::size_t>(seed));
}

// What the row of a run that is there says: its number, or how its words begin.
Value OutcomeOf(const Grounds& grounds, const GridPlace& place, const RawRun& run) {
  const json& failure = run.json.at("failure");
  if (!failure.is_null()) return {.words = "failed: " + failure.at("message").get<std::string>()};
  if (place.arm == suites::kCalibration) return {.words = "sets the thresholds"};
  if (place.arm == suites::kBaseline) return {.words = "compared with"};
  if (IsTraining(place)) return SpeedupOf(grounds, place);
  if (place.trainer == training::kPatternMeasuresTrainer) return {.words = "measured"};
  return SeedsOf(grounds.numbers, {place.arm, suites::Quantity::kLossIncrease, place.block}).at(0);
}

void CheckRun(const Grounds& grounds, const GridPlace& place, std::size_t row, NumberChecks& checks) {
  const RawRun* run = grounds.placed.at(place);
  checks.Value("runs", row, "arm", place.arm);
  checks.Value("runs", row, "seed", place.seed);
  checks.Value("runs", row, "replicate", place.replicate);
  if (run == nullptr) {
    for (const std::string column : {"outcome", "crossings", "steps", "final_loss"})
      checks.Value("runs", row, column, "not run");
    return;
  }
  const NumberChecks::Context context(checks, Name(place) + " (" + run->place + ")");
  checks.Value("runs", row, "key", run->json.at("key"));
  const Value outcome = OutcomeOf(grounds, place, *run);
  checks.Number("runs", row, "outcome", Measured(outcome), outcome.words);
  const json& curve = run->json.at("curve");
  if (curve.empty()) {
    for (const std::string column : {"crossings", "steps", "final_loss"})
      checks.Value("runs", row, column, "no curve");
    return;
  }
  checks.Value("runs", row, "steps", curve.back()[0]);
  const double loss = curve.back()[1].get<double>();
  checks.Number("runs", row, "final_loss", loss, "", 1e-5 * std::abs(loss));
  const bool has_thresholds = !run->json.at("thresholds").empty();
  checks.Value("runs", row, "crossings",
               has_thresholds ? ExpectedCrossings(run->json) : json("no thresholds"));
}

void CheckNoise(const Grounds& grounds, NumberChecks& checks) {
  std::vector<double> speedups = grounds.numbers.baseline_against_others;
  if (speedups.size() >= 2) {
    const double sd = StandardDeviation(speedups);
    for (double& speedup : speedups) speedup = std::abs(speedup);
    std::sort(speedups.begin(), speedups.end());
    const auto rank = static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(speedups.size()) - 1e-9));
    checks.Says("noise", "SD " + Fixed(100 * sd, 2) + " points, 90th percentile of the absolute speedup " +
                             Fixed(100 * speedups[rank - 1], 2) + " %");
  }
  for (const auto& [seed, steps] : grounds.numbers.baseline_steps) {
    std::string text = "mean steps to each threshold";
    for (const double step : steps) text += " " + Fixed(step, 1);
    checks.Says("noise", text);
  }
}

// A run that only the machine broke is not stored: it will be run again.
void CheckStored(const Grounds& grounds, NumberChecks& checks) {
  const auto stored = std::count_if(grounds.placed.begin(), grounds.placed.end(), [](const auto& one) {
    return one.second != nullptr && !IsMachineFailure(one.second->json);
  });
  checks.Says("question",
              "Runs stored: " + std::to_string(stored) + " of " + std::to_string(grounds.placed.size()));
}

}  // namespace

void CheckRuns(const Grounds& grounds, NumberChecks& checks) {
  if (HasTrainings(grounds.table)) CheckNoise(grounds, checks);
  CheckStored(grounds, checks);
  const json& rows = checks.RowsOf("runs");
  std::size_t known = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const GridPlace place = PlaceOfRow(rows[row]);
    if (grounds.placed.contains(place)) {
      CheckRun(grounds, place, row, checks);
      ++known;
    } else {
      checks.Find("its runs name " + Name(place) + ", which the table does not have");
    }
  }
  if (known != grounds.placed.size()) checks.Find("its runs are not those of the table");
}

}  // namespace retable::reports::verify
