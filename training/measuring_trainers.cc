#include "training/measuring_trainers.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <cmath>

#include "data/random.h"
#include "models/gpt.h"
#include "models/programs/measures.h"
#include "training/language_model.h"
#include "training/model_artifacts.h"
#include "training/pattern_for.h"
#include "training/patterns_on_tokens.h"
#include "training/provenance.h"

// B windows of a batch, T tokens of a window.
namespace retable::training {
namespace {

using models::programs::DenseMatrix;

constexpr std::size_t kBatch = 16;  // windows looked at at once; memory only

// Held-out windows, batch by batch, each with the one whose pattern it gets.
struct HeldOutBatch {
  WindowedCorpus::Batch windows;
  at::Tensor pattern_tokens;  // [B, T]: its own, or another document's where shuffled
};

std::vector<HeldOutBatch> HeldOutBatches(const TeacherRecipe& teacher, const InjectionRecipe& injection,
                                         int count, const TrainContext& context) {
  const TextRecipe& text = teacher.language_model.text;
  const WindowedCorpus corpus(TextFor(text, context).held_out, teacher.language_model.model.context);
  const std::vector<int> indices = corpus.Sample(count, EvaluationStream(text));
  std::vector<int> partner(corpus.size());
  for (int i = 0; i < corpus.size(); ++i) partner[i] = i;
  if (injection.shuffled) {
    partner = corpus.OtherDocument(data::StreamKey(teacher.seed, "derangement held out"));
  }
  std::vector<HeldOutBatch> batches;
  for (std::size_t first = 0; first < indices.size(); first += kBatch) {
    const std::size_t last = std::min(indices.size(), first + kBatch);
    std::vector<int> own(indices.begin() + first, indices.begin() + last), of_patterns;
    for (const int index : own) of_patterns.push_back(partner[index]);
    batches.push_back({corpus.Gather(own), corpus.Gather(of_patterns).tokens});
  }
  return batches;
}

template <typename Recipe>
std::vector<Run> Needs(const Run& run) {
  const auto recipe = ParseRecipe<Recipe>(run);
  std::vector<Run> needs = {TextOf(recipe.teacher.language_model.text), TeacherOf(recipe.teacher)};
  for (const Run& one : PatternNeedsOf(recipe.injection)) {
    if (one != needs.back()) needs.push_back(one);
  }
  return needs;
}

// The mean loss on the batches, with the pattern in place of the heads' attention or, without one, as trained.
double MeanLoss(const ReplacementRun& recipe, const models::Weights& weights,
                const std::vector<HeldOutBatch>& batches, const models::Pattern* pattern) {
  double sum = 0;
  std::int64_t windows = 0;
  for (const HeldOutBatch& batch : batches) {
    std::vector<models::Injection> injections;
    if (pattern != nullptr) {
      const auto patterns = (*pattern)(batch.pattern_tokens, recipe.injection.heads);
      for (std::size_t h = 0; h < patterns.size(); ++h) {
        injections.push_back({recipe.injection.heads[h], patterns[h].to(weights.values().device())});
      }
    }
    const auto device = weights.values().device();
    const at::Tensor loss =
        models::GptLoss(recipe.teacher.language_model.model, weights, batch.windows.tokens.to(device),
                        batch.windows.targets.to(device), injections);
    sum += loss.item<double>() * static_cast<double>(batch.windows.tokens.size(0));
    windows += batch.windows.tokens.size(0);
  }
  return sum / static_cast<double>(windows);
}

Measurement Replace(const Run& run, const TrainContext& context) {
  const auto recipe = ParseRecipe<ReplacementRun>(run);
  const auto batches = HeldOutBatches(recipe.teacher, recipe.injection, recipe.windows, context);
  const models::Pattern pattern = PatternFor(recipe.injection, recipe.teacher.language_model, context);
  const models::Weights& weights = TeacherWeights(recipe.teacher, context);
  const c10::AutoGradMode no_gradients(false);
  const double intact = MeanLoss(recipe, weights, batches, nullptr);
  const double replaced = MeanLoss(recipe, weights, batches, &pattern);
  Measurement measurement;
  if (!std::isfinite(replaced)) {
    measurement.failure = Failure{FailureCause::kMethod, "the loss of the replaced model is not finite"};
    return measurement;
  }
  measurement.metrics = {{"loss", replaced}, {"loss_intact", intact}, {"loss_increase", replaced - intact}};
  measurement.ledger.initial_weights = models::Hash(weights);  // nothing else is decided by a seed
  return measurement;
}

Measurement Measure(const Run& run, const TrainContext& context) {
  const auto recipe = ParseRecipe<PatternMeasuresRun>(run);
  const auto batches = HeldOutBatches(recipe.teacher, recipe.injection, recipe.windows, context);
  const std::vector<models::Head>& named = recipe.injection.heads;
  const std::vector<models::Head> heads = named.empty() ? std::vector<models::Head>{{0, 0}} : named;
  const models::Pattern pattern = PatternFor(recipe.injection, recipe.teacher.language_model, context);
  const models::Weights& teacher = TeacherWeights(recipe.teacher, context);
  const c10::AutoGradMode no_gradients(false);
  std::vector<at::Tensor> tokens, pattern_tokens;
  for (const HeldOutBatch& batch : batches) {
    tokens.push_back(batch.windows.tokens);
    pattern_tokens.push_back(batch.pattern_tokens);
  }
  const auto patterns = OnTokens(pattern, pattern_tokens, heads);
  const auto real = OnTokens(
      [&](const at::Tensor& batch, const std::vector<models::Head>& asked) {
        return models::GptAttention(recipe.teacher.language_model.model, teacher,
                                    batch.to(teacher.values().device()), asked);
      },
      tokens, named);
  Measurement measurement;
  const auto add = [&](const std::string& name, double value) {
    measurement.metrics[name] += value / static_cast<double>(heads.size());
  };
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const std::vector<DenseMatrix> matrices = Matrices(patterns[h]);
    add("input_dependence", models::programs::InputDependence(matrices));
    for (const DenseMatrix& matrix : matrices) {
      const double share = 1 / static_cast<double>(matrices.size());
      add("row_entropy", models::programs::MeanRowEntropy(matrix).nats * share);
      add("first_token_mass", models::programs::FirstTokenMass(matrix) * share);
    }
    if (!named.empty()) add("iou", models::programs::MeanIou(matrices, Matrices(real[h])));
  }
  measurement.ledger.initial_weights = models::Hash(teacher);
  return measurement;
}

template <typename Recipe>
std::vector<std::string> Datasets(const Run& run) {
  const auto recipe = ParseRecipe<Recipe>(run);
  return DatasetsOf(recipe.teacher.language_model.text, &recipe.teacher);
}

std::vector<Run> NoCalibration(const Run&) { return {}; }
std::vector<double> NoThresholds(const Run&, const std::vector<Measurement>&) { return {}; }

}  // namespace

Trainer ReplacementTrainer() {
  return {.name = kReplacementTrainer,
          .needs = Needs<ReplacementRun>,
          .calibration = NoCalibration,
          .thresholds = NoThresholds,
          .train = Replace,
          .provenance = ProvenanceOf,
          .datasets = Datasets<ReplacementRun>};
}

Trainer PatternMeasuresTrainer() {
  return {.name = kPatternMeasuresTrainer,
          .needs = Needs<PatternMeasuresRun>,
          .calibration = NoCalibration,
          .thresholds = NoThresholds,
          .train = Measure,
          .provenance = ProvenanceOf,
          .datasets = Datasets<PatternMeasuresRun>};
}

}  // namespace retable::training
