// The training step that the benchmarks time: scale desk's model and batch, on tokens that cost what text costs.
#ifndef RETABLE_TESTS_BENCHMARKS_DESK_STEP_H_
#define RETABLE_TESTS_BENCHMARKS_DESK_STEP_H_

#include <ATen/core/Tensor.h>

#include "models/gpt_shape.h"
#include "training/recipe.h"

namespace retable::benchmarks {

// The student of injection/patterns at scale desk.
const training::LanguageModelRecipe& DeskStudent();

// Token ids of `batches` batches and their targets, drawn evenly: [batches, B, T + 1], int64.
at::Tensor RandomTokens(const training::LanguageModelRecipe& recipe, int batches);

// Floating-point operations of the matrix products of one step, forward and backward: 2 m k n for each product
// of [m, k] and [k, n], attention counted in full and not by its lower triangle, as papers count it.
double StepFlops(const training::LanguageModelRecipe& recipe);

}  // namespace retable::benchmarks

#endif  // RETABLE_TESTS_BENCHMARKS_DESK_STEP_H_
