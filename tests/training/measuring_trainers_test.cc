#include "training/measuring_trainers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include "models/gpt.h"
#include "tests/training/sample_result.h"
#include "tests/training/tiny_artifacts.h"
#include "training/state.h"

namespace retable::training {
namespace {

using ::testing::HasSubstr;

class MeasuringTrainersTest : public TinyArtifactsTest {
 protected:
  // In the precision that the test is about.
  TeacherRecipe TheTeacher() const {
    TeacherRecipe teacher = Teacher();
    teacher.language_model.precision = precision_;
    return teacher;
  }

  InjectionRecipe Injection(const std::string& pattern) const {
    return {.pattern = pattern, .heads = {{1, 1}}, .teacher = TheTeacher()};
  }

  template <typename Recipe>
  training::Run RunOf(const char* trainer, const InjectionRecipe& injection, int windows = 6) const {
    const Recipe recipe = {.teacher = TheTeacher(), .injection = injection, .windows = windows};
    return {trainer, Canonical(recipe), TheTeacher().seed};
  }

  // Training as a question about needs: what both refuse is refused before anything runs, and by both.
  std::function<std::vector<training::Run>(const training::Run&)> Trained(const Trainer& trainer) const {
    return [this, train = trainer.train](const training::Run& run) {
      train(run, context_);
      return std::vector<training::Run>();
    };
  }

  std::map<std::string, double> Replaced(const InjectionRecipe& injection) {
    return ReplacementTrainer()
        .train(RunOf<ReplacementRun>(kReplacementTrainer, injection), context_)
        .metrics;
  }

  std::map<std::string, double> Measured(const InjectionRecipe& injection) {
    return PatternMeasuresTrainer()
        .train(RunOf<PatternMeasuresRun>(kPatternMeasuresTrainer, injection), context_)
        .metrics;
  }

