// Causal-uniform: row i gives 1 / (i + 1) to each of tokens 0 ... i.
#include <ATen/ATen.h>

#include "models/patterns/pattern.h"

namespace retable::models {

PatternKind Uniform() {
  const Pattern pattern = [](const at::Tensor& tokens, const std::vector<Head>& heads) {
    const auto length = tokens.size(1);
    const at::Tensor rows = at::ones({length, length}).tril();
    const at::Tensor uniform = (rows / rows.sum(-1, true)).unsqueeze(0);  // [1, T, T]
    return std::vector<at::Tensor>(heads.size(), uniform);
  };
  return {.name = "uniform",
          .what = "every token so far alike",
          .needs = {},
          .reads_tokens = false,
          .make = [pattern](const PatternSource&) { return pattern; }};
}

}  // namespace retable::models
