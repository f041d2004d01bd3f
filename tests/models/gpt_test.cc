#include "models/gpt.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "models/layers/attention.h"
#include "models/layers/cross_entropy.h"
#include "models/layers/gelu.h"

// B windows, T tokens, C width, H heads, D head dimension.
namespace retable::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int kWindows = 3;

// One shape that the kernels take, and one that goes to torch's own operations.
constexpr GptShape kKernelShape = {.layers = 2, .heads = 4, .width = 32, .context = 16, .vocabulary = 29};
constexpr GptShape kComposedShape = {.layers = 2, .heads = 3, .width = 15, .context = 7, .vocabulary = 29};

// Weights of deviation 0.2, not GPT-2's 0.02: every gradient is then far from zero.
Weights Spread(const GptShape& shape) {
  std::vector<WeightSpec> layout = GptLayout(shape);
  for (WeightSpec& spec : layout) spec.stddev = 0.2;
  Weights weights(layout, at::kCPU);
  Initialize(weights, 5);
  return weights;
}

struct Batch {
  at::Tensor tokens, targets;  // [B, T]
};

Batch RandomBatch(const GptShape& shape) {
  at::manual_seed(1);
  const auto draw = [&] { return at::randint(shape.vocabulary, {kWindows, shape.context}, at::kLong); };
  const at::Tensor tokens = draw();
  return {tokens, draw()};
}

at::Tensor RandomPattern(int windows, int tokens) {
  const at::Tensor positive = at::rand({windows, tokens, tokens}).add(0.01).tril();
  return positive / positive.sum(-1, true);
}

struct LossAndGradients {
  double loss;
  at::Tensor gradients;  // flat
};

LossAndGradients Apply(Weights& weights, const std::function<at::Tensor()>& loss_of) {
  weights.gradients().zero_();
  const at::Tensor loss = loss_of();
  loss.backward();
  return {loss.item<double>(), weights.gradients().clone()};
}

// GPT-2 as it stands in its paper: no head is or can be held.
at::Tensor PlainGptLoss(const GptShape& shape, const Weights& weights, const Batch& batch) {
  const auto norm = [&](const std::string& name, const at::Tensor& x) {
    return at::layer_norm(x, {shape.width}, weights[name + ".weight"], weights[name + ".bias"], 1e-5);
  };
  const auto linear = [&](const std::string& name, const at::Tensor& x) {
    return at::linear(x, weights[name + ".weight"], weights[name + ".bias"]);
  };
  at::Tensor x = at::embedding(weights["wte.weight"], batch.tokens) + weights["wpe.weight"];  // [B, T, C]
  for (int layer = 0; layer < shape.layers; ++layer) {
    const std::string h = "h." + std::to_string(layer);
    const at::Tensor qkv = linear(h + ".attn.c_attn", norm(h + ".ln_1", x));
    x = x + linear(h + ".attn.c_proj", CausalAttention(qkv, shape.heads));
    x = x + linear(h + ".mlp.c_proj", Gelu(linear(h + ".mlp.c_fc", norm(h + ".ln_2", x))));
  }
  return LinearCrossEntropy(norm("ln_f", x).view({-1, shape.width}), weights["wte.weight"],
                            batch.targets.view(-1));
}

class GptTest : public ::testing::TestWithParam<GptShape> {
 protected:
  const GptShape shape_ = GetParam();
  Weights weights_ = Spread(shape_);
  const Batch batch_ = RandomBatch(shape_);

  at::Tensor Loss(const std::vector<Injection>& injections = {}) const {
    return GptLoss(shape_, weights_, batch_.tokens, batch_.targets, injections);
  }
  std::vector<Head> AllHeads() const {
    std::vector<Head> heads;
    for (int layer = 0; layer < shape_.layers; ++layer) {
      for (int head = 0; head < shape_.heads; ++head) heads.push_back({layer, head});
    }
    return heads;
  }
};

