// The pattern that an injection recipe asks for: which artifacts it needs, and how it is made of them.
#ifndef RETABLE_TRAINING_PATTERN_FOR_H_
#define RETABLE_TRAINING_PATTERN_FOR_H_

#include <vector>

#include "models/patterns/pattern.h"
#include "training/recipe.h"
#include "training/run.h"
#include "training/trainer.h"

namespace retable::training {

// The artifacts beside the text. Throws std::invalid_argument for a pattern that does not exist, and one that names what
// the recipe lacks: so before anything runs. Texts of programs are read when the pattern is made.
std::vector<Run> PatternNeedsOf(const InjectionRecipe& injection);

// `reader` is the model that is held to it: its text's tokens are what the pattern will be given. A file of patterns
// is found by its hash (pattern_files.h). Throws std::invalid_argument that names what the recipe lacks,
// or what of it cannot be, and what PatternFileOf throws.
models::Pattern PatternFor(const InjectionRecipe& injection, const LanguageModelRecipe& reader,
                           const TrainContext& context);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PATTERN_FOR_H_
