#include "training/flops.h"

#include <gtest/gtest.h>

namespace retable::training {
namespace {

// 2 x 2 x 4, 8 tokens, vocabulary 10; by hand: a layer has 12 * 16 + 13 * 4 = 244 parameters,
// N = 10 * 4 + 2 * 244 + 2 * 4 = 536, F = 2 * 536 + 2 * 4 * 4 * 8 = 1328.
constexpr models::GptShape kSmall = {.layers = 2, .heads = 2, .width = 4, .context = 8, .vocabulary = 10};

LanguageModelRun Small() {
  LanguageModelRun run;
  run.language_model.model = kSmall;
  run.language_model.batch = 3;
  run.language_model.steps = 10;
  run.language_model.evaluation = {.every = 4, .windows = 5};
  return run;
}

TEST(FlopsTest, AForwardPassIsCountedByHand) { EXPECT_EQ(ForwardFlops(kSmall), 1328); }

// Table 1 of Radford et al. 2019 says 117M (124M by the released file); 124,439,808 less 1024 positions of 768.
TEST(FlopsTest, Gpt2HasItsParameters) {
  const models::GptShape gpt2 = {
      .layers = 12, .heads = 12, .width = 768, .context = 1024, .vocabulary = 50257};
  const double attention = 4.0 * 12 * 768 * 1024;
  EXPECT_EQ((ForwardFlops(gpt2) - attention) / 2, 124'439'808 - 1024 * 768);
}

// 240 tokens trained on at 3 F; 40 held-out tokens at F, at steps 0, 4, 8 and 10.
TEST(FlopsTest, ATrainingIsThreeForwardPassesATokenAndItsEvaluations) {
  const Cost cost = TrainingCost(Small());
  EXPECT_EQ(cost.tokens, 240);
  EXPECT_EQ(cost.flops, 240 * 3 * 1328 + 4 * 40 * 1328);
}

TEST(FlopsTest, AnEvaluationAtTheLastStepIsCountedOnce) {
  LanguageModelRun run = Small();
  run.language_model.evaluation.every = 5;  // 0, 5, 10
  EXPECT_EQ(TrainingCost(run).flops, 240 * 3 * 1328 + 3 * 40 * 1328);
}

// Layer 0 whole: 2 * 244 + 4 * 4 * 8 = 616; of each head the queries and keys, 4 * 4 * 2 = 32, and 8 scores of
// 2 dimensions, 32.
TEST(FlopsTest, TheTeacherIsComputedUpToTheHighestHead) {
  EXPECT_EQ(AttentionFlops(kSmall, {{0, 1}}, 8), 64);
  EXPECT_EQ(AttentionFlops(kSmall, {{1, 0}}, 8), 616 + 64);
  EXPECT_EQ(AttentionFlops(kSmall, {{1, 0}, {0, 1}}, 8), 616 + 2 * 64);
}

// 240 tokens trained on and 40 held out, once.
TEST(FlopsTest, RealAttentionCostsItsTeacherAndATemplateDoesNot) {
  LanguageModelRun run = Small();
  run.injection = InjectionRecipe{.pattern = "real_attention", .heads = {{1, 0}}, .teacher = TeacherRecipe()};
  run.injection->teacher->language_model.model = kSmall;
  EXPECT_EQ(TrainingCost(run).flops, TrainingCost(Small()).flops + 280 * (616 + 64));
  EXPECT_EQ(TrainingCost(run).tokens, 240);
  run.injection->pattern = "mean_template";
  EXPECT_EQ(TrainingCost(run).flops, TrainingCost(Small()).flops);
  run.injection = InjectionRecipe{.pattern = "induction", .heads = {{1, 0}}, .teacher = {}};
  EXPECT_EQ(TrainingCost(run).flops, TrainingCost(Small()).flops);
}

TEST(FlopsTest, ARunAndATrainedTeacherHaveACostAndOtherKindsHaveNone) {
  const Cost expected = TrainingCost(Small());
  const auto cost = CostOf({.trainer = kLanguageModelTrainer, .recipe = Canonical(Small()), .seed = 1});
  ASSERT_TRUE(cost.has_value());
  EXPECT_EQ(cost->flops, expected.flops);
  TeacherRecipe teacher = {.language_model = Small().language_model, .seed = 1, .weights = ""};
  const auto of_teacher = [&] {
    return CostOf({.trainer = "teacher/1", .recipe = Canonical(teacher), .seed = 1});
  };
  ASSERT_TRUE(of_teacher().has_value());
  EXPECT_EQ(of_teacher()->tokens, expected.tokens);
  teacher.weights = "gpt2";
  EXPECT_FALSE(of_teacher().has_value());
  EXPECT_FALSE(CostOf({.trainer = "text/1", .recipe = "{}", .seed = 1}).has_value());
}

}  // namespace
}  // namespace retable::training
