#include "training/optimizer.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "data/random.h"
#include "models/kernels/supported.h"

namespace retable::training {
namespace {

OptimizerRecipe Recipe() {
  return {.learning_rate = 0.01,
          .warmup_steps = 4,
          .decay_steps = 24,
          .final_rate_fraction = 0.1,
          .beta1 = 0.9,
          .beta2 = 0.95,
          .epsilon = 1e-8,
          .weight_decay = 0.1,
          .clip_norm = 1};
}

TEST(LearningRateTest, RisesLinearlyToTheRateAtTheLastStepOfWarmUp) {
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 0), 0.0025);
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 1), 0.005);
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 3), 0.01);
}

TEST(LearningRateTest, FallsByACosineToItsFraction) {
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 4), 0.01);
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 14), 0.0055);  // half way, half between 0.01 and 0.001
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 24), 0.001);
  for (int step = 5; step <= 24; ++step)
    EXPECT_LT(LearningRate(Recipe(), step), LearningRate(Recipe(), step - 1));
}

TEST(LearningRateTest, IsConstantAfterTheDecay) {
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 25), 0.001);
  EXPECT_DOUBLE_EQ(LearningRate(Recipe(), 1'000'000), 0.001);
}

TEST(LearningRateTest, WithoutWarmUpBeginsAtTheRate) {
  OptimizerRecipe recipe = Recipe();
  recipe.warmup_steps = 0;
  EXPECT_DOUBLE_EQ(LearningRate(recipe, 0), 0.01);
  recipe.decay_steps = 0;
  EXPECT_DOUBLE_EQ(LearningRate(recipe, 0), 0.01);
  EXPECT_DOUBLE_EQ(LearningRate(recipe, 1), 0.001);
}

TEST(LearningRateTest, AFractionOfOneIsConstantAfterWarmUp) {
  OptimizerRecipe recipe = Recipe();
  recipe.final_rate_fraction = 1;
  for (const int step : {3, 4, 14, 24, 100}) EXPECT_DOUBLE_EQ(LearningRate(recipe, step), 0.01);
}

// A matrix that decays and a bias that does not, with fixed values and gradients.
class OptimizerTest : public ::testing::Test {
 protected:
  OptimizerTest() { weights_.values().copy_(Values(1)); }

  static constexpr int kCount = 15 + 6;
  static std::vector<models::WeightSpec> Layout() {
    return {{.name = "matrix", .shape = {5, 3}, .decays = true}, {.name = "bias", .shape = {6}}};
  }
  static at::Tensor Values(std::uint64_t stream) {
    data::Random random(stream);
    std::vector<float> values(kCount);
    for (float& value : values) value = static_cast<float>(random.Normal());
    return at::tensor(values);
  }
  // Steps with gradients `scale` times those of streams `first` ... `last`; the norm of the last.
  double Steps(Optimizer& optimizer, int first, int last, double scale = 1) {
    double norm = 0;
    for (int stream = first; stream <= last; ++stream) {
      weights_.gradients().copy_(Values(stream) * scale);
      norm = optimizer.Step();
    }
    return norm;
  }

  void ExpectAdamw();

  models::Weights weights_{Layout(), at::kCPU};
};

// Thirty steps, of gradients above and below the norm that is clipped, against AdamW in double precision.
void OptimizerTest::ExpectAdamw() {
  const OptimizerRecipe recipe = Recipe();
  Optimizer optimizer(recipe, weights_);
  at::Tensor w = weights_.values().to(at::kDouble), m = at::zeros_like(w), v = at::zeros_like(w);
  const at::Tensor decay =
      at::cat({at::full({15}, recipe.weight_decay, at::kDouble), at::zeros({6}, at::kDouble)});
  for (int t = 1; t <= 30; ++t) {
    const double scale = t % 2 == 0 ? 0.05 : 3;
    const double norm = Steps(optimizer, 100 + t, 100 + t, scale);
    at::Tensor g = (Values(100 + t) * scale).to(at::kDouble);
    EXPECT_NEAR(norm, g.norm().item<double>(), 1e-6 * norm);
    g = g * std::min(1.0, recipe.clip_norm / g.norm().item<double>());
    m = recipe.beta1 * m + (1 - recipe.beta1) * g;
    v = recipe.beta2 * v + (1 - recipe.beta2) * g * g;
    const at::Tensor direction =
        m / (1 - std::pow(recipe.beta1, t)) / ((v / (1 - std::pow(recipe.beta2, t))).sqrt() + recipe.epsilon);
    w = w - LearningRate(recipe, t - 1) * (decay * w + direction);
    ASSERT_LT((weights_.values().to(at::kDouble) - w).abs().max().item<double>(), 2e-6) << t;
  }
  EXPECT_EQ(optimizer.steps_done(), 30);
}

