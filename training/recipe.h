// Recipes of language-model runs: all that decides a run, apart from its seed. Plain data, no torch.
//
// A recipe is written to JSON, and its key is a hash of that JSON (run.h): a field that is added, renamed or
// changed makes another run. What the papers leave open is a field here with our choice beside it in the
// table's file.
#ifndef RETABLE_TRAINING_RECIPE_H_
#define RETABLE_TRAINING_RECIPE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/gpt_shape.h"

namespace retable::training {

// Run::trainer of the runs whose recipe is a LanguageModelRun. A change of what such a run measures is a new
// version.
inline constexpr char kLanguageModelTrainer[] = "language_model/1";
// Of a ReplacementRun, and of a PatternMeasuresRun.
inline constexpr char kReplacementTrainer[] = "replacement/1";
inline constexpr char kPatternMeasuresTrainer[] = "pattern_measures/1";
// Of the artifact of a TeacherRecipe.
inline constexpr char kTeacherArtifact[] = "teacher/1";

// Documents, their split, and how they become tokens and windows.
struct TextRecipe {
  std::string dataset;          // id in data/catalog.h
  std::string tokenizer;        // "sentencepiece" (trained on the training split) or "gpt2"
  int vocabulary = 0;           // number of token ids
  int held_out_documents = 0;   // evaluated on
  int reference_documents = 0;  // pattern statistics (the mean template) come from these alone
  std::uint64_t split_seed = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TextRecipe, dataset, tokenizer, vocabulary, held_out_documents,
                                   reference_documents, split_seed)

// AdamW with linear warm-up and a cosine from learning_rate down to final_rate_fraction of it at decay_steps.
struct OptimizerRecipe {
  double learning_rate = 0;
  int warmup_steps = 0;
  int decay_steps = 0;
  double final_rate_fraction = 0;
  double beta1 = 0;
  double beta2 = 0;
  double epsilon = 0;
  double weight_decay = 0;  // decoupled; on matrices and embeddings, not on biases and LayerNorms
  double clip_norm = 0;     // of the whole gradient
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(OptimizerRecipe, learning_rate, warmup_steps, decay_steps,
                                   final_rate_fraction, beta1, beta2, epsilon, weight_decay, clip_norm)

// The held-out loss (nats a token) is measured at step 0, every `every` steps, and at the last step, always
// on the same `windows` held-out windows.
struct EvaluationRecipe {
  int every = 0;
  int windows = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(EvaluationRecipe, every, windows)

struct LanguageModelRecipe {
  TextRecipe text;
  models::GptShape model;
  OptimizerRecipe optimizer;
  int batch = 0;  // windows a step
  int steps = 0;  // the budget
  EvaluationRecipe evaluation;
  // Of training and evaluation; of a teacher, also of reading its attention. "bf16", or not in the JSON.
  models::Precision precision = models::Precision::kFloat32;
};
void to_json(nlohmann::json& json, const LanguageModelRecipe& recipe);
void from_json(const nlohmann::json& json, LanguageModelRecipe& recipe);

// The trained model whose attention is injected. An artifact, made by this recipe with this seed, or read
// from a file that the user supplies (scale paper: `weights` names it in data/catalog.h).
struct TeacherRecipe {
  LanguageModelRecipe language_model;
  std::uint64_t seed = 0;
  std::string weights;  // empty: trained here
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TeacherRecipe, language_model, seed, weights)

// What is injected into the heads: see models/patterns.h for the pattern names. Fields with a default are
// written to JSON only where they differ from it, so that recipes without them keep their keys.
struct InjectionRecipe {
  std::string pattern;                     // "real_attention", "mean_template", "uniform", "induction", ...
  bool shuffled = false;                   // every document gets the pattern of another document
  std::vector<models::Head> heads;         // student heads held; teacher heads of the same index
  std::optional<TeacherRecipe> teacher;    // only for patterns that are read off a trained model
  std::optional<double> real_share = {};   // of "interpolated" alone: 0 is the template, 1 real attention
  bool is_bias = false;                    // on the scores, with a learned weight, instead of in their place
  std::vector<std::string> programs = {};  // of "program" alone: texts of models/programs/parse.h, one a head
  std::string file = "";                   // of "file" alone: the SHA-256 of the file that holds the patterns
};
void to_json(nlohmann::json& json, const InjectionRecipe& recipe);
void from_json(const nlohmann::json& json, InjectionRecipe& recipe);

// Losses that stop the clock: those that baselines of the calibration seeds, on average, reach at these
// fractions of their budget. A run with thresholds stops once it has crossed the last of them.
struct ThresholdRecipe {
  std::vector<double> fractions;
  std::vector<std::uint64_t> calibration_seeds;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ThresholdRecipe, fractions, calibration_seeds)

// One training of a language model. Without injection it is a baseline; without thresholds it uses its whole
// budget. Replicates of one seed share its initial weights and differ in batch order.
struct LanguageModelRun {
  LanguageModelRecipe language_model;
  std::optional<InjectionRecipe> injection = {};
  std::optional<ThresholdRecipe> thresholds = {};
  int replicate = 0;
};
void to_json(nlohmann::json& json, const LanguageModelRun& run);
void from_json(const nlohmann::json& json, LanguageModelRun& run);

// The trained teacher with the attention of some of its heads replaced: how much does its held-out loss rise?
// Nothing is trained, and the seed is the teacher's. Metrics, nats a token on the first `windows` windows of the
// evaluation order: "loss" (replaced), "loss_intact", "loss_increase" (their difference).
struct ReplacementRun {
  TeacherRecipe teacher;
  InjectionRecipe injection;
  int windows = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReplacementRun, teacher, injection, windows)

// A pattern itself, on held-out windows of the teacher's text: models/programs/measures.h has the formulas. Metrics,
// averaged over the heads: "input_dependence", "row_entropy" (nats), "first_token_mass", and where heads are named
// "iou" with the teacher's attention there. No heads: the pattern is the same for every head.
struct PatternMeasuresRun {
  TeacherRecipe teacher;
  InjectionRecipe injection;
  int windows = 0;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PatternMeasuresRun, teacher, injection, windows)

}  // namespace retable::training

#endif  // RETABLE_TRAINING_RECIPE_H_