TEST_P(GptTest, WithoutInjectionLossAndGradientsHaveTheBitsOfAModelWithoutTheFeature) {
  const LossAndGradients ours = Apply(weights_, [&] { return Loss(); });
  const LossAndGradients plain = Apply(weights_, [&] { return PlainGptLoss(shape_, weights_, batch_); });
  EXPECT_EQ(ours.loss, plain.loss);
  EXPECT_TRUE(at::equal(ours.gradients, plain.gradients));
  EXPECT_GT(ours.gradients.count_nonzero().item<std::int64_t>(), ours.gradients.numel() / 2);
}

TEST_P(GptTest, QueriesAndKeysOfInjectedHeadsGetExactlyZeroGradientAndValuesDoNot) {
  const std::vector<Injection> injections = {{{0, 1}, RandomPattern(kWindows, shape_.context)},
                                             {{1, 0}, RandomPattern(1, shape_.context)},
                                             {{1, 2}, RandomPattern(kWindows, shape_.context)}};
  Apply(weights_, [&] { return Loss(injections); });
  const int dimension = shape_.width / shape_.heads;
  for (const Head& head : AllHeads()) {
    const bool held = std::any_of(injections.begin(), injections.end(),
                                  [&](const Injection& injection) { return injection.head == head; });
    for (const std::string part : {".weight", ".bias"}) {
      const at::Tensor gradient = weights_["h." + std::to_string(head.layer) + ".attn.c_attn" + part].grad();
      for (int third = 0; third < 3; ++third) {
        const at::Tensor rows = gradient.narrow(0, third * shape_.width + head.head * dimension, dimension);
        const bool zero = rows.count_nonzero().item<std::int64_t>() == 0;
        EXPECT_EQ(zero, held && third < 2) << Name(head) << part << ", third " << third;
      }
    }
  }
}

TEST_P(GptTest, InjectingTheModelsOwnAttentionChangesNothing) {
  const double loss = Loss().item<double>();
  const std::vector<Head> heads = AllHeads();
  const std::vector<at::Tensor> own = GptAttention(shape_, weights_, batch_.tokens, heads);
  std::vector<Injection> injections;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    EXPECT_NEAR(Loss({{heads[i], own[i]}}).item<double>(), loss, 2e-6) << Name(heads[i]);
    injections.push_back({heads[i], own[i]});
  }
  EXPECT_NEAR(Loss(injections).item<double>(), loss, 2e-6);
}

TEST_P(GptTest, InjectingSomethingElseChangesTheLoss) {
  const double loss = Loss().item<double>();
  for (const Head& head : AllHeads()) {
    const double other = Loss({{head, RandomPattern(kWindows, shape_.context)}}).item<double>();
    EXPECT_GT(std::abs(other - loss), 1e-4) << Name(head);
  }
}

TEST_P(GptTest, AttentionIsCausalAndItsRowsSumToOne) {
  const auto attention = GptAttention(shape_, weights_, batch_.tokens, AllHeads());
  ASSERT_EQ(attention.size(), AllHeads().size());
  for (const at::Tensor& one : attention) {
    EXPECT_EQ(one.sizes(), at::IntArrayRef({kWindows, shape_.context, shape_.context}));
    EXPECT_EQ(one.triu(1).count_nonzero().item<std::int64_t>(), 0);
    EXPECT_LT((one.sum(-1) - 1).abs().max().item<double>(), 1e-6);
    EXPECT_FALSE(one.requires_grad());
  }
}

TEST_P(GptTest, AttentionOfOneHeadDoesNotDependOnWhichOthersAreAskedFor) {
  const auto all = GptAttention(shape_, weights_, batch_.tokens, AllHeads());
  const auto backwards = GptAttention(shape_, weights_, batch_.tokens, {{1, 1}, {0, 2}});
  EXPECT_TRUE(at::equal(backwards[0], all[shape_.heads + 1]));
  EXPECT_TRUE(at::equal(backwards[1], all[2]));
}

