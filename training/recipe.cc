#include "training/recipe.h"

#include <stdexcept>

namespace retable::training {
namespace {

template <typename T>
nlohmann::json OrNull(const std::optional<T>& value) {
  return value ? nlohmann::json(*value) : nlohmann::json(nullptr);
}

template <typename T>
std::optional<T> Optional(const nlohmann::json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<T>();
}

// Whether the injection is a bias.
bool ReadMode(const nlohmann::json& json) {
  if (!json.contains("mode")) return false;
  if (json.at("mode") == "bias") return true;
  throw std::invalid_argument("an injection's mode is \"bias\" or not stated, not " + json.at("mode").dump());
}

models::Precision ReadPrecision(const nlohmann::json& json) {
  if (!json.contains("precision")) return models::Precision::kFloat32;
  if (json.at("precision") == "bf16") return models::Precision::kBfloat16;
  throw std::invalid_argument("a recipe's precision is \"bf16\" or not stated, not " +
                              json.at("precision").dump());
}

}  // namespace

void to_json(nlohmann::json& json, const LanguageModelRecipe& recipe) {
  json = {{"text", recipe.text},   {"model", recipe.model}, {"optimizer", recipe.optimizer},
          {"batch", recipe.batch}, {"steps", recipe.steps}, {"evaluation", recipe.evaluation}};
  if (recipe.precision == models::Precision::kBfloat16) json["precision"] = "bf16";
}

void from_json(const nlohmann::json& json, LanguageModelRecipe& recipe) {
  json.at("text").get_to(recipe.text);
  json.at("model").get_to(recipe.model);
  json.at("optimizer").get_to(recipe.optimizer);
  json.at("batch").get_to(recipe.batch);
  json.at("steps").get_to(recipe.steps);
  json.at("evaluation").get_to(recipe.evaluation);
  recipe.precision = ReadPrecision(json);
}

void to_json(nlohmann::json& json, const InjectionRecipe& recipe) {
  json = {{"pattern", recipe.pattern},
          {"shuffled", recipe.shuffled},
          {"heads", recipe.heads},
          {"teacher", OrNull(recipe.teacher)}};
  if (recipe.real_share) json["real_share"] = *recipe.real_share;
  if (recipe.is_bias) json["mode"] = "bias";
  if (!recipe.programs.empty()) json["programs"] = recipe.programs;
  if (!recipe.file.empty()) json["file"] = recipe.file;
}

void from_json(const nlohmann::json& json, InjectionRecipe& recipe) {
  json.at("pattern").get_to(recipe.pattern);
  json.at("shuffled").get_to(recipe.shuffled);
  json.at("heads").get_to(recipe.heads);
  recipe.teacher = Optional<TeacherRecipe>(json.at("teacher"));
  recipe.real_share = Optional<double>(json.value("real_share", nlohmann::json()));
  recipe.is_bias = ReadMode(json);
  recipe.programs = json.value("programs", std::vector<std::string>());
  recipe.file = json.value("file", "");
}

void to_json(nlohmann::json& json, const LanguageModelRun& run) {
  json = {{"language_model", run.language_model},
          {"injection", OrNull(run.injection)},
          {"thresholds", OrNull(run.thresholds)},
          {"replicate", run.replicate}};
}

void from_json(const nlohmann::json& json, LanguageModelRun& run) {
  json.at("language_model").get_to(run.language_model);
  run.injection = Optional<InjectionRecipe>(json.at("injection"));
  run.thresholds = Optional<ThresholdRecipe>(json.at("thresholds"));
  json.at("replicate").get_to(run.replicate);
}

}  // namespace retable::training
