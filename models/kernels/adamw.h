// One step of AdamW over flat arrays, on the CPU.
//
//   g' = clip * g;  m = b1 m + (1 - b1) g';  v = b2 v + (1 - b2) g'^2
//   w = w - rate * (decay * w + (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + epsilon))
//
// Source: Loshchilov and Hutter, "Decoupled weight decay regularization", ICLR 2019, algorithm 2, with the
// learning rate multiplying the decay as in torch.
#ifndef RETABLE_MODELS_KERNELS_ADAMW_H_
#define RETABLE_MODELS_KERNELS_ADAMW_H_

#include <cstdint>

namespace retable::models::kernels {

struct AdamwStep {
  float rate;
  float beta1;
  float beta2;
  float first_correction;   // 1 - beta1^t
  float second_correction;  // 1 - beta2^t
  float epsilon;
  float clip;  // what the gradient is multiplied by
};

void Adamw(const AdamwStep& step, float decay, std::int64_t count, const float* gradient, float* first_moment,
           float* second_moment, float* weights);

// The sum of squares, in double precision and a fixed order.
double SquaredNorm(const float* values, std::int64_t count);

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_ADAMW_H_
