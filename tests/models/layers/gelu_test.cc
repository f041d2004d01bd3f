#include "models/layers/gelu.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

namespace retable::models {
namespace {

using Layer = at::Tensor (*)(const at::Tensor&);

struct ValueAndGradient {
  at::Tensor value, gradient;
};

ValueAndGradient Apply(Layer layer, const at::Tensor& x) {
  const at::Tensor leaf = x.detach().clone().set_requires_grad(true);
  const at::Tensor value = layer(leaf);
  (value * x.cos()).sum().backward();
  return {value.detach(), leaf.grad()};
}

double LargestDifference(const at::Tensor& a, const at::Tensor& b) {
  return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

TEST(GeluLayerTest, KernelsAgreeWithTorchInDoublePrecision) {
  at::manual_seed(1);
  const at::Tensor x = at::randn({3, 5, 7}) * 4;
  const ValueAndGradient kernels = Apply(Gelu, x), composed = Apply(ComposedGelu, x.to(at::kDouble));
  EXPECT_EQ(kernels.value.sizes(), x.sizes());
  EXPECT_LT(LargestDifference(kernels.value, composed.value), 3e-6);
  EXPECT_LT(LargestDifference(kernels.gradient, composed.gradient), 3e-6);
}

TEST(GeluLayerTest, AnInputThatIsNotContiguousGivesTheSame) {
  at::manual_seed(1);
  const at::Tensor x = at::randn({6, 4});
  EXPECT_TRUE(at::equal(Gelu(x.t()), Gelu(x).t()));
}

// The gradient arrives expanded when the layer's value is summed.
TEST(GeluLayerTest, AGradientThatIsNotContiguousGivesTheSame) {
  at::manual_seed(1);
  const at::Tensor x = at::randn({6, 4});
  const at::Tensor a = x.clone().set_requires_grad(true), b = x.clone().set_requires_grad(true);
  Gelu(a).sum().backward();
  (Gelu(b) * at::ones({6, 4})).sum().backward();
  EXPECT_TRUE(at::equal(a.grad(), b.grad()));
}

TEST(GeluLayerTest, DoublePrecisionGoesToTorchsOperation) {
  at::manual_seed(1);
  const at::Tensor x = at::randn({6, 4}, at::kDouble);
  EXPECT_TRUE(at::equal(Gelu(x), ComposedGelu(x)));
}

}  // namespace
}  // namespace retable::models
