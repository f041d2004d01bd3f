// A symbolic program of each head (models/programs), evaluated on the window: a pattern as a line of text.
#include <ATen/ATen.h>

#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>

#include "models/patterns/pattern.h"
#include "models/programs/evaluate.h"
#include "models/programs/features.h"

// B windows, T tokens.
namespace retable::models {
namespace {

using programs::Evaluator;
using programs::Features;
using programs::RowSparse;

// matrix [T, T], zeros at first.
void Fill(const RowSparse& rows, float* matrix) {
  const int tokens = rows.tokens();
  for (int i = 0; i < tokens; ++i, matrix += tokens) {
    std::fill(matrix, matrix + i + 1, static_cast<float>(rows.background[i]));
    const auto keys = rows.Keys(i);
    const auto values = rows.Values(i);
    for (std::size_t k = 0; k < keys.size(); ++k) matrix[keys[k]] = static_cast<float>(values[k]);
  }
}

class ProgramPattern {
 public:
  explicit ProgramPattern(const PatternSource& source)
      : heads_(source.heads), vocabulary_(source.vocabulary) {
    for (const programs::Program& program : source.programs) evaluators_.emplace_back(program);
  }

  std::vector<at::Tensor> Make(const at::Tensor& tokens, const std::vector<Head>& heads) {
    const at::Tensor ids = tokens.to(at::kInt).contiguous();
    const auto windows = ids.size(0), length = ids.size(1);
    std::vector<at::Tensor> patterns;
    for (std::size_t h = 0; h < heads.size(); ++h) patterns.push_back(at::zeros({windows, length, length}));
    for (std::int64_t b = 0; b < windows; ++b) {
      const std::int32_t* window = ids.data_ptr<std::int32_t>() + b * length;
      const Features features(std::span(window, static_cast<std::size_t>(length)), *vocabulary_);
      for (std::size_t h = 0; h < heads.size(); ++h) {
        Fill(Of(heads[h]).Rows(features), patterns[h].data_ptr<float>() + b * length * length);
      }
    }
    return patterns;
  }

 private:
  Evaluator& Of(const Head& head) {
    if (heads_.empty()) return evaluators_.at(0);
    const auto found = std::find(heads_.begin(), heads_.end(), head);
    if (found == heads_.end()) throw std::invalid_argument("no program is given for head " + Name(head));
    return evaluators_.at(found - heads_.begin());
  }

  std::vector<Head> heads_;
  std::shared_ptr<const programs::Vocabulary> vocabulary_;
  std::vector<Evaluator> evaluators_;
};

}  // namespace

PatternKind Program() {
  return {.name = "program",
          .what = "a symbolic program of each head, as the recipe states it",
          .needs = {.programs = true},
          .reads_tokens = true,
          .make = [](const PatternSource& source) -> Pattern {
            return [program = std::make_shared<ProgramPattern>(source)](const at::Tensor& tokens,
                                                                        const std::vector<Head>& heads) {
              return program->Make(tokens, heads);
            };
          }};
}

}  // namespace retable::models
