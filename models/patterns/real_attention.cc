// The attention that the teacher's head of the same index produces on the document.
#include "models/gpt.h"
#include "models/patterns/pattern.h"

namespace retable::models {

PatternKind RealAttention() {
  return {.name = "real_attention",
          .what = "the trained teacher's attention on the document",
          .reads_tokens = true,
          .needs_teacher = true,
          .make = [](const PatternSource& source) -> Pattern {
            return [source](const at::Tensor& tokens, const std::vector<Head>& heads) {
              return GptAttention(source.teacher_shape, *source.teacher, tokens, heads);
            };
          }};
}

}  // namespace retable::models
