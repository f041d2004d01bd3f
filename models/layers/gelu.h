// GELU in GPT-2's tanh form, [any shape] -> the same shape; see models/kernels/gelu.h for the formula.
#ifndef RETABLE_MODELS_LAYERS_GELU_H_
#define RETABLE_MODELS_LAYERS_GELU_H_

#include <ATen/core/Tensor.h>

namespace retable::models {

at::Tensor Gelu(const at::Tensor& x);

// The same by torch's own operation: any device.
at::Tensor ComposedGelu(const at::Tensor& x);

}  // namespace retable::models

#endif  // RETABLE_MODELS_LAYERS_GELU_H_
