#include "training/model_artifacts.h"

#include <ATen/ATen.h>

#include <fstream>
#include <stdexcept>

#include "data/safetensors.h"
#include "models/gpt.h"
#include "models/patterns.h"
#include "training/gpt2_teacher.h"
#include "training/language_model.h"
#include "training/pieces.h"
#include "training/state.h"
#include "training/text_files.h"

namespace retable::training {
namespace {

constexpr char kText[] = "text/2";  // 2: with pieces
constexpr char kTemplates[] = "templates/1";
constexpr char kWeightsFile[] = "weights.safetensors";
constexpr char kMeasurementFile[] = "measurement.json";
constexpr char kTemplatesFile[] = "templates.safetensors";
constexpr int kTemplateBatch = 16;  // windows whose attention is averaged at once; memory only

// What a worker has read for one run and very likely needs for its next: at most one of each.
template <typename Key, typename Value>
class LastUsed {
 public:
  template <typename Make>
  std::shared_ptr<const Value> Get(const Key& key, const Make& make) {
    if (!value_ || key_ != key) {
      value_.reset();  // the memory of the one before, unless somebody holds it
      value_ = std::make_shared<const Value>(make());
      key_ = key;
    }
    return value_;
  }

 private:
  Key key_;
  std::shared_ptr<const Value> value_;
};

void BuildTeacher(const Run& artifact, const std::filesystem::path& folder, const TrainContext& context) {
  const auto teacher = ParseRecipe<TeacherRecipe>(artifact);
  if (!teacher.weights.empty()) {
    return WriteGpt2Teacher(teacher, SuppliedWeights(teacher.weights),
                            context.artifact(TextOf(teacher.language_model.text)), folder / kWeightsFile);
  }
  const LanguageModelRun run{.language_model = teacher.language_model};
  const auto text = TextFor(run.language_model.text, context);
  const TrainedLanguageModel trained =
      TrainLanguageModel(run, teacher.seed, *text, models::Pattern(), context);
  if (trained.measurement.failure) {
    throw std::logic_error("the teacher cannot be trained: " + trained.measurement.failure->message);
  }
  SaveWeights(*trained.weights, folder / kWeightsFile);
  std::ofstream measurement(folder / kMeasurementFile);
  measurement << ToJson(trained.measurement).dump() << std::endl;
  if (!measurement) throw std::runtime_error("cannot write " + (folder / kMeasurementFile).string());
}

void BuildTemplates(const Run& artifact, const std::filesystem::path& folder, const TrainContext& context) {
  const auto teacher = ParseRecipe<TeacherRecipe>(artifact);
  const auto text = TextFor(teacher.language_model.text, context);
  const WindowedCorpus reference(text->reference, teacher.language_model.model.context);
  std::vector<int> all(reference.size());
  for (int i = 0; i < reference.size(); ++i) all[i] = i;
  const at::Tensor templates =
      models::MeanAttention(TeacherFor(teacher, context), reference.Gather(all).tokens, kTemplateBatch)
          .contiguous();
  const float* values = templates.data_ptr<float>();
  data::WriteSafetensors(
      folder / kTemplatesFile,
      {.arrays = {{"templates", {templates.sizes().vec(), {values, values + templates.numel()}}}}});
}

}  // namespace

Run TextOf(const TextRecipe& text) { return {kText, Canonical(text), text.split_seed}; }
Run TeacherOf(const TeacherRecipe& teacher) { return {kTeacherArtifact, Canonical(teacher), teacher.seed}; }
Run TemplatesOf(const TeacherRecipe& teacher) { return {kTemplates, Canonical(teacher), teacher.seed}; }

std::shared_ptr<const Text> TextFor(const TextRecipe& recipe, const TrainContext& context) {
  static LastUsed<std::string, Text> last;
  const Run artifact = TextOf(recipe);
  return last.Get(Key(artifact), [&] { return ReadText(context.artifact(artifact)); });
}

std::shared_ptr<const models::programs::Vocabulary> VocabularyFor(const TextRecipe& recipe,
                                                                  const TrainContext& context) {
  static LastUsed<std::string, models::programs::Vocabulary> last;
  const Run artifact = TextOf(recipe);
  return last.Get(Key(artifact), [&] {
    return models::programs::TraitsOf(ReadPieces(context.artifact(artifact) / kPiecesFile));
  });
}

models::TrainedGpt TeacherFor(const TeacherRecipe& teacher, const TrainContext& context) {
  static LastUsed<std::string, models::Weights> last;
  const Run artifact = TeacherOf(teacher);
  const models::GptShape& shape = teacher.language_model.model;
  const auto weights = last.Get(Key(artifact) + context.device, [&] {
    models::Weights read(models::GptLayout(shape), FindDevice(context.device));
    LoadWeights(context.artifact(artifact) / kWeightsFile, read);
    return read;
  });
  return {.shape = shape, .weights = weights, .precision = teacher.language_model.precision};
}

at::Tensor TemplatesFor(const TeacherRecipe& teacher, const TrainContext& context) {
  data::Safetensors file = data::ReadSafetensors(context.artifact(TemplatesOf(teacher)) / kTemplatesFile);
  data::FloatArray& array = file.arrays.at("templates");
  return at::from_blob(array.values.data(), array.shape, at::kFloat).clone();
}

ArtifactMaker TextMaker() {
  return {.name = kText,
          .needs = [](const Run&) { return std::vector<Run>(); },
          .build = [](const Run& artifact, const std::filesystem::path& folder,
                      const TrainContext&) { MakeText(ParseRecipe<TextRecipe>(artifact), folder); }};
}

ArtifactMaker TeacherMaker() {
  return {.name = kTeacherArtifact,
          .needs =
              [](const Run& artifact) {
                return std::vector<Run>{TextOf(ParseRecipe<TeacherRecipe>(artifact).language_model.text)};
              },
          .build = BuildTeacher};
}

ArtifactMaker TemplatesMaker() {
  return {.name = kTemplates,
          .needs =
              [](const Run& artifact) {
                const auto teacher = ParseRecipe<TeacherRecipe>(artifact);
                return std::vector<Run>{TextOf(teacher.language_model.text), TeacherOf(teacher)};
              },
          .build = BuildTemplates};
}

}  // namespace retable::training
