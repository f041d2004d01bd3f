// A linear classifier over the vocabulary and its mean cross-entropy, without ever holding all logits.
//
//   N tokens, C width, V vocabulary;  loss = mean over n of [logsumexp(z_n) - z_n[target_n]],  z_n = W h_n
//
// The logits of a few hundred tokens at a time are turned into their gradient in place, and that into the
// gradients of h and W at once, while they are still in the cache.
#ifndef RETABLE_MODELS_LAYERS_CROSS_ENTROPY_H_
#define RETABLE_MODELS_LAYERS_CROSS_ENTROPY_H_

#include <ATen/core/Tensor.h>

namespace retable::models {

// hidden [N, C], weight [V, C], targets [N] (int64) -> the mean loss, a scalar, in nats.
at::Tensor LinearCrossEntropy(const at::Tensor& hidden, const at::Tensor& weight, const at::Tensor& targets);

// The same from torch's own operations: any device. Of factors in bfloat16 only the product is.
at::Tensor ComposedLinearCrossEntropy(const at::Tensor& hidden, const at::Tensor& weight,
                                      const at::Tensor& targets);

}  // namespace retable::models

#endif  // RETABLE_MODELS_LAYERS_CROSS_ENTROPY_H_
