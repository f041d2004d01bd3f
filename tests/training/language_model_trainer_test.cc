#include "training/language_model_trainer.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <stdexcept>

#include "data/safetensors.h"
#include "data/sha256.h"
#include "models/gpt.h"
#include "models/patterns.h"
#include "tests/training/sample_result.h"
#include "tests/training/tiny_artifacts.h"
#include "training/state.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LanguageModelTrainerTest : public TinyArtifactsTest {
 protected:
  static LanguageModelRun Injected(const std::string& pattern) {
    LanguageModelRun run = {
        .language_model = TinyRecipe(),
        .injection = InjectionRecipe{.pattern = pattern, .heads = {{1, 1}}, .teacher = Teacher()}};
    if (models::FindPattern(pattern).needs.real_share) run.injection->real_share = 0.5;
    if (models::FindPattern(pattern).needs.programs) run.injection->programs = {"previous"};
    return run;
  }

  static training::Run RunOf(const LanguageModelRun& recipe, std::uint64_t seed = 1) {
    return {kLanguageModelTrainer, Canonical(recipe), seed};
  }

  static std::vector<std::string> NeedsOf(const LanguageModelRun& recipe) {
    std::vector<std::string> names;
    for (const training::Run& artifact : LanguageModelTrainer().needs(RunOf(recipe)))
      names.push_back(artifact.trainer);
    return names;
  }
};

TEST_F(LanguageModelTrainerTest, ABaselineNeedsItsTextAlone) {
  EXPECT_THAT(NeedsOf({.language_model = TinyRecipe()}), ElementsAre("text/2"));
}

TEST_F(LanguageModelTrainerTest, EachPatternNeedsWhatItIsMadeOf) {
  EXPECT_THAT(NeedsOf(Injected("real_attention")), ElementsAre("text/2", "teacher/1"));
  EXPECT_THAT(NeedsOf(Injected("mean_template")), ElementsAre("text/2", "templates/1"));
  EXPECT_THAT(NeedsOf(Injected("interpolated")), ElementsAre("text/2", "teacher/1", "templates/1"));
  for (const std::string pattern : {"uniform", "induction", "previous_occurrence", "program"}) {
    EXPECT_THAT(NeedsOf(Injected(pattern)), ElementsAre("text/2")) << pattern;
  }
}

TEST_F(LanguageModelTrainerTest, AnArtifactsSeedIsItsRecipesSoThatAllRunsShareIt) {
  const auto needs = LanguageModelTrainer().needs(RunOf(Injected("real_attention"), 5));
  EXPECT_EQ(needs, LanguageModelTrainer().needs(RunOf(Injected("real_attention"), 6)));
  EXPECT_EQ(needs[0].seed, TinyRecipe().text.split_seed);
  EXPECT_EQ(needs[1].seed, 77u);
}

TEST_F(LanguageModelTrainerTest, ATemplateNeedsItsTeacherAndTheTeacherItsText) {
  const training::Run templates = LanguageModelTrainer().needs(RunOf(Injected("mean_template")))[1];
  const auto needs = TemplatesMaker().needs(templates);
  ASSERT_EQ(needs.size(), 2u);
  EXPECT_EQ(needs[1].trainer, TeacherMaker().name);
  EXPECT_THAT(TeacherMaker().needs(needs[1]), ElementsAre(needs[0]));
  EXPECT_TRUE(TextMaker().needs(needs[0]).empty());
}

TEST_F(LanguageModelTrainerTest, CalibrationRunsAreTheBaselineAtTheCalibrationSeeds) {
  LanguageModelRun recipe = Injected("uniform");
  recipe.thresholds = ThresholdRecipe{{0.5}, {101, 102}};
  recipe.replicate = 3;
  const LanguageModelRun baseline = {.language_model = TinyRecipe()};
  EXPECT_THAT(LanguageModelTrainer().calibration(RunOf(recipe)),
              ElementsAre(RunOf(baseline, 101), RunOf(baseline, 102)));
  EXPECT_TRUE(LanguageModelTrainer().calibration(RunOf(baseline)).empty());
}

TEST_F(LanguageModelTrainerTest, ThresholdsAreReadOffTheCalibrationCurves) {
  LanguageModelRun recipe = Injected("uniform");
  recipe.thresholds = ThresholdRecipe{{0.5, 1}, {101, 102}};
  Measurement a, b;
  a.curve = {{0, 8}, {7, 4}, {14, 2}};
  b.curve = {{0, 8}, {7, 6}, {14, 2}};
  EXPECT_THAT(LanguageModelTrainer().thresholds(RunOf(recipe), {a, b}), ElementsAre(5, 2));
  EXPECT_TRUE(LanguageModelTrainer().thresholds(RunOf({.language_model = TinyRecipe()}), {}).empty());
}

