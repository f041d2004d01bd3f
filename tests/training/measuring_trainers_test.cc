#include "training/measuring_trainers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/training/sample_result.h"
#include "tests/training/tiny_artifacts.h"

namespace retable::training {
namespace {

using ::testing::HasSubstr;

class MeasuringTrainersTest : public TinyArtifactsTest {
 protected:
  static InjectionRecipe Injection(const std::string& pattern) {
    return {.pattern = pattern, .heads = {{1, 1}}, .teacher = Teacher()};
  }

  template <typename Recipe>
  static training::Run RunOf(const char* trainer, const InjectionRecipe& injection, int windows = 6) {
    const Recipe recipe = {.teacher = Teacher(), .injection = injection, .windows = windows};
    return {trainer, Canonical(recipe), Teacher().seed};
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

TEST_F(MeasuringTrainersTest, MoreWindowsThanThereAreIsRefused) {
  const training::Run run = RunOf<ReplacementRun>(kReplacementTrainer, Injection("uniform"), 100'000);
  EXPECT_THAT(MessageOf([&] { ReplacementTrainer().train(run, context_); }),
              HasSubstr("measures on 100000 windows, and the split has "));
}

}  // namespace
}  // namespace retable::training
