#include "reports/verify/recompute.h"

#include <algorithm>
#include <cmath>

namespace retable::reports::verify {
namespace {

using nlohmann::json;
using suites::Quantity;

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

Value SpeedupOf(const RawRun* run, const std::optional<std::vector<double>>& baseline) {
  if (run == nullptr) return {.words = "not run"};
  if (IsMachineFailure(run->json)) return {.words = Shortfall(run->json)};
  if (!baseline) return {.words = "undefined"};
  const auto steps = AllCrossings(run->json);
  if (!steps) return {.state = State::kCensored, .words = Shortfall(run->json)};
  double sum = 0;
  for (std::size_t t = 0; t < steps->size(); ++t) sum += baseline->at(t) / steps->at(t) - 1;
  return {.state = State::kReached, .number = sum / static_cast<double>(steps->size())};
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
  if (curves.empty()) return {};
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

// A number that a run wrote; what failed has none, whoever is to blame.
Value MetricOf(const RawRun* run, const std::string& name) {
  if (run == nullptr) return {.words = "not run"};
  if (!run->json.at("failure").is_null()) return {.words = Shortfall(run->json)};
  const json& metrics = run->json.at("metrics");
  if (!metrics.contains(name)) return {.words = "its run measured no " + name};
  return {.state = State::kReached, .number = metrics.at(name).get<double>()};
}

// What the weights of the block's heads have become, on average.
Value PriorWeightOf(const RawRun* run, const std::vector<models::Head>& heads) {
  double sum = 0;
  for (const models::Head& head : heads) {
    const Value one = MetricOf(run, "prior_weight " + models::Name(head));
    if (one.state != State::kReached) return one;
    sum += one.number;
  }
  return {.state = State::kReached, .number = sum / static_cast<double>(heads.size())};
}

using Baselines = std::map<std::uint64_t, std::optional<std::vector<double>>>;

Baselines CompareBaselines(const suites::Scale& scale, const PlacedRuns& placed, Recomputed& numbers) {
  Baselines baselines;
  for (const std::uint64_t seed : scale.seeds) {
    std::vector<const RawRun*> replicates;
    for (int r = 0; r < scale.baselines_per_seed; ++r)
      replicates.push_back(placed.at({suites::kBaseline, "", seed, r}));
    baselines[seed] = MeanSteps(replicates);
    if (baselines[seed]) numbers.baseline_steps[seed] = *baselines[seed];
    for (std::size_t r = 0; r < replicates.size(); ++r) {
      std::vector<const RawRun*> others = replicates;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
      const Value against_others = SpeedupOf(replicates[r], MeanSteps(others));
      if (against_others.state == State::kReached)
        numbers.baseline_against_others.push_back(against_others.number);
      const Value against_mean = SpeedupOf(replicates[r], baselines[seed]);
      if (against_mean.state == State::kReached)
        numbers.baseline_against_mean[seed].push_back(against_mean.number);
    }
  }
  return baselines;
}

std::vector<Value> ValuesOf(const suites::Scale& scale, const PlacedRuns& placed, const Baselines& baselines,
                            const suites::Arm& arm, Quantity quantity, const suites::Block& block) {
  if (quantity == Quantity::kDepth) {
    if (block.heads.empty()) return {{.words = "it has no layer"}};
    return {{.state = State::kReached, .number = static_cast<double>(block.heads[0].layer)}};
  }
  const std::string trainer = suites::TrainerOf(quantity);
  if (trainer != training::kLanguageModelTrainer)
    return {MetricOf(placed.at({arm.id, block.id, scale.teacher.seed, 0, trainer}), Id(quantity))};
  std::vector<Value> seeds;
  for (const std::uint64_t seed : scale.seeds) {
    const RawRun* run = placed.at({arm.id, block.id, seed, 0});
    seeds.push_back(quantity == Quantity::kPriorWeight ? PriorWeightOf(run, block.heads)
                                                       : SpeedupOf(run, baselines.at(seed)));
  }
  return seeds;
}

}  // namespace

std::optional<double> Measured(const Value& value) {
  return value.state == State::kReached ? std::optional(value.number) : std::nullopt;
}

Value MeanOf(const std::vector<Value>& seeds) {
  double sum = 0;
  int count = 0;
  std::string missing;
  for (const Value& one : seeds) {
    if (one.state == State::kMissing) {
      if (missing.empty()) missing = one.words;
      continue;
    }
    if (one.state == State::kCensored) return one;
    sum += one.number;
    ++count;
  }
  if (count == 0) return {.words = missing};
  return {.state = State::kReached, .number = sum / count};
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

std::vector<Quantity> QuantitiesOf(const suites::Arm& arm) {
  const bool is_library = arm.programs == suites::Programs::kLibrary;
  std::vector<Quantity> quantities;
  const auto add = [&](bool is_measured, Quantity quantity) {
    if (is_measured) quantities.push_back(quantity);
  };
  add(arm.measured.training, Quantity::kSpeedup);
  add(arm.measured.training && arm.is_bias, Quantity::kPriorWeight);
  add(arm.measured.replacement, Quantity::kLossIncrease);
  add(arm.measured.pattern && !is_library, Quantity::kIou);
  for (const Quantity quantity :
       {Quantity::kInputDependence, Quantity::kRowEntropy, Quantity::kFirstTokenMass})
    add(arm.measured.pattern, quantity);
  add(true, Quantity::kDepth);
  return quantities;
}

Recomputed Recompute(const suites::Table& table, const suites::Scale& scale, const PlacedRuns& placed) {
  Recomputed numbers;
  Baselines baselines;
  if (HasTrainings(table)) {
    numbers.thresholds = ThresholdsOf(scale, placed);
    baselines = CompareBaselines(scale, placed, numbers);
  }
  for (const suites::Arm& arm : table.arms) {
    for (const Quantity quantity : QuantitiesOf(arm)) {
      for (const suites::Block& block : BlocksOf(arm, scale)) {
        numbers.values[{arm.id, quantity, block.id}] =
            ValuesOf(scale, placed, baselines, arm, quantity, block);
      }
    }
  }
  return numbers;
}

const std::vector<Value>& SeedsOf(const Recomputed& numbers, const ValuePlace& place) {
  static const auto* const none = new std::vector<Value>;
  const auto found = numbers.values.find(place);
  return found == numbers.values.end() ? *none : found->second;
}

}  // namespace retable::reports::verify
