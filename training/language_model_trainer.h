// Trainings of language models, as the engine knows them: what each needs, and where its thresholds come from.
#ifndef RETABLE_TRAINING_LANGUAGE_MODEL_TRAINER_H_
#define RETABLE_TRAINING_LANGUAGE_MODEL_TRAINER_H_

#include "training/trainer.h"

namespace retable::training {

Trainer LanguageModelTrainer();

}  // namespace retable::training

#endif  // RETABLE_TRAINING_LANGUAGE_MODEL_TRAINER_H_
