// The pattern that an injection recipe asks for: which artifacts it needs, and how it is made of them.
#ifndef RETABLE_TRAINING_PATTERN_FOR_H_
#define RETABLE_TRAINING_PATTERN_FOR_H_

#include <vector>

#include "models/patterns/pattern.h"
#include "training/recipe.h"
#include "training/run.h"
#include "training/trainer.h"

namespace retable::training {

// The artifacts beside the text. Throws std::invalid_argument for a pattern that does not exist.
std::vector<Run> PatternNeedsOf(const InjectionRecipe& injection);

// `text` is that of the tokens it will be given. Throws std::invalid_argument that names what the recipe
// lacks, or what of it cannot be.
models::Pattern PatternFor(const InjectionRecipe& injection, const TextRecipe& text,
                           const TrainContext& context);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PATTERN_FOR_H_
