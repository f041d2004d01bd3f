#include "training/language_model_trainer.h"

#include <stdexcept>

#include "training/language_model.h"
#include "training/model_artifacts.h"
#include "training/pattern_for.h"
#include "training/provenance.h"
#include "training/thresholds.h"

namespace retable::training {
namespace {

// Refuses what such a run cannot be: before anything runs, because plans ask for needs.
LanguageModelRun Checked(const Run& run) {
  auto recipe = ParseRecipe<LanguageModelRun>(run);
  if (recipe.injection && recipe.injection->heads.empty()) {
    throw std::invalid_argument(
        "an injection needs in its recipe the heads that it holds; without any, the run is a baseline");
  }
  return recipe;
}

std::vector<Run> Needs(const Run& run) {
  const auto recipe = Checked(run);
  std::vector<Run> needs = {TextOf(recipe.language_model.text)};
  if (!recipe.injection) return needs;
  for (const Run& one : PatternNeedsOf(*recipe.injection)) needs.push_back(one);
  return needs;
}

// The baseline of the same model, without thresholds, at each calibration seed.
std::vector<Run> Calibration(const Run& run) {
  const auto recipe = ParseRecipe<LanguageModelRun>(run);
  std::vector<Run> calibration;
  if (!recipe.thresholds) return calibration;
  const std::string baseline = Canonical(LanguageModelRun{.language_model = recipe.language_model});
  for (const std::uint64_t seed : recipe.thresholds->calibration_seeds) {
    calibration.push_back({run.trainer, baseline, seed});
  }
  return calibration;
}

std::vector<double> ThresholdsOf(const Run& run, const std::vector<Measurement>& calibration) {
  const auto recipe = ParseRecipe<LanguageModelRun>(run);
  if (!recipe.thresholds) return {};
  std::vector<std::vector<CurvePoint>> curves;
  for (const Measurement& measurement : calibration) curves.push_back(measurement.curve);
  return ThresholdLosses(curves, recipe.thresholds->fractions, recipe.language_model.steps);
}

Measurement Train(const Run& run, const TrainContext& context) {
  const auto recipe = Checked(run);
  const auto text = TextFor(recipe.language_model.text, context);
  const models::Pattern pattern =
      recipe.injection ? PatternFor(*recipe.injection, recipe.language_model, context) : models::Pattern();
  return TrainLanguageModel(recipe, run.seed, *text, pattern, context).measurement;
}

std::vector<std::string> Datasets(const Run& run) {
  const auto recipe = ParseRecipe<LanguageModelRun>(run);
  const bool has_teacher = recipe.injection && recipe.injection->teacher;
  return DatasetsOf(recipe.language_model.text, has_teacher ? &*recipe.injection->teacher : nullptr);
}

}  // namespace

Trainer LanguageModelTrainer() {
  return {.name = kLanguageModelTrainer,
          .needs = Needs,
          .calibration = Calibration,
          .thresholds = ThresholdsOf,
          .train = Train,
          .provenance = ProvenanceOf,
          .datasets = Datasets};
}

}  // namespace retable::training
