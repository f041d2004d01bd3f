// The head's mean attention over the reference documents, by absolute position: its shape without its
// content.
#include <stdexcept>
#include <string>

#include "models/patterns/pattern.h"

namespace retable::models {

PatternKind MeanTemplate() {
  return {.name = "mean_template",
          .what = "the teacher head's attention, averaged over documents used for nothing else",
          .needs = {.templates = true},
          .reads_tokens = false,
          .make = [](const PatternSource& source) -> Pattern {
            return [templates = source.templates](const at::Tensor& tokens, const std::vector<Head>& heads) {
              if (tokens.size(1) != templates.size(2)) {
                throw std::invalid_argument("the templates are for windows of " +
                                            std::to_string(templates.size(2)) + " tokens, not " +
                                            std::to_string(tokens.size(1)));
              }
              std::vector<at::Tensor> patterns;
              for (const Head& head : heads) {
                patterns.push_back(templates[head.layer][head.head].unsqueeze(0));  // [1, T, T]
              }
              return patterns;
            };
          }};
}

}  // namespace retable::models
