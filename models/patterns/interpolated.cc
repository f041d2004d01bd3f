// Real attention blended with its own mean: how much of the document's routing does it take?
//
//   share * (the teacher head's attention on the document) + (1 - share) * (its mean template)
#include <ATen/ATen.h>

#include "models/patterns/pattern.h"

namespace retable::models {

PatternKind MeanTemplate();
PatternKind RealAttention();

PatternKind Interpolated() {
  return {.name = "interpolated",
          .what = "a stated share of the teacher's attention on the document, the rest its mean template",
          .needs = {.teacher = true, .templates = true, .real_share = true},
          .reads_tokens = true,
          .make = [](const PatternSource& source) -> Pattern {
            return [share = source.real_share, real = RealAttention().make(source),
                    mean = MeanTemplate().make(source)](const at::Tensor& tokens,
                                                        const std::vector<Head>& heads) {
              std::vector<at::Tensor> patterns = real(tokens, heads);
              const std::vector<at::Tensor> templates = mean(tokens, heads);
              for (std::size_t i = 0; i < patterns.size(); ++i) {
                patterns[i] = patterns[i] * share + templates[i].to(patterns[i].device()) * (1 - share);
              }
              return patterns;
            };
          }};
}

}  // namespace retable::models
