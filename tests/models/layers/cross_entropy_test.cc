#include "models/layers/cross_entropy.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <tuple>

// N tokens, C width, V vocabulary.
namespace retable::models {
namespace {

using ::testing::ThrowsMessage;

constexpr int kWidth = 16;

struct Inputs {
  at::Tensor hidden, weight, targets;  // [N, C], [V, C], [N]
};

Inputs RandomInputs(int tokens, int vocabulary) {
  at::manual_seed(1);
  return {at::randn({tokens, kWidth}), at::randn({vocabulary, kWidth}),
          at::randint(vocabulary, {tokens}, at::kLong)};
}

using Layer = at::Tensor (*)(const at::Tensor&, const at::Tensor&, const at::Tensor&);

struct Outputs {
  double loss;
  at::Tensor hidden_gradient, weight_gradient;
};

Outputs Apply(Layer layer, const Inputs& inputs, at::ScalarType type = at::kFloat) {
  const at::Tensor hidden = inputs.hidden.to(type).clone().set_requires_grad(true);
  const at::Tensor weight = inputs.weight.to(type).clone().set_requires_grad(true);
  const at::Tensor loss = layer(hidden, weight, inputs.targets);
  (3 * loss).backward();
  return {loss.item<double>(), hidden.grad(), weight.grad()};
}

double LargestDifference(const at::Tensor& a, const at::Tensor& b) {
  return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

// Tokens below, at and above the chunk of 256; vocabularies that are and are no multiple of 8.
class SizeTest : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(SizeTest, LossAndGradientsAgreeWithTorchInDoublePrecision) {
  const Inputs inputs = RandomInputs(std::get<0>(GetParam()), std::get<1>(GetParam()));
  const Outputs kernels = Apply(LinearCrossEntropy, inputs);
  const Outputs composed = Apply(ComposedLinearCrossEntropy, inputs, at::kDouble);
  EXPECT_NEAR(kernels.loss, composed.loss, 1e-6 * (1 + composed.loss));
  EXPECT_LT(LargestDifference(kernels.hidden_gradient, composed.hidden_gradient), 5e-6);
  EXPECT_LT(LargestDifference(kernels.weight_gradient, composed.weight_gradient), 5e-6);
}

INSTANTIATE_TEST_SUITE_P(TokensAndVocabulary, SizeTest,
                         ::testing::Combine(::testing::Values(1, 256, 300),
                                            ::testing::Values(1, 13, 64, 257)));

TEST(LinearCrossEntropyTest, OneInputMayBeWithoutGradient) {
  const Inputs inputs = RandomInputs(40, 13);
  const at::Tensor weight = inputs.weight.clone().set_requires_grad(true);
  LinearCrossEntropy(inputs.hidden, weight, inputs.targets).backward();
  EXPECT_LT(LargestDifference(3 * weight.grad(), Apply(LinearCrossEntropy, inputs).weight_gradient), 1e-6);
}

TEST(LinearCrossEntropyTest, WithoutGradientsTheLossIsTheSame) {
  const Inputs inputs = RandomInputs(300, 13);
  const c10::AutoGradMode no_gradients(false);
  const double loss = LinearCrossEntropy(inputs.hidden, inputs.weight, inputs.targets).item<double>();
  const c10::AutoGradMode gradients(true);
  EXPECT_EQ(loss, Apply(LinearCrossEntropy, inputs).loss);
}

TEST(LinearCrossEntropyTest, DoublePrecisionGoesToTorchsOperations) {
  const Inputs inputs = RandomInputs(10, 13);
  EXPECT_EQ(Apply(LinearCrossEntropy, inputs, at::kDouble).loss,
            Apply(ComposedLinearCrossEntropy, inputs, at::kDouble).loss);
}

TEST(LinearCrossEntropyTest, InputsThatAreNotContiguousAreTaken) {
  const Inputs inputs = RandomInputs(40, 13);
  const Inputs strided = {inputs.hidden.t().contiguous().t(), inputs.weight.t().contiguous().t(),
                          at::stack({inputs.targets, inputs.targets}, 1).select(1, 0)};
  ASSERT_FALSE(strided.targets.is_contiguous());
  const double loss = LinearCrossEntropy(strided.hidden, strided.weight, strided.targets).item<double>();
  EXPECT_NEAR(loss, LinearCrossEntropy(inputs.hidden, inputs.weight, inputs.targets).item<double>(), 1e-6);
}

TEST(LinearCrossEntropyTest, ATargetOutsideTheVocabularyIsRefused) {
  Inputs inputs = RandomInputs(10, 13);
  for (const int target : {-1, 13}) {
    inputs.targets[7] = target;
    EXPECT_THAT([&] { LinearCrossEntropy(inputs.hidden, inputs.weight, inputs.targets); },
                ThrowsMessage<std::out_of_range>("target token " + std::to_string(target) +
                                                 " is not in a vocabulary of 13"));
  }
}

}  // namespace
}  // namespace retable::models
