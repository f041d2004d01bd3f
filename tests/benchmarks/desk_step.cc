#include "tests/benchmarks/desk_step.h"

#include <ATen/ATen.h>

#include "data/random.h"
#include "suites/suites.h"
#include "suites/table.h"

namespace retable::benchmarks {

const training::LanguageModelRecipe& DeskStudent() {
  for (const suites::Table& table : suites::Tables()) {
    if (table.id == "injection/patterns") return suites::FindScale(table, "desk").student;
  }
  throw std::logic_error("there is no table injection/patterns");
}

at::Tensor RandomTokens(const training::LanguageModelRecipe& recipe, int batches) {
  at::Tensor tokens = at::empty({batches, recipe.batch, recipe.model.context + 1}, at::kLong);
  data::Random random(data::StreamKey(1, "benchmark tokens"));
  auto* next = tokens.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < tokens.numel(); ++i) next[i] = random.Below(recipe.model.vocabulary);
  return tokens;
}

double StepFlops(const training::LanguageModelRecipe& recipe) {
  const models::GptShape& shape = recipe.model;
  const double tokens = static_cast<double>(recipe.batch) * shape.context, width = shape.width;
  const double matrices = 12.0 * shape.layers * width * width + static_cast<double>(shape.vocabulary) * width;
  const double attention = 2.0 * shape.layers * shape.context * width;  // scores and mix, for each token
  return 3 * 2 * tokens * (matrices + attention);                       // backward costs twice the forward
}

}  // namespace retable::benchmarks