TEST_F(LanguageModelTrainerTest, TheTeacherIsTheBaselineOfItsSeed) {
  const training::Run baseline = RunOf({.language_model = TinyRecipe()}, 77);
  const Measurement measured = LanguageModelTrainer().train(baseline, context_);
  const training::Run teacher = LanguageModelTrainer().needs(RunOf(Injected("real_attention")))[1];
  models::Weights weights(models::GptLayout(TinyRecipe().model), at::kCPU);
  LoadWeights(Artifact(teacher) / "weights.safetensors", weights);
  EXPECT_EQ(models::Hash(weights), measured.ledger.final_weights);
}

TEST_F(LanguageModelTrainerTest, TheTemplatesAreTheTeachersMeanAttentionOverEveryReferenceWindow) {
  const training::Run templates = LanguageModelTrainer().needs(RunOf(Injected("mean_template")))[1];
  const data::FloatArray array =
      data::ReadSafetensors(Artifact(templates) / "templates.safetensors").arrays.at("templates");
  const models::GptShape shape = TinyRecipe().model;
  EXPECT_EQ(array.shape,
            (std::vector<std::int64_t>{shape.layers, shape.heads, shape.context, shape.context}));
  const auto weights = std::make_shared<models::Weights>(models::GptLayout(shape), at::kCPU);
  LoadWeights(Artifact(TemplatesMaker().needs(templates)[1]) / "weights.safetensors", *weights);
  const models::TrainedGpt teacher = {.shape = shape, .weights = weights};
  const data::TokenizedCorpus corpus = TinyText().reference;
  const WindowedCorpus reference(corpus, shape.context);
  std::vector<int> all(reference.size());
  for (int i = 0; i < reference.size(); ++i) all[i] = i;
  const at::Tensor mean = models::MeanAttention(teacher, reference.Gather(all).tokens, reference.size());
  EXPECT_TRUE(at::allclose(at::tensor(array.values), mean.reshape(-1), 0, 1e-6));
}

TEST_F(LanguageModelTrainerTest, EveryPatternTrainsWithTheArtifactsItNeeds) {
  std::map<std::string, std::string> pattern_of;  // final weights -> pattern
  for (const models::PatternKind& kind : models::PatternKinds()) {
    if (kind.needs.file) continue;  // below
    const Measurement measured = LanguageModelTrainer().train(RunOf(Injected(kind.name)), context_);
    EXPECT_FALSE(measured.failure) << kind.name;
    EXPECT_EQ(measured.metrics.at("steps"), 14) << kind.name;
    const auto [place, is_new] = pattern_of.emplace(measured.ledger.final_weights, kind.name);
    EXPECT_TRUE(is_new) << kind.name << " trains as " << place->second;
  }
}

TEST_F(LanguageModelTrainerTest, AnUnknownPatternIsRefusedWithTheOnesThereAre) {
  LanguageModelRun recipe = Injected("real_attention");
  recipe.injection->pattern = "real";
  EXPECT_THAT(MessageOf([&] { LanguageModelTrainer().train(RunOf(recipe), context_); }),
              HasSubstr("no pattern is named \"real\"; there are real_attention"));
}

TEST_F(LanguageModelTrainerTest, APatternOfATeacherWithoutATeacherIsRefused) {
  for (const std::string pattern : {"real_attention", "mean_template"}) {
    LanguageModelRun recipe = Injected(pattern);
    recipe.injection->teacher.reset();
    EXPECT_EQ(MessageOf([&] { LanguageModelTrainer().train(RunOf(recipe), context_); }),
              "pattern " + pattern + " needs a teacher in its recipe");
  }
}

// Plans ask for needs before anything runs.
TEST_F(LanguageModelTrainerTest, WhatARecipeLacksIsRefusedWhenItsNeedsAreAsked) {
  LanguageModelRun recipe = Injected("mean_template");
  recipe.injection->teacher.reset();
  EXPECT_EQ(MessageOf([&] { NeedsOf(recipe); }), "pattern mean_template needs a teacher in its recipe");
  recipe = Injected("interpolated");
  recipe.injection->real_share.reset();
  EXPECT_THAT(MessageOf([&] { NeedsOf(recipe); }), HasSubstr("needs a real_share"));
  recipe = Injected("program");
  recipe.injection->programs.clear();
  EXPECT_THAT(MessageOf([&] { NeedsOf(recipe); }), HasSubstr("needs one program a head"));
  recipe = Injected("file");
  EXPECT_THAT(MessageOf([&] { NeedsOf(recipe); }), HasSubstr("needs the SHA-256 of a file"));
}

TEST_F(LanguageModelTrainerTest, AnInjectionIntoNoHeadIsRefused) {
  LanguageModelRun recipe = Injected("uniform");
  recipe.injection->heads.clear();
  EXPECT_THAT(MessageOf([&] { NeedsOf(recipe); }), HasSubstr("needs in its recipe the heads that it holds"));
  EXPECT_THAT(MessageOf([&] { LanguageModelTrainer().train(RunOf(recipe), context_); }),
              HasSubstr("needs in its recipe the heads that it holds"));
}

