// Carries out a plan: artifacts are made, runs are trained, results are stored.
//
// Every item is done under the lock of its key (locks.h), so that two processes on one `--out` folder share
// the work; an item that another process holds is asked for again until that process has stored it or died.
// Thresholds are resolved when a run is begun, from the stored measurements of its calibration runs.
#ifndef RETABLE_TRAINING_ENGINE_H_
#define RETABLE_TRAINING_ENGINE_H_

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "training/executor.h"
#include "training/plan.h"
#include "training/progress.h"
#include "training/registry.h"
#include "training/source_state.h"
#include "training/store.h"

namespace retable::training {

struct EngineOptions {
  std::filesystem::path out;
  std::string device = "cpu";
  SourceState source;
  ExecutorOptions executor;
};

struct EngineSummary {
  ExecutorSummary items;
  int method_failures = 0;            // results that say that the method failed
  std::vector<std::string> failures;  // a sentence for each item that failed
};

// Throws what the store and the locks throw; what was stored before stays.
EngineSummary CarryOut(const Plan& plan, const Registry& registry, Store& store, const EngineOptions& options,
                       Progress& progress);

// One thread a worker on the CPU: two workers use two cores better than two threads do.
std::map<std::string, std::string> WorkerEnvironment(const std::string& device);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_ENGINE_H_
