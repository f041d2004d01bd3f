// Causal self-attention over packed queries, keys and values, in which any head may be held to a given
// pattern.
//
//   B windows, T tokens, H heads, D = C / H head dimension
//   P[b,h] = softmax_causal(Q[b,h] K[b,h]^T / sqrt(D)), or the given pattern;  O[b,h] = P[b,h] V[b,h]
//
// A held head's Q and K get exactly zero gradient; patterns get none. A biased head keeps its Q and K, and
// its scores are drawn towards a pattern R by a learned weight w:
//   P[b,h] = softmax_causal(Q[b,h] K[b,h]^T / sqrt(D) + w log(R + kPriorFloor))
// where w = 1 and Q = 0 give R itself, up to the floor. Source: Vaswani et al. 2017, section 3.2; GPT-2's
// packing (q, k, v consecutive thirds, head h the h-th D columns of each).
#ifndef RETABLE_MODELS_LAYERS_ATTENTION_H_
#define RETABLE_MODELS_LAYERS_ATTENTION_H_

#include <ATen/core/Tensor.h>

#include <vector>

namespace retable::models {

// The pattern that a head is held to, row-stochastic and causal: [B, T, T], or [1, T, T] for all windows
// alike.
struct HeldHead {
  int head = 0;
  at::Tensor pattern;
};

// The pattern that a head's scores are drawn towards, shaped as above, and the weight of its logarithm, [1].
struct BiasedHead {
  int head = 0;
  at::Tensor pattern;
  at::Tensor weight;
};

// What a pattern's zeros count as in a bias: low enough that a row of 128 zeros holds 1.3 % of the attention
// at w = 1, high enough that Q and K can overrule it (log is -9.2).
inline constexpr double kPriorFloor = 1e-4;

// qkv [B, T, 3C] -> [B, T, C], in the same type; in bfloat16 the softmax is float32's. On a CPU that the kernels
// support, by them (T and D multiples of 8); otherwise by ComposedCausalAttention; biased heads by torch's operations everywhere. Throws std::invalid_argument on
// a head that does not exist or is named twice, and on a pattern whose shape does not fit.
at::Tensor CausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held = {});
at::Tensor CausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held,
                           const std::vector<BiasedHead>& biased);

// The same without biased heads from torch's own operations: any device and shape.
at::Tensor ComposedCausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held = {});

// P of one head, [B, T, T]; float32 where q and k are bfloat16.
at::Tensor CausalProbabilities(const at::Tensor& q, const at::Tensor& k);

}  // namespace retable::models

#endif  // RETABLE_MODELS_LAYERS_ATTENTION_H_