  models::Precision precision_ = models::Precision::kFloat32;
};

TEST_F(MeasuringTrainersTest, AHeadReplacedByItsOwnAttentionLosesNothing) {
  const auto metrics = Replaced(Injection("real_attention"));
  EXPECT_NEAR(metrics.at("loss_increase"), 0, 1e-6);
  EXPECT_GT(metrics.at("loss_intact"), 0);
}

TEST_F(MeasuringTrainersTest, DeletionChangesTheLoss) {
  const auto metrics = Replaced(Injection("deletion"));
  EXPECT_GT(std::abs(metrics.at("loss_increase")), 1e-4);
  EXPECT_DOUBLE_EQ(metrics.at("loss_increase"), metrics.at("loss") - metrics.at("loss_intact"));
}

TEST_F(MeasuringTrainersTest, AnotherDocumentsAttentionIsNotItsOwn) {
  InjectionRecipe injection = Injection("real_attention");
  injection.shuffled = true;
  EXPECT_GT(std::abs(Replaced(injection).at("loss_increase")), 1e-6);
  EXPECT_LT(Measured(injection).at("iou"), 0.999);
}

TEST_F(MeasuringTrainersTest, RealAttentionAgreesWithItself) {
  const auto metrics = Measured(Injection("real_attention"));
  EXPECT_NEAR(metrics.at("iou"), 1, 1e-6);
  EXPECT_GT(metrics.at("input_dependence"), 0.001);
}

// Row i of causal-uniform has entropy ln(i + 1) and gives 1 / (i + 1) to the first token; T = 8.
TEST_F(MeasuringTrainersTest, UniformRowsMeasureAsTheirFormulaSays) {
  double entropy = 0, first = 0;
  for (int i = 0; i < 8; ++i) {
    entropy += std::log(i + 1) / 8;
    first += 1.0 / (i + 1) / 8;
  }
  const auto metrics = Measured(Injection("uniform"));
  EXPECT_NEAR(metrics.at("row_entropy"), entropy, 1e-6);
  EXPECT_NEAR(metrics.at("first_token_mass"), first, 1e-6);
  EXPECT_NEAR(metrics.at("input_dependence"), 0, 1e-9);
}

TEST_F(MeasuringTrainersTest, AProgramForNoHeadHasNoIou) {
  InjectionRecipe injection = {.pattern = "program", .heads = {}, .teacher = {}, .programs = {"first"}};
  const auto metrics = Measured(injection);
  EXPECT_FALSE(metrics.contains("iou"));
  EXPECT_DOUBLE_EQ(metrics.at("first_token_mass"), 1);
  EXPECT_NEAR(metrics.at("row_entropy"), 0, 1e-9);
}

TEST_F(MeasuringTrainersTest, SeveralHeadsAreAveragedInMeasuresAndReplacedTogether) {
  InjectionRecipe both = Injection("real_attention"), first = both, second = both;
  both.heads = {{0, 0}, {1, 1}};
  first.heads = {{0, 0}};
  second.heads = {{1, 1}};
  EXPECT_NEAR(Measured(both).at("row_entropy"),
              (Measured(first).at("row_entropy") + Measured(second).at("row_entropy")) / 2, 1e-9);
  EXPECT_NEAR(Replaced(both).at("loss_increase"), 0, 1e-6);
}

// A teacher of another seed gives the pattern: both are in use at once.
TEST_F(MeasuringTrainersTest, TheAttentionOfAnotherTeacherIsNotFreedByThisOne) {
  InjectionRecipe other = Injection("real_attention");
  other.teacher->seed = 78;
  const auto metrics = Replaced(other);
  EXPECT_GT(std::abs(metrics.at("loss_increase")), 1e-6);
  EXPECT_EQ(metrics.at("loss_intact"), Replaced(Injection("real_attention")).at("loss_intact"));
  EXPECT_LT(Measured(other).at("iou"), 0.9999);
}

TEST_F(MeasuringTrainersTest, WhatIsHeldStaysWhenAnotherIsRead) {
  TeacherRecipe other = Teacher();
  other.seed = 78;
  const models::TrainedGpt first = TeacherFor(Teacher(), context_);
  const std::string before = models::Hash(*first.weights);
  EXPECT_EQ(TeacherFor(Teacher(), context_).weights, first.weights) << "read twice";
  const models::TrainedGpt second = TeacherFor(other, context_);
  EXPECT_NE(models::Hash(*second.weights), before);
  EXPECT_EQ(models::Hash(*first.weights), before);
  EXPECT_EQ(TeacherFor(Teacher(), context_).weights.use_count(), 2) << "only the last one is kept";
}

// 8 bits of bfloat16 show in every number, and in none of them much.
TEST_F(MeasuringTrainersTest, ATeacherIsRunInItsPrecision) {
  const auto exact = Replaced(Injection("uniform")), measured = Measured(Injection("real_attention"));
  const training::Run exact_teacher = TeacherOf(Teacher());
  precision_ = models::Precision::kBfloat16;
  // The same weights, run in another precision.
  std::filesystem::copy(Artifact(exact_teacher), folder_.path() / Key(TeacherOf(TheTeacher())));
  const auto coarse = Replaced(Injection("uniform")), coarsely = Measured(Injection("real_attention"));
  for (const std::string name : {"loss", "loss_intact"}) {
    EXPECT_NE(coarse.at(name), exact.at(name)) << name;
    EXPECT_NEAR(coarse.at(name), exact.at(name), 0.02) << name;
  }
  EXPECT_NE(coarsely.at("row_entropy"), measured.at("row_entropy"));
  EXPECT_NEAR(coarsely.at("row_entropy"), measured.at("row_entropy"), 0.02);
  EXPECT_NEAR(coarsely.at("iou"), 1, 1e-6) << "pattern and head are of one precision";
}

TEST_F(MeasuringTrainersTest, ReplacementsOfNoHeadAndAsABiasAreRefusedBeforeAnythingRuns) {
  InjectionRecipe none = Injection("uniform"), bias = none;
  none.heads.clear();
  bias.is_bias = true;
  for (const auto& ask : {ReplacementTrainer().needs, Trained(ReplacementTrainer())}) {
    EXPECT_THAT(MessageOf([&] { ask(RunOf<ReplacementRun>(kReplacementTrainer, none)); }),
                HasSubstr("needs in its recipe the heads that it replaces"));
    EXPECT_THAT(MessageOf([&] { ask(RunOf<ReplacementRun>(kReplacementTrainer, bias)); }),
                HasSubstr("trains no weight of a bias"));
  }
}

TEST_F(MeasuringTrainersTest, MeasuresOfADeletedHeadAndOfABiasAreRefusedBeforeAnythingRuns) {
  InjectionRecipe bias = Injection("uniform");
  bias.is_bias = true;
  for (const auto& ask : {PatternMeasuresTrainer().needs, Trained(PatternMeasuresTrainer())}) {
    EXPECT_THAT(
        MessageOf([&] { ask(RunOf<PatternMeasuresRun>(kPatternMeasuresTrainer, Injection("deletion"))); }),
        HasSubstr("pattern deletion has rows of zeros alone"));
    EXPECT_THAT(MessageOf([&] { ask(RunOf<PatternMeasuresRun>(kPatternMeasuresTrainer, bias)); }),
                HasSubstr("its recipe states no mode"));
  }
}

// Attention that is NaN is what the recipe gives, whatever machine repeats it.
TEST_F(MeasuringTrainersTest, ATeacherThatIsNotFiniteFailsByTheMethod) {
  models::Weights broken(models::GptLayout(TinyRecipe().model), at::kCPU);
  models::Initialize(broken, 1);
  broken.values().fill_(std::numeric_limits<float>::quiet_NaN());
  const std::filesystem::path folder = folder_.path() / Key(TeacherOf(Teacher()));
  std::filesystem::create_directories(folder);
  SaveWeights(broken, folder / "weights.safetensors");
  const auto failure = [&](const Trainer& trainer, const training::Run& run) {
    const Measurement measured = trainer.train(run, context_);
    EXPECT_TRUE(measured.metrics.empty());
    EXPECT_NO_THROW(ToJson(measured));
    if (!measured.failure || measured.failure->cause != FailureCause::kMethod) return std::string("none");
    return measured.failure->message;
  };
  EXPECT_EQ(failure(PatternMeasuresTrainer(),
                    RunOf<PatternMeasuresRun>(kPatternMeasuresTrainer, Injection("uniform"))),
            "the teacher's attention is not finite");
  EXPECT_EQ(failure(ReplacementTrainer(), RunOf<ReplacementRun>(kReplacementTrainer, Injection("uniform"))),
            "the loss of the teacher as trained is not finite");
  InjectionRecipe sound = Injection("real_attention"), of_no_head = sound;
  of_no_head.heads.clear();
  EXPECT_EQ(failure(PatternMeasuresTrainer(), RunOf<PatternMeasuresRun>(kPatternMeasuresTrainer, of_no_head)),
            "the pattern is not finite");
}

TEST_F(MeasuringTrainersTest, MoreWindowsThanThereAreIsRefused) {
  const training::Run run = RunOf<ReplacementRun>(kReplacementTrainer, Injection("uniform"), 100'000);
  EXPECT_THAT(MessageOf([&] { ReplacementTrainer().train(run, context_); }),
              HasSubstr("measures on 100000 windows, and the split has "));
}

}  // namespace
}  // namespace retable::training
