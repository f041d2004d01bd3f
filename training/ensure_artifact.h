// Artifacts for programs that train nothing: made here, in this process, where they are not there yet.
#ifndef RETABLE_TRAINING_ENSURE_ARTIFACT_H_
#define RETABLE_TRAINING_ENSURE_ARTIFACT_H_

#include <filesystem>
#include <string>

#include "training/run.h"
#include "training/trainer.h"

namespace retable::training {

// What a worker would be given for an `--out` folder, without checkpoints.
TrainContext ContextOfOut(const std::filesystem::path& out, const std::string& device);

// Makes the artifact in the folder, and first what it needs, unless it is there; waits for a process that is making it.
void EnsureArtifact(const std::filesystem::path& out, const Run& artifact, const TrainContext& context);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_ENSURE_ARTIFACT_H_
