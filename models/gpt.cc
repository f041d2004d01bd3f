#include "models/gpt.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/layers/attention.h"
#include "models/layers/cross_entropy.h"
#include "models/layers/gelu.h"
#include "models/layers/precision.h"

// B windows, T tokens, C width, H heads, D head dimension, V vocabulary.
namespace retable::models {
namespace {

constexpr double kStddev = 0.02;
constexpr double kLayerNormEpsilon = 1e-5;

std::string Prefix(int layer) { return "h." + std::to_string(layer) + "."; }

void AddLayerNorm(std::vector<WeightSpec>& layout, const std::string& name, int width) {
  layout.push_back({.name = name + ".weight", .shape = {width}, .mean = 1});
  layout.push_back({.name = name + ".bias", .shape = {width}});
}

void AddLinear(std::vector<WeightSpec>& layout, const std::string& name, int in, int out, double stddev) {
  layout.push_back({.name = name + ".weight", .shape = {out, in}, .stddev = stddev, .decays = true});
  layout.push_back({.name = name + ".bias", .shape = {out}});
}

at::Tensor LayerNorm(const Weights& weights, const std::string& name, const at::Tensor& x) {
  return at::layer_norm(x, {x.size(-1)}, weights[name + ".weight"], weights[name + ".bias"],
                        kLayerNormEpsilon);
}

at::Tensor Linear(const Weights& weights, const std::string& name, const at::Tensor& x, at::ScalarType type) {
  return at::linear(x.to(type), weights[name + ".weight"].to(type), weights[name + ".bias"].to(type));
}

// [B, T, C]
at::Tensor Embed(const GptShape& shape, const Weights& weights, const at::Tensor& tokens) {
  if (tokens.dim() != 2 || tokens.size(1) > shape.context) {
    throw std::invalid_argument("tokens must be [windows, at most " + std::to_string(shape.context) + "]");
  }
  return at::embedding(weights["wte.weight"], tokens) + weights["wpe.weight"].narrow(0, 0, tokens.size(1));
}

// Attention of one layer, with what is injected there.
at::Tensor Attention(const GptShape& shape, const Weights& weights, int layer, const at::Tensor& qkv,
                     const std::vector<Injection>& injections) {
  std::vector<HeldHead> held;
  std::vector<BiasedHead> biased;
  for (const Injection& injection : injections) {
    if (injection.head.layer != layer) continue;
    if (injection.mode == InjectionMode::kHold) {
      held.push_back({injection.head.head, injection.pattern});
    } else {
      biased.push_back({injection.head.head, injection.pattern, weights[PriorWeightName(injection.head)]});
    }
  }
  return CausalAttention(qkv, shape.heads, held, biased);
}

at::Tensor Block(const GptShape& shape, const Weights& weights, int layer, const at::Tensor& x,
                 const std::vector<Injection>& injections, at::ScalarType type) {
  const std::string name = Prefix(layer);
  const at::Tensor qkv = Linear(weights, name + "attn.c_attn", LayerNorm(weights, name + "ln_1", x), type);
  const at::Tensor mixed = Attention(shape, weights, layer, qkv, injections);
  const at::Tensor middle = x + Linear(weights, name + "attn.c_proj", mixed, type);
  const at::Tensor inner =
      Linear(weights, name + "mlp.c_fc", LayerNorm(weights, name + "ln_2", middle), type);
  return middle + Linear(weights, name + "mlp.c_proj", Gelu(inner), type);
}

// LNf(x), [B, T, C], in the type of products
at::Tensor Hidden(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                  const std::vector<Injection>& injections, at::ScalarType type) {
  for (const Injection& injection : injections) {
    if (injection.head.layer < 0 || injection.head.layer >= shape.layers) {
      throw std::invalid_argument("head " + Name(injection.head) + " cannot be held: the model has " +
                                  std::to_string(shape.layers) + " layers");
    }
  }
  at::Tensor x = Embed(shape, weights, tokens);
  for (int layer = 0; layer < shape.layers; ++layer) x = Block(shape, weights, layer, x, injections, type);
  return LayerNorm(weights, "ln_f", x).to(type);
}

// The attention of one head from its layer's input, [B, T, T].
at::Tensor HeadAttention(const GptShape& shape, const Weights& weights, const Head& head, const at::Tensor& x,
                         at::ScalarType type) {
  const int dimension = shape.width / shape.heads;
  const std::string name = Prefix(head.layer);
  const at::Tensor normed = LayerNorm(weights, name + "ln_1", x).to(type);
  const auto project = [&](int third) {
    const int first = third * shape.width + head.head * dimension;
    return at::linear(normed, weights[name + "attn.c_attn.weight"].narrow(0, first, dimension).to(type),
                      weights[name + "attn.c_attn.bias"].narrow(0, first, dimension).to(type));  // [B, T, D]
  };
  return CausalProbabilities(project(0), project(1));
}

}  // namespace

std::vector<WeightSpec> GptLayout(const GptShape& shape) {
  if (std::min({shape.layers, shape.heads, shape.width, shape.context, shape.vocabulary}) < 1 ||
      shape.width % shape.heads != 0) {
    throw std::invalid_argument("no GPT has " + nlohmann::json(shape).dump() +
                                ": every size must be at least 1, and heads must divide width");
  }
  const double residual = kStddev / std::sqrt(2.0 * shape.layers);
  const int width = shape.width;
  std::vector<WeightSpec> layout;
  layout.push_back(
      {.name = "wte.weight", .shape = {shape.vocabulary, width}, .stddev = kStddev, .decays = true});
  layout.push_back(
      {.name = "wpe.weight", .shape = {shape.context, width}, .stddev = kStddev, .decays = true});
  for (int layer = 0; layer < shape.layers; ++layer) {
    const std::string name = Prefix(layer);
    AddLayerNorm(layout, name + "ln_1", width);
    AddLinear(layout, name + "attn.c_attn", width, 3 * width, kStddev);
    AddLinear(layout, name + "attn.c_proj", width, width, residual);
    AddLayerNorm(layout, name + "ln_2", width);
    AddLinear(layout, name + "mlp.c_fc", width, 4 * width, kStddev);
    AddLinear(layout, name + "mlp.c_proj", 4 * width, width, residual);
  }
  AddLayerNorm(layout, "ln_f", width);
  return layout;
}

std::vector<WeightSpec> GptLayout(const GptShape& shape, const std::vector<Head>& biased) {
  std::vector<WeightSpec> layout = GptLayout(shape);
  for (const Head& head : biased) layout.push_back({.name = PriorWeightName(head), .shape = {1}, .mean = 1});
  return layout;
}

std::string PriorWeightName(const Head& head) {
  return Prefix(head.layer) + "attn.prior_weight." + std::to_string(head.head);
}

at::Tensor GptLoss(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                   const at::Tensor& targets, const std::vector<Injection>& injections, Precision precision) {
  const at::ScalarType type = ProductType(precision);
  const at::Tensor hidden = Hidden(shape, weights, tokens, injections, type);
  return LinearCrossEntropy(hidden.view({-1, shape.width}), weights["wte.weight"].to(type),
                            targets.reshape({-1}));
}

at::Tensor GptLogits(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                     const std::vector<Injection>& injections, Precision precision) {
  const at::ScalarType type = ProductType(precision);
  return Widened(
      at::matmul(Hidden(shape, weights, tokens, injections, type), weights["wte.weight"].to(type).t()));
}

std::vector<at::Tensor> GptAttention(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                                     const std::vector<Head>& heads, Precision precision) {
  const at::ScalarType type = ProductType(precision);
  const c10::AutoGradMode no_gradients(false);
  int top = 0;
  for (const Head& head : heads) {
    if (head.layer < 0 || head.layer >= shape.layers || head.head < 0 || head.head >= shape.heads) {
      throw std::invalid_argument("the model has no head " + Name(head));
    }
    top = std::max(top, head.layer);
  }
  std::vector<at::Tensor> attention(heads.size());
  at::Tensor x = Embed(shape, weights, tokens);
  for (int layer = 0; layer <= top; ++layer) {
    for (std::size_t i = 0; i < heads.size(); ++i) {
      if (heads[i].layer == layer) attention[i] = HeadAttention(shape, weights, heads[i], x, type);
    }
    if (layer < top) x = Block(shape, weights, layer, x, {}, type);
  }
  return attention;
}

at::Tensor GptLoss(const TrainedGpt& gpt, const at::Tensor& tokens, const at::Tensor& targets,
                   std::vector<Injection> injections) {
  const at::Device device = gpt.weights->values().device();
  for (Injection& injection : injections) injection.pattern = injection.pattern.to(device);
  return GptLoss(gpt.shape, *gpt.weights, tokens.to(device), targets.to(device), injections, gpt.precision);
}

std::vector<at::Tensor> GptAttention(const TrainedGpt& gpt, const at::Tensor& tokens,
                                     const std::vector<Head>& heads) {
  return GptAttention(gpt.shape, *gpt.weights, tokens.to(gpt.weights->values().device()), heads,
                      gpt.precision);
}

}  // namespace retable::models
