#include "training/provenance.h"

#include "training/language_model.h"
#include "training/machine.h"

namespace retable::training {

Provenance ProvenanceOf(const TrainContext& context) {
  return DescribeMachine(FindDevice(context.device).str());
}

std::vector<std::string> DatasetsOf(const TextRecipe& text, const TeacherRecipe* teacher) {
  std::vector<std::string> datasets = {text.dataset};
  if (teacher != nullptr && !teacher->weights.empty()) datasets.push_back(teacher->weights);
  return datasets;
}

}  // namespace retable::training
