// A pattern on batches of tokens, and as the matrices that measures take.
#ifndef RETABLE_TRAINING_PATTERNS_ON_TOKENS_H_
#define RETABLE_TRAINING_PATTERNS_ON_TOKENS_H_

#include <ATen/core/Tensor.h>

#include <vector>

#include "models/patterns/pattern.h"
#include "models/programs/measures.h"

namespace retable::training {

// What the pattern is on the batches' windows, tokens [B, T] each: for each head [N, T, T] float, on the CPU. A pattern
// that is the same for every window is repeated.
std::vector<at::Tensor> OnTokens(const models::Pattern& pattern, const std::vector<at::Tensor>& batches,
                                 const std::vector<models::Head>& heads);

// [N, T, T] of one head as matrices, which look into `patterns` and must not outlive it.
std::vector<models::programs::DenseMatrix> Matrices(const at::Tensor& patterns);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PATTERNS_ON_TOKENS_H_
