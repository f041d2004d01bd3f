// What the run engine knows of a kind of run: which artifacts and calibration runs it needs, and how to train
// it. A new kind of run is a new Trainer in the list of training/trainers.cc. No torch in this header.
#ifndef RETABLE_TRAINING_TRAINER_H_
#define RETABLE_TRAINING_TRAINER_H_

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "training/run.h"

namespace retable::training {

// What a worker process gives to the code that trains or builds.
struct TrainContext {
  std::string device;                // "cpu", "cuda" or "auto"
  std::vector<double> thresholds;    // resolved losses; empty for a run without thresholds
  std::filesystem::path checkpoint;  // where this run may keep its checkpoint; the engine removes it when done
  std::chrono::seconds checkpoint_every{60};  // 0: after every step
  // The folder of an artifact that the run named among its needs; throws when it is not there.
  std::function<std::filesystem::path(const Run& artifact)> artifact;
  // Tells the engine that the run is alive; a worker silent for too long is taken for hung.
  std::function<void(int step, int steps)> progress;
};

// Makes artifacts of one kind: a teacher, a tokenizer, pattern statistics.
struct ArtifactMaker {
  std::string name;  // with its version: "tokenizer/1"; equals Run::trainer of the artifacts it makes
  std::function<std::vector<Run>(const Run&)> needs;  // artifacts that must exist before
  // Writes the artifact's files into `folder`, an empty folder that the engine publishes when this returns.
  std::function<void(const Run&, const std::filesystem::path& folder, const TrainContext&)> build;
};

// Trains runs of one kind.
struct Trainer {
  std::string name;                                         // "language_model/1"; equals Run::trainer
  std::function<std::vector<Run>(const Run&)> needs;        // artifacts
  std::function<std::vector<Run>(const Run&)> calibration;  // runs whose curves give the thresholds
  // The thresholds of a run, from the measurements of calibration(run), in that order.
  std::function<std::vector<double>(const Run&, const std::vector<Measurement>&)> thresholds;
  // Failures of the method are returned in Measurement::failure; anything thrown is a failure of the machine
  // or of the recipe.
  std::function<Measurement(const Run&, const TrainContext&)> train;
  // Software, CPU and device; the engine fills in commit, seconds and memory.
  std::function<Provenance(const TrainContext&)> provenance;
  // The data sets (data/catalog.h) that the run is made of; their hashes join the provenance.
  std::function<std::vector<std::string>(const Run&)> datasets = nullptr;
};

// The lists that the programs use; training/trainers.cc.
std::vector<Trainer> Trainers();
std::vector<ArtifactMaker> ArtifactMakers();

}  // namespace retable::training

#endif  // RETABLE_TRAINING_TRAINER_H_
