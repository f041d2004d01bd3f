// The head looks nowhere, so that it adds nothing but its output's bias: what is lost without it?
#include <ATen/ATen.h>

#include "models/patterns/pattern.h"

namespace retable::models {

PatternKind Deletion() {
  return {.name = "deletion",
          .what = "no attention at all: the head adds nothing",
          .needs = {},
          .reads_tokens = false,
          .make = [](const PatternSource&) -> Pattern {
            return [](const at::Tensor& tokens, const std::vector<Head>& heads) {
              const auto length = tokens.size(1);
              return std::vector<at::Tensor>(heads.size(), at::zeros({1, length, length}));
            };
          },
          .has_rows = false};
}

}  // namespace retable::models
