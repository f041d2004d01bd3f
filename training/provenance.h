// What a result of a language model says of where it came from: machine, software and device; and its data sets.
#ifndef RETABLE_TRAINING_PROVENANCE_H_
#define RETABLE_TRAINING_PROVENANCE_H_

#include <string>
#include <vector>

#include "training/recipe.h"
#include "training/run.h"
#include "training/trainer.h"

namespace retable::training {

Provenance ProvenanceOf(const TrainContext& context);

// The data sets of the text, its tokens, the teacher's text, and the teacher's weights where they are not trained here;
// each once.
std::vector<std::string> DatasetsOf(const TextRecipe& text, const TeacherRecipe* teacher);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PROVENANCE_H_