TEST_P(GptTest, LossIsTheCrossEntropyOfTheLogits) {
  const at::Tensor logits = GptLogits(shape_, weights_, batch_.tokens);  // [B, T, V]
  EXPECT_EQ(logits.sizes(), at::IntArrayRef({kWindows, shape_.context, shape_.vocabulary}));
  const at::Tensor log_p = at::log_softmax(logits, -1).gather(2, batch_.targets.unsqueeze(2));
  EXPECT_NEAR(Loss().item<double>(), -log_p.mean().item<double>(), 2e-6);
}

// bfloat16 keeps 8 bits: what differs by about a hundredth is rounding, and what does not differ at all is no
// bfloat16. Weights, gradients, loss and attention stay float32.
TEST_P(GptTest, ProductsInBfloat16GiveNearlyTheSameLossGradientsAndAttention) {
  const Injection biased = {{0, 1}, RandomPattern(kWindows, shape_.context), InjectionMode::kBias};
  const Injection held = {{1, 0}, RandomPattern(1, shape_.context)};
  Weights weights(GptLayout(shape_, {biased.head}), at::kCPU);
  weights.values().narrow(0, 0, weights_.values().numel()).copy_(weights_.values());
  const auto at_precision = [&](Precision precision) {
    return Apply(weights, [&] {
      return GptLoss(shape_, weights, batch_.tokens, batch_.targets, {biased, held}, precision);
    });
  };
  const LossAndGradients full = at_precision(Precision::kFloat32), half = at_precision(Precision::kBfloat16);
  EXPECT_NEAR(half.loss, full.loss, 0.02 * full.loss);
  EXPECT_NE(half.loss, full.loss);
  EXPECT_EQ(half.gradients.scalar_type(), at::kFloat);
  EXPECT_LT((half.gradients - full.gradients).norm().item<double>(),
            0.05 * full.gradients.norm().item<double>());

  const auto of = [&](Precision precision) {
    return GptAttention(shape_, weights_, batch_.tokens, {{1, 1}}, precision)[0];
  };
  const at::Tensor difference = of(Precision::kBfloat16) - of(Precision::kFloat32);
  EXPECT_EQ(difference.scalar_type(), at::kFloat);
  EXPECT_LT(difference.abs().max().item<double>(), 0.05);
  EXPECT_GT(difference.abs().max().item<double>(), 0);
  EXPECT_LT((of(Precision::kBfloat16).sum(-1) - 1).abs().max().item<double>(), 1e-6);
}

TEST_P(GptTest, LaterTokensAndShorterWindowsLeaveEarlierLogitsAlone) {
  const int kept = shape_.context / 2;
  at::Tensor changed = batch_.tokens.clone();
  changed.narrow(1, kept, shape_.context - kept).zero_();
  const auto first = [&](const at::Tensor& tokens) {
    return GptLogits(shape_, weights_, tokens).narrow(1, 0, kept);
  };
  const at::Tensor logits = first(batch_.tokens);
  EXPECT_LT((first(changed) - logits).abs().max().item<double>(), 1e-5);
  EXPECT_LT((first(batch_.tokens.narrow(1, 0, kept)) - logits).abs().max().item<double>(), 1e-5);
}

TEST_P(GptTest, AWindowDoesNotSeeTheOthersOfItsBatch) {
  const at::Tensor alone = GptLogits(shape_, weights_, batch_.tokens.narrow(0, 1, 1));
  const at::Tensor together = GptLogits(shape_, weights_, batch_.tokens).narrow(0, 1, 1);
  EXPECT_LT((alone - together).abs().max().item<double>(), 1e-5);
}

