// The trainers and artifact makers of a program, found by name.
#ifndef RETABLE_TRAINING_REGISTRY_H_
#define RETABLE_TRAINING_REGISTRY_H_

#include <string>
#include <vector>

#include "training/trainer.h"

namespace retable::training {

struct Registry {
  std::vector<Trainer> trainers;
  std::vector<ArtifactMaker> makers;
};

// Throw std::invalid_argument that lists the known names.
const Trainer& FindTrainer(const Registry& registry, const std::string& name);
const ArtifactMaker& FindMaker(const Registry& registry, const std::string& name);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_REGISTRY_H_