TEST_F(OptimizerTest, AgreesWithAdamwInDoublePrecision) { ExpectAdamw(); }

TEST_F(OptimizerTest, AgreesWithAdamwOnThePathOfOtherDevices) {
  const models::kernels::WithoutKernels without_kernels;
  ExpectAdamw();
}

// All gradients, of every step, are above the clipped norm: their size cannot matter.
TEST_F(OptimizerTest, AboveTheClippedNormOnlyTheGradientsDirectionCounts) {
  Optimizer large(Recipe(), weights_);
  EXPECT_GT(Steps(large, 2, 6, 1e6), 1e6);
  const at::Tensor after_large = weights_.values().clone();
  weights_.values().copy_(Values(1));
  Optimizer small(Recipe(), weights_);
  Steps(small, 2, 6, 10);
  EXPECT_LT((weights_.values() - after_large).abs().max().item<double>(), 1e-6);
}

TEST_F(OptimizerTest, WeightDecayActsOnlyWhereTheLayoutSaysSo) {
  Optimizer optimizer(Recipe(), weights_);
  weights_.gradients().zero_();
  optimizer.Step();
  const float keep = static_cast<float>(1 - LearningRate(Recipe(), 0) * 0.1);
  EXPECT_TRUE(at::allclose(weights_["matrix"].view(-1), Values(1).narrow(0, 0, 15) * keep, 1e-6, 0));
  EXPECT_FALSE(at::equal(weights_["matrix"].view(-1), Values(1).narrow(0, 0, 15)));
  EXPECT_TRUE(at::equal(weights_["bias"], Values(1).narrow(0, 15, 6)));
}

TEST_F(OptimizerTest, AStepLeavesTheGradientZero) {
  Optimizer optimizer(Recipe(), weights_);
  Steps(optimizer, 2, 2);
  EXPECT_EQ(weights_.gradients().count_nonzero().item<std::int64_t>(), 0);
}

TEST_F(OptimizerTest, AGradientThatIsNotFiniteLeavesWeightsMomentsAndCount) {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    Optimizer optimizer(Recipe(), weights_);
    Steps(optimizer, 2, 3);
    const at::Tensor values = weights_.values().clone(), moments = optimizer.moments().clone();
    weights_.gradients().fill_(1);
    weights_.gradients()[20] = bad;
    EXPECT_FALSE(std::isfinite(optimizer.Step()));
    EXPECT_TRUE(at::equal(weights_.values(), values));
    EXPECT_TRUE(at::equal(optimizer.moments(), moments));
    EXPECT_EQ(optimizer.steps_done(), 2);
    EXPECT_EQ(weights_.gradients().count_nonzero().item<std::int64_t>(), 0);
  }
}

TEST_F(OptimizerTest, GoesOnFromItsMomentsWithTheSameBits) {
  Optimizer undisturbed(Recipe(), weights_);
  Steps(undisturbed, 2, 4);
  const at::Tensor values = weights_.values().clone(), moments = undisturbed.moments().clone();
  Steps(undisturbed, 5, 8);
  const at::Tensor expected = weights_.values().clone();
  weights_.values().copy_(values);
  Optimizer resumed(Recipe(), weights_);
  resumed.Restore(moments, 3);
  Steps(resumed, 5, 8);
  EXPECT_TRUE(at::equal(weights_.values(), expected));
  EXPECT_EQ(resumed.steps_done(), 7);
}

}  // namespace
}  // namespace retable::training
