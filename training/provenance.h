// What a result of a language model says of where it came from: machine, software, device, data.
#ifndef RETABLE_TRAINING_PROVENANCE_H_
#define RETABLE_TRAINING_PROVENANCE_H_

#include "training/run.h"
#include "training/trainer.h"

namespace retable::training {

Provenance ProvenanceOf(const TrainContext& context);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PROVENANCE_H_
