#include "reports/verify/recompute.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace retable::reports::verify {
namespace {

using nlohmann::json;

// The crossing steps of a run that crossed all; nothing where it did not, or failed.
std::optional<std::vector<double>> AllCrossings(const json& run) {
  if (!run.at("failure").is_null() || run.at("thresholds").empty()) return std::nullopt;
  std::vector<double> steps;
  for (const auto& step : WalkCurve(run.at("curve"), run.at("thresholds"))) {
    if (!step) return std::nullopt;
    steps.push_back(*step);
  }
  return steps;
}

// The mean steps of the replicates that are there; nothing where none is or one did not cross all thresholds.
std::optional<std::vector<double>> MeanSteps(const std::vector<const RawRun*>& replicates) {
  std::vector<double> sum;
  int count = 0;
  for (const RawRun* run : replicates) {
    if (run == nullptr || IsMachineFailure(run->json)) continue;
    const auto steps = AllCrossings(run->json);
    if (!steps) return std::nullopt;
    if (sum.empty()) sum.assign(steps->size(), 0);
    for (std::size_t t = 0; t < sum.size(); ++t) sum[t] += steps->at(t);
    ++count;
  }
  if (count == 0) return std::nullopt;
  for (double& steps : sum) steps /= count;
  return sum;
}

// How the words of a run that is no speedup begin.
std::string Shortfall(const json& run) {
  if (!run.at("failure").is_null()) return "failed: " + run.at("failure").at("message").get<std::string>();
  const auto steps = WalkCurve(run.at("curve"), run.at("thresholds"));
  const auto crossed =
      std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.has_value(); });
  return "censored at " + std::to_string(crossed) + " of " + std::to_string(steps.size()) + " thresholds";
}

Speed SpeedOf(const RawRun* run, const std::optional<std::vector<double>>& baseline) {
  if (run == nullptr) return {.words = "not run"};
  if (IsMachineFailure(run->json)) return {.words = Shortfall(run->json)};
  if (!baseline) return {.words = "undefined"};
  const auto steps = AllCrossings(run->json);
  if (!steps) return {.state = State::kCensored, .words = Shortfall(run->json)};
  double sum = 0;
  for (std::size_t t = 0; t < steps->size(); ++t) sum += baseline->at(t) / steps->at(t) - 1;
  return {.state = State::kReached, .speedup = sum / static_cast<double>(steps->size())};
}

// The mean curve of the calibration runs, read off at each fraction of the budget.
std::vector<double> ThresholdsOf(const suites::Scale& scale, const PlacedRuns& placed) {
  std::vector<const json*> curves;
  for (const std::uint64_t seed : scale.thresholds.calibration_seeds) {
    const RawRun* run = placed.at({suites::kCalibration, "", seed, 0});
    if (run == nullptr || !run->json.at("failure").is_null()) return {};
    curves.push_back(&run->json.at("curve"));
    if (curves.back()->size() != curves.front()->size()) return {};
  }
  const auto mean_at = [&](std::size_t i) {
    double sum = 0;
    for (const json* curve : curves) sum += curve->at(i).at(1).get<double>();
    return sum / static_cast<double>(curves.size());
  };
  std::vector<double> losses;
  for (const double fraction : scale.thresholds.fractions) {
    const double step = fraction * scale.student.steps;
    std::size_t i = 1;
    while (i < curves[0]->size() && curves[0]->at(i).at(0).get<double>() < step) ++i;
    if (i >= curves[0]->size()) return {};
    const double before = curves[0]->at(i - 1).at(0).get<double>(),
                 after = curves[0]->at(i).at(0).get<double>();
    const double part = (step - before) / (after - before);
    losses.push_back(mean_at(i - 1) * (1 - part) + mean_at(i) * part);
  }
  return losses;
}

Speed MeanOf(const std::vector<Speed>& seeds) {
  double sum = 0;
  int count = 0;
  std::string missing;
  for (const Speed& one : seeds) {
    if (one.state == State::kMissing) {
      if (missing.empty()) missing = one.words;
      continue;
    }
    if (one.state == State::kCensored) return one;
    sum += one.speedup;
    ++count;
  }
  if (count == 0) return {.words = missing};
  return {.state = State::kReached, .speedup = sum / count};
}

