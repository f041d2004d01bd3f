#include <algorithm>
#include <cmath>

#include "reports/numbers.h"
#include "reports/verify/report_checks.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;

constexpr double kRounding = 0.51e-6;

// The place of each row of the report's grid of runs: the order is the report's own.
GridPlace PlaceOfRow(const json& row) {
  const std::string block = row.at("block").get<std::string>();
  const std::string arm = row.at("arm").get<std::string>();
  const bool is_shared = arm == suites::kBaseline || arm == suites::kCalibration;
  return {.arm = arm,
          .block = is_shared ? "" : block,
          .seed = row.at("seed").get<std::uint64_t>(),
          .replicate = row.at("replicate").get<int>()};
}

json ExpectedCrossings(const json& run) {
  json steps = json::array();
  for (const auto& step : WalkCurve(run.at("curve"), run.at("thresholds"))) {
    steps.push_back(step ? json(Rounded(*step, 3)) : json("never"));
  }
  return steps;
}

void CheckRun(const Grounds& grounds, const GridPlace& place, std::size_t row, NumberChecks& checks) {
  const RawRun* run = grounds.placed.at(place);
  checks.Value("runs", row, "arm", place.arm);
  checks.Value("runs", row, "seed", place.seed);
  checks.Value("runs", row, "replicate", place.replicate);
  if (run == nullptr) {
    checks.Value("runs", row, "outcome", "not run");
    return;
  }
  const NumberChecks::Context context(checks, Name(place) + " (" + run->place + ")");
  checks.Value("runs", row, "key", run->json.at("key"));
  const auto found = grounds.numbers.runs.find(place);
  if (found != grounds.numbers.runs.end()) {
    const bool is_reached = found->second.state == State::kReached;
    checks.Number("runs", row, "outcome", is_reached ? std::optional(found->second.speedup) : std::nullopt,
                  kRounding);
  }
  const json& curve = run->json.at("curve");
  if (curve.empty()) return;
  checks.Value("runs", row, "steps", curve.back()[0]);
  const double loss = curve.back()[1].get<double>();
  checks.Number("runs", row, "final_loss", loss, 1e-5 * std::abs(loss));
  if (!run->json.at("thresholds").empty())
    checks.Value("runs", row, "crossings", ExpectedCrossings(run->json));
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

}  // namespace

void CheckRuns(const Grounds& grounds, NumberChecks& checks) {
  CheckNoise(grounds, checks);
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
