// GPT-2's architecture: pre-LayerNorm blocks, learned positions, tanh-form GELU, output head tied to the
// token embedding. Source: Radford et al. 2019 and its released code; LayerNorm epsilon 1e-5.
//
//   B windows, T tokens, C width, V vocabulary
//   x = wte[tokens] + wpe[0 ... T-1]
//   for every layer:  x += Proj(Attention(QKV(LN1(x))));  x += Out(Gelu(In(LN2(x))))
//   logits = LNf(x) wte^T
//
// A model is a function of (weights, tokens); the weights carry GPT-2's names ("h.0.attn.c_attn.weight"),
// with matrices stored [out, in].
#ifndef RETABLE_MODELS_GPT_H_
#define RETABLE_MODELS_GPT_H_

#include <ATen/core/Tensor.h>

#include <memory>
#include <string>
#include <vector>

#include "models/gpt_shape.h"
#include "models/weights.h"

namespace retable::models {

// GPT-2's initialisation: N(0, 0.02^2) for matrices and embeddings, residual projections 0.02 / sqrt(2
// layers), biases 0, LayerNorm gains 1. Weight decay applies to matrices and embeddings. Throws
// std::invalid_argument on a shape that is no GPT (a size below 1, a width that the heads do not divide).
std::vector<WeightSpec> GptLayout(const GptShape& shape);

// How a pattern enters a head: in place of its attention, or as a bias on its scores with a learned weight.
enum class InjectionMode { kHold, kBias };

// The same with the weights of those heads' biases, 1 at first, after everything else.
std::vector<WeightSpec> GptLayout(const GptShape& shape, const std::vector<Head>& biased);

// The name of that weight, a tensor [1].
std::string PriorWeightName(const Head& head);

// Heads into which patterns [B or 1, T, T] are injected during a forward pass (layers/attention.h).
struct Injection {
  Head head;
  at::Tensor pattern;
  InjectionMode mode = InjectionMode::kHold;
};

// Mean cross-entropy, nats a token, of predicting targets from tokens (both [B, T], int64).
at::Tensor GptLoss(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                   const at::Tensor& targets, const std::vector<Injection>& injections = {},
                   Precision precision = Precision::kFloat32);

// Logits [B, T, V], float32.
at::Tensor GptLogits(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                     const std::vector<Injection>& injections = {},
                     Precision precision = Precision::kFloat32);

// The attention of each of `heads` on the tokens, [B, T, T] each, without gradients. Only the layers below
// the highest head asked for are computed.
std::vector<at::Tensor> GptAttention(const GptShape& shape, const Weights& weights, const at::Tensor& tokens,
                                     const std::vector<Head>& heads,
                                     Precision precision = Precision::kFloat32);

// A model as it is run: with its weights, and in its precision. Whoever reads a trained model takes this, so that
// nobody runs it in another precision or outlives its weights.
struct TrainedGpt {
  GptShape shape;
  std::shared_ptr<const Weights> weights;
  Precision precision = Precision::kFloat32;
};

// The same of such a model, on the device where its weights are; tokens, targets and patterns may lie on another.
at::Tensor GptLoss(const TrainedGpt& gpt, const at::Tensor& tokens, const at::Tensor& targets,
                   std::vector<Injection> injections = {});
std::vector<at::Tensor> GptAttention(const TrainedGpt& gpt, const at::Tensor& tokens,
                                     const std::vector<Head>& heads);

}  // namespace retable::models

#endif  // RETABLE_MODELS_GPT_H_
