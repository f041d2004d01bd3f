#include "models/weights.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace retable::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

std::vector<WeightSpec> Layout() {
  return {{.name = "bias", .shape = {3}},
          {.name = "matrix", .shape = {2, 3}, .stddev = 0.5, .decays = true},
          {.name = "gain", .shape = {2}, .mean = 1},
          {.name = "table", .shape = {4, 1, 2}, .mean = 10, .stddev = 0.25, .decays = true}};
}

TEST(WeightsTest, TensorsThatDecayComeFirst) {
  const Weights weights(Layout(), at::kCPU);
  std::vector<std::string> names;
  for (const WeightSpec& spec : weights.layout()) names.push_back(spec.name);
  EXPECT_THAT(names, ::testing::ElementsAre("matrix", "table", "bias", "gain"));
  EXPECT_EQ(weights.decaying(), 6 + 8);
  EXPECT_EQ(weights.values().numel(), 6 + 8 + 3 + 2);
}

TEST(WeightsTest, TensorsAreViewsOfTheFlatBuffer) {
  Weights weights(Layout(), at::kCPU);
  weights.values().copy_(at::arange(19, at::kFloat));
  EXPECT_TRUE(at::equal(weights["matrix"], at::arange(6, at::kFloat).view({2, 3})));
  EXPECT_TRUE(at::equal(weights["table"], at::arange(6, 14, at::kFloat).view({4, 1, 2})));
  EXPECT_TRUE(at::equal(weights["gain"], at::arange(17, 19, at::kFloat)));
}

TEST(WeightsTest, GradientsAddUpInTheFlatBufferAtTheSamePlaces) {
  Weights weights(Layout(), at::kCPU);
  for (int pass = 0; pass < 2; ++pass) (weights["matrix"].sum() + 3 * weights["gain"].sum()).backward();
  const at::Tensor expected = at::cat({at::full({6}, 2.0F), at::zeros({8 + 3}), at::full({2}, 6.0F)});
  EXPECT_TRUE(at::equal(weights.gradients(), expected));
}

TEST(WeightsTest, AnUnknownNameIsRefusedWithTheName) {
  const Weights weights(Layout(), at::kCPU);
  EXPECT_THAT([&] { weights["h.0.nothing"]; },
              ThrowsMessage<std::out_of_range>("the model has no weight named h.0.nothing"));
}

TEST(WeightsTest, OneNameTwiceIsRefused) {
  std::vector<WeightSpec> layout = Layout();
  layout.push_back(layout[0]);
  EXPECT_THAT([&] { Weights(layout, at::kCPU); }, ThrowsMessage<std::invalid_argument>(HasSubstr("bias")));
}

TEST(InitializeTest, DrawsWithMeanAndDeviationAndLeavesConstantsConstant) {
  Weights weights({{.name = "drawn", .shape = {100, 100}, .mean = 10, .stddev = 0.25},
                   {.name = "gain", .shape = {5}, .mean = 1},
                   {.name = "bias", .shape = {5}}},
                  at::kCPU);
  Initialize(weights, 3);
  EXPECT_NEAR(weights["drawn"].mean().item<double>(), 10, 0.01);     // four standard errors
  EXPECT_NEAR(weights["drawn"].std().item<double>(), 0.25, 0.0075);  // four standard errors
  EXPECT_TRUE(at::equal(weights["gain"], at::ones({5})));
  EXPECT_TRUE(at::equal(weights["bias"], at::zeros({5})));
}

TEST(InitializeTest, TheSeedDecidesTheHash) {
  Weights weights(Layout(), at::kCPU);
  const auto hash = [&](std::uint64_t seed) {
    weights.values().fill_(7);
    Initialize(weights, seed);
    return Hash(weights);
  };
  EXPECT_EQ(hash(1), hash(1));
  EXPECT_NE(hash(1), hash(2));
}

TEST(InitializeTest, AddingATensorChangesNoOther) {
  std::vector<WeightSpec> longer = Layout();
  longer.insert(longer.begin(), {.name = "first", .shape = {5, 5}, .stddev = 1, .decays = true});
  Weights a(Layout(), at::kCPU), b(longer, at::kCPU);
  Initialize(a, 1);
  Initialize(b, 1);
  for (const WeightSpec& spec : Layout()) EXPECT_TRUE(at::equal(a[spec.name], b[spec.name])) << spec.name;
}

TEST(HashTest, EveryBitCounts) {
  Weights weights(Layout(), at::kCPU);
  const std::string zero = Hash(weights);
  weights.values()[18] = -0.0F;
  EXPECT_NE(Hash(weights), zero);
  weights.values()[18] = 0.0F;
  EXPECT_EQ(Hash(weights), zero);
}

}  // namespace
}  // namespace retable::models
