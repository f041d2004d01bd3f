// GELU in GPT-2's form: gelu(x) = x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))).
#ifndef RETABLE_MODELS_KERNELS_GELU_H_
#define RETABLE_MODELS_KERNELS_GELU_H_

#include <cstdint>

namespace retable::models::kernels {

void Gelu(const float* x, float* out, std::int64_t count);

// x_gradient[i] = out_gradient[i] gelu'(x[i]); x_gradient may be out_gradient.
void GeluGradient(const float* x, const float* out_gradient, float* x_gradient, std::int64_t count);

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_GELU_H_
