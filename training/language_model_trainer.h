// Language-model runs and the artifacts they need, as the engine knows them: which run needs which text,
// teacher and templates, and who makes those.
#ifndef RETABLE_TRAINING_LANGUAGE_MODEL_TRAINER_H_
#define RETABLE_TRAINING_LANGUAGE_MODEL_TRAINER_H_

#include "training/recipe.h"
#include "training/trainer.h"

namespace retable::training {

Trainer LanguageModelTrainer();

ArtifactMaker TextMaker();       // training/text_files.h
ArtifactMaker TeacherMaker();    // weights.safetensors, measurement.json
ArtifactMaker TemplatesMaker();  // templates.safetensors: [layers, heads, T, T]

}  // namespace retable::training

#endif  // RETABLE_TRAINING_LANGUAGE_MODEL_TRAINER_H_
