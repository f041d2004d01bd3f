// Weights and optimiser state in files: teachers, checkpoints.
#ifndef RETABLE_TRAINING_STATE_H_
#define RETABLE_TRAINING_STATE_H_

#include <filesystem>

#include "models/weights.h"
#include "training/optimizer.h"
#include "training/run.h"

namespace retable::training {

// All weights under their names, as safetensors.
void SaveWeights(const models::Weights& weights, const std::filesystem::path& file);

// Fills `weights` from a file that holds each of its tensors, of the same shape, and no other. Throws
// std::runtime_error that names the file and the tensor.
void LoadWeights(const std::filesystem::path& file, models::Weights& weights);

// Where a training stands after optimizer.steps_done() steps: weights, moments, the curve so far and the
// ledger. The file is replaced at once, so that a program that is killed leaves the old one or the new one.
void SaveCheckpoint(const std::filesystem::path& file, const models::Weights& weights, const Optimizer& optimizer,
                    const Measurement& so_far);

// Restores what SaveCheckpoint wrote; false where there is no file. A file that is unreadable or of another
// model is refused with a std::runtime_error that says to delete it.
bool LoadCheckpoint(const std::filesystem::path& file, models::Weights& weights, Optimizer& optimizer,
                    Measurement& so_far);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_STATE_H_
