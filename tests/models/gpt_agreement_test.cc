// The GPT against plain PyTorch in Python (gpt_agreement.py, gpt_reference.py) on fixed weights: logits, loss
// and every gradient, with and without held heads.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "data/safetensors.h"
#include "models/gpt.h"
#include "models/weights.h"
#include "tests/models/python.h"

namespace retable::models {
namespace {

struct Case {
  const char* name;
  GptShape shape;
  std::vector<Head> held;
};

constexpr GptShape kKernels = {.layers = 3, .heads = 4, .width = 32, .context = 24, .vocabulary = 61};
constexpr GptShape kComposed = {.layers = 2, .heads = 3, .width = 15, .context = 9, .vocabulary = 61};

data::FloatArray ToArray(const at::Tensor& tensor) {
  const at::Tensor values = tensor.detach().to(at::kFloat).contiguous();
  return {values.sizes().vec(), {values.data_ptr<float>(), values.data_ptr<float>() + values.numel()}};
}

// Large enough that every gradient stands far above rounding.
Weights Spread(const GptShape& shape) {
  std::vector<WeightSpec> layout = GptLayout(shape);
  for (WeightSpec& spec : layout) spec.stddev = 0.2;
  Weights weights(layout, at::kCPU);
  Initialize(weights, 5);
  return weights;
}

// Random patterns; every second head's is the same for all windows.
std::vector<Injection> Inject(const Case& one, int windows) {
  std::vector<Injection> injections;
  for (const Head& head : one.held) {
    const int of = injections.size() % 2 == 0 ? windows : 1;
    const at::Tensor positive = at::rand({of, one.shape.context, one.shape.context}).add(0.01).tril();
    injections.push_back({head, positive / positive.sum(-1, true)});
  }
  return injections;
}

data::Safetensors Compute(const Case& one) {
  constexpr int kWindows = 3;
  at::manual_seed(1);
  const Weights weights = Spread(one.shape);
  const at::Tensor tokens = at::randint(one.shape.vocabulary, {kWindows, one.shape.context}, at::kLong);
  const at::Tensor targets = at::randint(one.shape.vocabulary, {kWindows, one.shape.context}, at::kLong);
  const std::vector<Injection> injections = Inject(one, kWindows);
  const at::Tensor loss = GptLoss(one.shape, weights, tokens, targets, injections);
  loss.backward();
  data::Safetensors content;
  content.metadata["shape"] = nlohmann::json(one.shape).dump();
  content.arrays["tokens"] = ToArray(tokens);
  content.arrays["targets"] = ToArray(targets);
  content.arrays["logits"] = ToArray(GptLogits(one.shape, weights, tokens, injections));
  content.arrays["loss"] = ToArray(loss.view({1}));
  for (const Injection& injection : injections) {
    content.arrays["pattern " + Name(injection.head)] = ToArray(injection.pattern);
  }
  for (const WeightSpec& spec : weights.layout()) {
    content.arrays["weight " + spec.name] = ToArray(weights[spec.name]);
    content.arrays["gradient " + spec.name] = ToArray(weights[spec.name].grad());
  }
  return content;
}

class GptAgreementTest : public ::testing::TestWithParam<Case> {};

TEST_P(GptAgreementTest, LogitsLossAndEveryGradientAreThoseOfPyTorch) {
  const std::filesystem::path file = ::testing::TempDir() + "/" + GetParam().name + ".safetensors";
  data::WriteSafetensors(file, Compute(GetParam()));
  const Ended python = RunPython("tests/models/gpt_agreement.py '" + file.string() + "'");
  EXPECT_EQ(python.status, 0) << python.printed;
}

INSTANTIATE_TEST_SUITE_P(Cases, GptAgreementTest,
                         ::testing::Values(Case{"kernels", kKernels, {}},
                                           Case{"kernels_held", kKernels, {{1, 2}, {0, 0}, {1, 3}}},
                                           Case{"composed", kComposed, {}},
                                           Case{"composed_held", kComposed, {{0, 1}, {1, 2}}}),
                         [](const auto& info) { return info.param.name; });

// That the comparison can fail: one gradient is off by a thousandth.
TEST(GptAgreementScriptTest, AWrongGradientIsNamed) {
  const std::filesystem::path file = ::testing::TempDir() + "/wrong.safetensors";
  data::Safetensors content = Compute({"wrong", kKernels, {}});
  for (float& value : content.arrays.at("gradient h.1.mlp.c_fc.weight").values) value *= 1.001F;
  data::WriteSafetensors(file, content);
  const Ended python = RunPython("tests/models/gpt_agreement.py '" + file.string() + "'");
  EXPECT_NE(python.status, 0);
  EXPECT_NE(python.printed.find("FAILED gradient h.1.mlp.c_fc.weight"), std::string::npos) << python.printed;
}

}  // namespace
}  // namespace retable::models