Speed BaselineSpeed() { return {.state = State::kReached, .speedup = 0}; }

}  // namespace

std::optional<double> Measured(const Speed& speed) {
  return speed.state == State::kReached ? std::optional(speed.speedup) : std::nullopt;
}

std::vector<std::optional<double>> WalkCurve(const json& curve, const json& losses) {
  std::vector<std::optional<double>> steps(losses.size());
  for (std::size_t t = 0; t < losses.size(); ++t) {
    const double loss = losses[t].get<double>();
    for (std::size_t i = 0; i < curve.size() && !steps[t]; ++i) {
      const double step = curve[i][0].get<double>(), here = curve[i][1].get<double>();
      if (here > loss) continue;
      if (i == 0) {
        steps[t] = step;
      } else {
        const double earlier = curve[i - 1][0].get<double>(), above = curve[i - 1][1].get<double>();
        steps[t] = step - (step - earlier) * (loss - here) / (above - here);
      }
    }
  }
  return steps;
}

Recomputed Recompute(const suites::Scale& scale, const PlacedRuns& placed) {
  Recomputed numbers{.thresholds = ThresholdsOf(scale, placed),
                     .baseline_steps = {},
                     .runs = {},
                     .baseline_against_others = {}};
  std::map<std::uint64_t, std::optional<std::vector<double>>> baselines;
  for (const std::uint64_t seed : scale.seeds) {
    std::vector<const RawRun*> replicates;
    for (int r = 0; r < scale.baselines_per_seed; ++r)
      replicates.push_back(placed.at({suites::kBaseline, "", seed, r}));
    baselines[seed] = MeanSteps(replicates);
    if (baselines[seed]) numbers.baseline_steps[seed] = *baselines[seed];
    for (std::size_t r = 0; r < replicates.size(); ++r) {
      std::vector<const RawRun*> others = replicates;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
      const Speed speed = SpeedOf(replicates[r], MeanSteps(others));
      if (speed.state == State::kReached) numbers.baseline_against_others.push_back(speed.speedup);
    }
  }
  for (const auto& [place, run] : placed) {
    if (place.arm == suites::kBaseline || place.arm == suites::kCalibration) continue;
    numbers.runs[place] = SpeedOf(run, baselines.at(place.seed));
  }
  return numbers;
}

Speed HeadSpeed(const Recomputed& numbers, const suites::Scale& scale, const std::string& arm,
                const std::string& block) {
  std::vector<Speed> seeds;
  for (const std::uint64_t seed : scale.seeds) seeds.push_back(numbers.runs.at({arm, block, seed, 0}));
  return MeanOf(seeds);
}

bool RangesOver(const suites::Claim& claim, const std::string& block) {
  return claim.blocks.empty() ||
         std::find(claim.blocks.begin(), claim.blocks.end(), block) != claim.blocks.end();
}

Differences DifferencesOf(const Recomputed& numbers, const suites::Scale& scale, const suites::Claim& claim,
                          std::optional<std::uint64_t> only) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Differences differences;
  for (const suites::Block& block : scale.blocks) {
    if (!RangesOver(claim, block.id)) continue;
    std::vector<Speed> arm, against;
    for (const std::uint64_t seed : scale.seeds) {
      if (only && seed != *only) continue;
      ++differences.planned;
      const Speed mine = numbers.runs.at({claim.arm, block.id, seed, 0});
      const Speed other = claim.against == suites::kBaseline
                              ? BaselineSpeed()
                              : numbers.runs.at({claim.against, block.id, seed, 0});
      if (mine.state == State::kMissing || other.state == State::kMissing) continue;
      arm.push_back(mine);
      against.push_back(other);
    }
    if (arm.empty()) continue;
    const Speed mine = MeanOf(arm), other = MeanOf(against);
    const bool is_lost = mine.state == State::kCensored, is_won = other.state == State::kCensored;
    differences.both_censored += is_lost && is_won;
    if (is_lost && is_won && claim.side == suites::Side::kEquivalent) continue;
    differences.pairs += static_cast<int>(arm.size());
    differences.values.push_back(is_lost && is_won ? 0
                                 : is_lost         ? -kInfinity
                                 : is_won          ? kInfinity
                                                   : mine.speedup - other.speedup);
  }
  return differences;
}

}  // namespace retable::reports::verify
