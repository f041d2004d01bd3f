// Mixed precision, as autocast does it: products of matrices take bfloat16 and give bfloat16, and so does the
// GELU between two of them; weights, their gradients, the residual stream, LayerNorm, softmax and loss are
// float32. Written out as conversions, so that it is the same code on every device and under every libtorch.
#ifndef RETABLE_MODELS_LAYERS_PRECISION_H_
#define RETABLE_MODELS_LAYERS_PRECISION_H_

#include <ATen/core/Tensor.h>

#include "models/gpt_shape.h"

namespace retable::models {

// What a product's factors are converted to; float32 tensors are then not copied.
inline at::ScalarType ProductType(Precision precision) {
  return precision == Precision::kBfloat16 ? at::kBFloat16 : at::kFloat;
}

// bfloat16 as float32; anything else as it is.
inline at::Tensor Widened(const at::Tensor& x) {
  return x.scalar_type() == at::kBFloat16 ? x.to(at::kFloat) : x;
}

}  // namespace retable::models

#endif  // RETABLE_MODELS_LAYERS_PRECISION_H_