TEST_P(GptTest, RefusesAHeadThatItDoesNotHave) {
  const at::Tensor pattern = RandomPattern(1, shape_.context);
  EXPECT_THAT(
      [&] {
        Loss({{{2, 0}, pattern}});
      },
      ThrowsMessage<std::invalid_argument>("head 2.0 cannot be held: the model has 2 layers"));
  EXPECT_THAT(
      [&] {
        Loss({{{-1, 0}, pattern}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("head -1.0")));
  EXPECT_THAT(
      [&] {
        Loss({{{1, shape_.heads}, pattern}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("cannot be held")));
  for (const Head& head : {Head{2, 0}, Head{-1, 0}, Head{0, shape_.heads}, Head{0, -1}}) {
    EXPECT_THAT([&] { GptAttention(shape_, weights_, batch_.tokens, {head}); },
                ThrowsMessage<std::invalid_argument>("the model has no head " + Name(head)));
  }
}

TEST_P(GptTest, RefusesTokensThatAreNoWindowsOfItsContext) {
  const std::string sentence = "tokens must be [windows, at most " + std::to_string(shape_.context) + "]";
  EXPECT_THAT(
      [&] {
        GptLogits(shape_, weights_, at::zeros({1, shape_.context + 1}, at::kLong));
      },
      ThrowsMessage<std::invalid_argument>(sentence));
  EXPECT_THAT([&] { GptLogits(shape_, weights_, at::zeros({shape_.context}, at::kLong)); },
              ThrowsMessage<std::invalid_argument>(sentence));
}

INSTANTIATE_TEST_SUITE_P(Shapes, GptTest, ::testing::Values(kKernelShape, kComposedShape),
                         [](const auto& info) { return info.index == 0 ? "kernels" : "composed"; });

TEST(GptLayoutTest, HasGpt2sNamesShapesAndInitialisation) {
  std::map<std::string, WeightSpec> specs;
  for (const WeightSpec& spec : GptLayout(kKernelShape)) specs[spec.name] = spec;
  EXPECT_EQ(specs.size(), 2 + 2 * 12 + 2u);
  EXPECT_EQ(specs.at("wte.weight").shape, (std::vector<std::int64_t>{29, 32}));
  EXPECT_EQ(specs.at("wpe.weight").shape, (std::vector<std::int64_t>{16, 32}));
  EXPECT_EQ(specs.at("h.1.attn.c_attn.weight").shape, (std::vector<std::int64_t>{96, 32}));
  EXPECT_EQ(specs.at("h.1.mlp.c_proj.weight").shape, (std::vector<std::int64_t>{32, 128}));
  for (const auto& [name, spec] : specs) {
    const bool residual = name.ends_with("c_proj.weight"),
               gain = spec.shape.size() == 1 && name.ends_with(".weight");
    EXPECT_DOUBLE_EQ(spec.stddev, spec.shape.size() == 1 ? 0
                                  : residual             ? 0.01
                                                         : 0.02)
        << name;  // 0.02 / sqrt(2 x 2)
    EXPECT_EQ(spec.mean, gain ? 1 : 0) << name;
  }
}

TEST(GptLayoutTest, MatricesAndEmbeddingsDecayAndNothingElseDoes) {
  for (const WeightSpec& spec : GptLayout(kKernelShape))
    EXPECT_EQ(spec.decays, spec.shape.size() == 2) << spec.name;
}

TEST(GptLayoutTest, RefusesAShapeThatIsNoGpt) {
  const auto with = [](int GptShape::*field, int value) {
    GptShape shape = kKernelShape;
    shape.*field = value;
    return [shape] { GptLayout(shape); };
  };
  for (const auto field :
       {&GptShape::layers, &GptShape::heads, &GptShape::width, &GptShape::context, &GptShape::vocabulary}) {
    for (const int value : {0, -1})
      EXPECT_THAT(with(field, value), ThrowsMessage<std::invalid_argument>(HasSubstr("no GPT")));
  }
  EXPECT_THAT(with(&GptShape::heads, 5), ThrowsMessage<std::invalid_argument>(HasSubstr(
                                             "every size must be at least 1, and heads must divide width")));
}

TEST(GptShapeTest, GoesToJsonAndBack) {
  const nlohmann::json json = kKernelShape;
  EXPECT_EQ(json.dump(), R"({"context":16,"heads":4,"layers":2,"vocabulary":29,"width":32})");
  EXPECT_EQ(nlohmann::json(json.get<GptShape>()), json);
  EXPECT_EQ(Name({3, 10}), "3.10");
}

}  // namespace
}  // namespace retable::models
