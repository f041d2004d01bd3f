// Causal self-attention over packed queries, keys and values, in which any head may be held to a given pattern.
//
//   B windows, T tokens, H heads, D = C / H head dimension
//   P[b,h] = softmax_causal(Q[b,h] K[b,h]^T / sqrt(D)), or the given pattern;  O[b,h] = P[b,h] V[b,h]
//
// A held head's Q and K get exactly zero gradient; patterns get none. Source: Vaswani et al. 2017, section
// 3.2; GPT-2's packing (q, k, v consecutive thirds, head h the h-th D columns of each).
#ifndef RETABLE_MODELS_LAYERS_ATTENTION_H_
#define RETABLE_MODELS_LAYERS_ATTENTION_H_

#include <ATen/core/Tensor.h>

#include <vector>

namespace retable::models {

// The pattern that a head is held to, row-stochastic and causal: [B, T, T], or [1, T, T] for all windows alike.
struct HeldHead {
  int head = 0;
  at::Tensor pattern;
};

// qkv [B, T, 3C] -> [B, T, C]. On a CPU that the kernels support, by them (T and D multiples of 8); otherwise
// by ComposedCausalAttention. Throws std::invalid_argument on a head that does not exist or is held twice, and
// on a pattern whose shape does not fit.
at::Tensor CausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held = {});

// The same from torch's own operations: any device and shape.
at::Tensor ComposedCausalAttention(const at::Tensor& qkv, int heads, const std::vector<HeldHead>& held = {});

// P of one head, [B, T, T], without gradients.
at::Tensor CausalProbabilities(const at::Tensor& q, const at::Tensor& k);

}  // namespace retable::models

#endif  // RETABLE_MODELS_LAYERS_ATTENTION_H_
