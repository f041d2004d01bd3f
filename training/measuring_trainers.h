// Runs that train nothing: replacements in the trained teacher, and measures of patterns. What they measure stands
// beside their recipes (recipe.h).
#ifndef RETABLE_TRAINING_MEASURING_TRAINERS_H_
#define RETABLE_TRAINING_MEASURING_TRAINERS_H_

#include "training/trainer.h"

namespace retable::training {

Trainer ReplacementTrainer();
Trainer PatternMeasuresTrainer();

}  // namespace retable::training

#endif  // RETABLE_TRAINING_MEASURING_TRAINERS_H_
