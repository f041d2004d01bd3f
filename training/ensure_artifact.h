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

// Makes what of the artifact and its needs is not in the folder yet, its needs first; waits for a process that is making
// one. Throws std::runtime_error where one that is there is not as it was made (artifacts.h).
void EnsureArtifact(const std::filesystem::path& out, const Run& artifact, const TrainContext& context);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_ENSURE_ARTIFACT_H_
