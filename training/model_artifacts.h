// The artifacts of language models: who makes a text, a teacher and its templates, and how a run reads them.
//
// A worker keeps the text, vocabulary and teacher that it read last, because its next run very likely needs the same.
// Whoever holds one keeps it, whatever is read after it.
#ifndef RETABLE_TRAINING_MODEL_ARTIFACTS_H_
#define RETABLE_TRAINING_MODEL_ARTIFACTS_H_

#include <ATen/core/Tensor.h>

#include <memory>

#include "models/gpt.h"
#include "models/programs/traits.h"
#include "training/recipe.h"
#include "training/run.h"
#include "training/text.h"
#include "training/trainer.h"

namespace retable::training {

ArtifactMaker TextMaker();       // training/text_files.h
ArtifactMaker TeacherMaker();    // weights.safetensors, measurement.json
ArtifactMaker TemplatesMaker();  // templates.safetensors: [layers, heads, T, T]

// The artifact of a recipe, for Trainer::needs.
Run TextOf(const TextRecipe& text);
Run TeacherOf(const TeacherRecipe& teacher);
Run TemplatesOf(const TeacherRecipe& teacher);

// Its content.
std::shared_ptr<const Text> TextFor(const TextRecipe& recipe, const TrainContext& context);
std::shared_ptr<const models::programs::Vocabulary> VocabularyFor(const TextRecipe& recipe,
                                                                  const TrainContext& context);
models::TrainedGpt TeacherFor(const TeacherRecipe& teacher, const TrainContext& context);
at::Tensor TemplatesFor(const TeacherRecipe& teacher, const TrainContext& context);  // [layers, heads, T, T]

}  // namespace retable::training

#endif  // RETABLE_TRAINING_MODEL_ARTIFACTS_H_
