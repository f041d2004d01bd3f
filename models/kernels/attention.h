// One head of causal attention over one window, forward and backward, on the CPU.
//
//   P = softmax_causal(Q K^T / sqrt(D)),  O = P V            (T tokens, D head dimension)
//   dV = P^T dO,  dP = dO V^T,  dS = P * (dP - rowsum(P * dP)) / sqrt(D),  dQ = dS K,  dK = dS^T Q
//
// Only the lower triangle is computed. A held head has P given: then O = P V and dV = P^T dO, and dQ and dK are
// exactly zero. T and D must be multiples of 8.
#ifndef RETABLE_MODELS_KERNELS_ATTENTION_H_
#define RETABLE_MODELS_KERNELS_ATTENTION_H_

#include <vector>

namespace retable::models::kernels {

// Rows of Q, K, V (or of their gradients): token t's D values start at data + t * stride.
struct HeadRows {
  float* data;
  int stride;
};
struct ConstHeadRows {
  const float* data;
  int stride;
};

struct HeadShape {
  int tokens;
  int dimension;
};

// Memory that calls share, so that a step allocates nothing.
struct AttentionScratch {
  explicit AttentionScratch(HeadShape shape);
  std::vector<float> transposed;  // [D, T]
  std::vector<float> scores;      // [T, T]
};

// Writes P, row-major [T, T]; above the diagonal it is zero.
void AttentionProbabilities(HeadShape shape, ConstHeadRows q, ConstHeadRows k, float* probabilities,
                            AttentionScratch& scratch);

// O = P V.
void AttentionOutput(HeadShape shape, const float* probabilities, ConstHeadRows v, HeadRows out);

// dV = P^T dO.
void AttentionValueGradient(HeadShape shape, const float* probabilities, ConstHeadRows out_gradient,
                            HeadRows v_gradient);

// dQ and dK from P, dO, Q, K, V.
void AttentionScoreGradients(HeadShape shape, const float* probabilities, ConstHeadRows out_gradient,
                             ConstHeadRows q, ConstHeadRows k, ConstHeadRows v, HeadRows q_gradient,
                             HeadRows k_gradient, AttentionScratch& scratch);

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_ATTENTION_H_
