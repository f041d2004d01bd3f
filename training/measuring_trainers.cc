#include "training/measuring_trainers.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "data/random.h"
#include "models/gpt.h"
#include "models/patterns.h"
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
  const auto content = TextFor(text, context);
  const WindowedCorpus corpus(content->held_out, teacher.language_model.model.context);
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

void Check(const ReplacementRun& recipe) {
  if (recipe.injection.heads.empty()) {
    throw std::invalid_argument("a replacement needs in its recipe the heads that it replaces");
  }
  if (recipe.injection.is_bias) {
    throw std::invalid_argument(
        "a replacement puts its pattern in place of a head's attention and trains no weight of a bias: "
        "its recipe states no mode");
  }
}

void Check(const PatternMeasuresRun& recipe) {
  if (!models::FindPattern(recipe.injection.pattern).has_rows) {
    throw std::invalid_argument("pattern " + recipe.injection.pattern +
                                " has rows of zeros alone, which have no entropy: it cannot be measured");
  }
  if (recipe.injection.is_bias) {
    throw std::invalid_argument(
        "a pattern is measured by itself, the same however it is injected: its recipe states no mode");
  }
}

// Refuses what such a run cannot be: before anything runs, because plans ask for needs.
template <typename Recipe>
Recipe Checked(const Run& run) {
  auto recipe = ParseRecipe<Recipe>(run);
  Check(recipe);
  return recipe;
}

template <typename Recipe>
std::vector<Run> Needs(const Run& run) {
  const auto recipe = Checked<Recipe>(run);
  std::vector<Run> needs = {TextOf(recipe.teacher.language_model.text), TeacherOf(recipe.teacher)};
  for (const Run& one : PatternNeedsOf(recipe.injection)) {
    if (one != needs.back()) needs.push_back(one);
  }
  return needs;
}

// The mean loss on the batches, with the pattern in place of the heads' attention or, without one, as trained.
double MeanLoss(const models::TrainedGpt& teacher, const std::vector<models::Head>& heads,
                const std::vector<HeldOutBatch>& batches, const models::Pattern* pattern) {
  double sum = 0;
  std::int64_t windows = 0;
  for (const HeldOutBatch& batch : batches) {
    std::vector<models::Injection> injections;
    if (pattern != nullptr) {
      const auto patterns = (*pattern)(batch.pattern_tokens, heads);
      for (std::size_t h = 0; h < patterns.size(); ++h) injections.push_back({heads[h], patterns[h]});
    }
    const at::Tensor loss = models::GptLoss(teacher, batch.windows.tokens, batch.windows.targets, injections);
    sum += loss.item<double>() * static_cast<double>(batch.windows.tokens.size(0));
    windows += batch.windows.tokens.size(0);
  }
  return sum / static_cast<double>(windows);
}

Measurement NotFinite(const std::string& what) {
  Measurement measurement;
  measurement.failure = Failure{FailureCause::kMethod, what + " is not finite"};
  return measurement;
}

Measurement Replace(const Run& run, const TrainContext& context) {
  const auto recipe = Checked<ReplacementRun>(run);
  const auto batches = HeldOutBatches(recipe.teacher, recipe.injection, recipe.windows, context);
  const models::Pattern pattern = PatternFor(recipe.injection, recipe.teacher.language_model, context);
  const models::TrainedGpt teacher = TeacherFor(recipe.teacher, context);
  const c10::AutoGradMode no_gradients(false);
  const double intact = MeanLoss(teacher, recipe.injection.heads, batches, nullptr);
  const double replaced = MeanLoss(teacher, recipe.injection.heads, batches, &pattern);
  if (!std::isfinite(intact)) return NotFinite("the loss of the teacher as trained");
  if (!std::isfinite(replaced)) return NotFinite("the loss of the replaced model");
  Measurement measurement;
  measurement.metrics = {{"loss", replaced}, {"loss_intact", intact}, {"loss_increase", replaced - intact}};
  measurement.ledger.initial_weights = models::Hash(*teacher.weights);  // nothing else is decided by a seed
  return measurement;
}

bool AreFinite(const std::vector<at::Tensor>& tensors) {
  return std::all_of(tensors.begin(), tensors.end(),
                     [](const at::Tensor& one) { return at::isfinite(one).all().item<bool>(); });
}

// Metrics of patterns [N, T, T], one for each head, beside what the heads look at, where any are named.
std::map<std::string, double> MeasuresOf(const std::vector<at::Tensor>& patterns,
                                         const std::vector<at::Tensor>& real) {
  std::map<std::string, double> metrics;
  const auto add = [&](const std::string& name, double value) {
    metrics[name] += value / static_cast<double>(patterns.size());
  };
  for (std::size_t h = 0; h < patterns.size(); ++h) {
    const std::vector<DenseMatrix> matrices = Matrices(patterns[h]);
    add("input_dependence", models::programs::InputDependence(matrices));
    for (const DenseMatrix& matrix : matrices) {
      const double share = 1 / static_cast<double>(matrices.size());
      add("row_entropy", models::programs::MeanRowEntropy(matrix).nats * share);
      add("first_token_mass", models::programs::FirstTokenMass(matrix) * share);
    }
    if (!real.empty()) add("iou", models::programs::MeanIou(matrices, Matrices(real[h])));
  }
  return metrics;
}

Measurement Measure(const Run& run, const TrainContext& context) {
  const auto recipe = Checked<PatternMeasuresRun>(run);
  const auto batches = HeldOutBatches(recipe.teacher, recipe.injection, recipe.windows, context);
  const std::vector<models::Head>& named = recipe.injection.heads;
  const std::vector<models::Head> heads = named.empty() ? std::vector<models::Head>{{0, 0}} : named;
  const models::Pattern pattern = PatternFor(recipe.injection, recipe.teacher.language_model, context);
  const models::TrainedGpt teacher = TeacherFor(recipe.teacher, context);
  const models::Pattern attention = [&](const at::Tensor& batch, const std::vector<models::Head>& asked) {
    return models::GptAttention(teacher, batch, asked);
  };
  const c10::AutoGradMode no_gradients(false);
  std::vector<at::Tensor> tokens, pattern_tokens;
  for (const HeldOutBatch& batch : batches) {
    tokens.push_back(batch.windows.tokens);
    pattern_tokens.push_back(batch.pattern_tokens);
  }
  const auto patterns = OnTokens(pattern, pattern_tokens, heads), real = OnTokens(attention, tokens, named);
  if (!AreFinite(real)) return NotFinite("the teacher's attention");
  if (!AreFinite(patterns)) return NotFinite("the pattern");
  Measurement measurement;
  measurement.metrics = MeasuresOf(patterns, real);
  measurement.ledger.initial_weights = models::Hash(*teacher.weights);
  return measurement;
}

template <typename Recipe>
std::vector<std::string> Datasets(const Run& run) {
  const auto recipe = ParseRecipe<Recipe>(run);
  std::vector<std::string> datasets = DatasetsOf(recipe.teacher.language_model.text, &recipe.teacher);
  if (recipe.injection.teacher) {  // usually the same: a data set that stands twice is one in the provenance
    const auto others = DatasetsOf(recipe.teacher.language_model.text, &*recipe.injection.teacher);
    datasets.insert(datasets.end(), others.begin(), others.end());
  }
  return datasets;
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
