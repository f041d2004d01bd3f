// The attention that the teacher's head of the same index produces on the document.
#include "models/gpt.h"
#include "models/patterns/pattern.h"

namespace retable::models {

PatternKind RealAttention() {
  return {.name = "real_attention",
          .what = "the trained teacher's attention on the document",
          .needs = {.teacher = true},
          .reads_tokens = true,
          .make = [](const PatternSource& source) -> Pattern {
            return [teacher = source.teacher](const at::Tensor& tokens, const std::vector<Head>& heads) {
              return GptAttention(teacher, tokens, heads);
            };
          }};
}

}  // namespace retable::models