TEST_F(LanguageModelTrainerTest, AnInterpolationWithoutAShareIsRefused) {
  LanguageModelRun recipe = Injected("interpolated");
  for (const auto& share : {std::optional<double>(), std::optional<double>(1.5)}) {
    recipe.injection->real_share = share;
    EXPECT_EQ(MessageOf([&] { LanguageModelTrainer().train(RunOf(recipe), context_); }),
              "pattern interpolated needs a real_share between 0 and 1 in its recipe");
  }
}

TEST_F(LanguageModelTrainerTest, AProgramIsThePatternThatItsTextSays) {
  LanguageModelRun program = Injected("program");
  program.injection->programs = {"all(id[-1] = query.id)"};
  const Measurement of_program = LanguageModelTrainer().train(RunOf(program), context_);
  const Measurement of_rule = LanguageModelTrainer().train(RunOf(Injected("induction")), context_);
  EXPECT_EQ(of_program.ledger.final_weights, of_rule.ledger.final_weights);
}

TEST_F(LanguageModelTrainerTest, ProgramsThatDoNotFitTheHeadsOrAreNoneAreRefused) {
  LanguageModelRun recipe = Injected("program");
  recipe.injection->programs = {"self", "first"};
  EXPECT_EQ(MessageOf([&] { LanguageModelTrainer().train(RunOf(recipe), context_); }),
            "pattern program needs one program a head in its recipe");
  recipe.injection->programs = {"frist"};
  EXPECT_THAT(MessageOf([&] { LanguageModelTrainer().train(RunOf(recipe), context_); }),
              HasSubstr("found \"frist\""));
}

// Real attention on every window, written to a file and injected from there, trains the same model. Not to
// the bit: rows are scaled to sum 1 when a file is read.
TEST_F(LanguageModelTrainerTest, APatternFromAFileIsThePatternThatWasWritten) {
  const LanguageModelRun real = Injected("real_attention");
  const Measurement of_teacher = LanguageModelTrainer().train(RunOf(real), context_);
  const models::GptShape shape = TinyRecipe().model;
  std::vector<at::Tensor> windows;
  const Text text = TinyText();
  for (const data::TokenizedCorpus* corpus : {&text.train, &text.held_out}) {
    const WindowedCorpus windowed(*corpus, shape.context);
    for (int i = 0; i < windowed.size(); ++i) windows.push_back(windowed.Gather({i}).tokens);
  }
  at::Tensor tokens = std::get<0>(at::unique_dim(at::cat(windows), 0)).contiguous();
  const at::Tensor attention =
      models::GptAttention(TeacherFor(Teacher(), context_), tokens, {{1, 1}})[0].contiguous();
  data::Safetensors content;
  content.integers["tokens"] = {
      tokens.sizes().vec(),
      {tokens.data_ptr<std::int64_t>(), tokens.data_ptr<std::int64_t>() + tokens.numel()}};
  content.arrays["1.1"] = {attention.sizes().vec(),
                           {attention.data_ptr<float>(), attention.data_ptr<float>() + attention.numel()}};
  const auto folder = folder_.path() / "patterns";
  std::filesystem::create_directories(folder);
  data::WriteSafetensors(folder / "made", content);
  const std::string sha256 = data::Sha256HexOfFile(folder / "made");
  std::filesystem::rename(folder / "made", folder / (sha256 + ".safetensors"));
  setenv("RETABLE_DATA", folder_.path().c_str(), 1);
  LanguageModelRun from_file = Injected("file");
  from_file.injection->teacher.reset();
  from_file.injection->file = sha256;
  const Measurement of_file = LanguageModelTrainer().train(RunOf(from_file), context_);
  EXPECT_NEAR(of_file.curve.back().loss, of_teacher.curve.back().loss, 1e-5);
  from_file.injection->file = std::string(64, 'a');
  EXPECT_THAT(MessageOf([&] { LanguageModelTrainer().train(RunOf(from_file), context_); }),
              HasSubstr("put it into $RETABLE_DATA/patterns as aaaa"));
}

TEST_F(LanguageModelTrainerTest, ATeacherThatDivergesIsNoArtifact) {
  TeacherRecipe teacher = Teacher();
  teacher.language_model.optimizer.learning_rate = 1e30;
  const training::Run artifact = {TeacherMaker().name, Canonical(teacher), teacher.seed};
  EXPECT_THAT(MessageOf([&] { TeacherMaker().build(artifact, folder_.path(), context_); }),
              HasSubstr("the teacher cannot be trained: "));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "weights.safetensors"));
}

}  // namespace
}  // namespace retable::training
