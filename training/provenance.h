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

// The text's data set, and that of the teacher's weights where they are not trained here.
std::vector<std::string> DatasetsOf(const TextRecipe& text, const TeacherRecipe* teacher);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PROVENANCE_H_
