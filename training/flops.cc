#include "training/flops.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace retable::training {
namespace {

constexpr std::string_view kTeacherArtifacts = "teacher/";  // of any version

// 12 C^2 + 13 C: the matrices, biases, and two LayerNorms of a layer.
double LayerParameters(double width) { return 12 * width * width + 13 * width; }

// Scores and values of one layer, a token.
double ScoresAndValues(double width, double tokens) { return 4 * width * tokens; }

bool ReadsTeacherAtEachStep(const InjectionRecipe& injection) {
  return injection.teacher && injection.pattern != "mean_template";  // templates are made once
}

}  // namespace

double ForwardFlops(const models::GptShape& shape) {
  const double width = shape.width;
  const double parameters = shape.vocabulary * width + shape.layers * LayerParameters(width) + 2 * width;
  return 2 * parameters + shape.layers * ScoresAndValues(width, shape.context);
}

double AttentionFlops(const models::GptShape& shape, const std::vector<models::Head>& heads, int tokens) {
  const double width = shape.width, dimension = width / shape.heads;
  int layers = 0;  // that are computed whole: those below the highest head
  for (const models::Head& head : heads) layers = std::max(layers, head.layer);
  const double queries_and_keys = 2 * 2 * width * dimension, scores = 2 * dimension * tokens;
  return layers * (2 * LayerParameters(width) + ScoresAndValues(width, tokens)) +
         static_cast<double>(heads.size()) * (queries_and_keys + scores);
}

Cost TrainingCost(const LanguageModelRun& run) {
  const LanguageModelRecipe& recipe = run.language_model;
  const double context = recipe.model.context, forward = ForwardFlops(recipe.model);
  const double trained = context * recipe.batch * recipe.steps;
  // At the start, at every multiple of `every`, and at the end; the windows are the same each time.
  const int every = std::max(1, recipe.evaluation.every);
  const double held_out = context * recipe.evaluation.windows;
  Cost cost{.tokens = trained,
            .flops = 3 * forward * trained + forward * held_out * (1 + (recipe.steps + every - 1) / every)};
  if (run.injection && ReadsTeacherAtEachStep(*run.injection)) {
    // On the held-out windows once.
    cost.flops += (trained + held_out) * AttentionFlops(run.injection->teacher->language_model.model,
                                                        run.injection->heads, recipe.model.context);
  }
  return cost;
}

std::optional<Cost> CostOf(const Run& run) {
  const auto recipe = [&] { return nlohmann::json::parse(run.recipe); };
  if (run.trainer == kLanguageModelTrainer) return TrainingCost(recipe().get<LanguageModelRun>());
  if (!run.trainer.starts_with(kTeacherArtifacts)) return std::nullopt;
  const auto teacher = recipe().get<TeacherRecipe>();
  if (!teacher.weights.empty()) return std::nullopt;
  return TrainingCost({.language_model = teacher.language_model});
}

}  // namespace retable::training
