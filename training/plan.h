// What is still to be done so that the wanted runs are measured, in the order in which to begin it?
#ifndef RETABLE_TRAINING_PLAN_H_
#define RETABLE_TRAINING_PLAN_H_

#include <filesystem>
#include <string>
#include <vector>

#include "training/executor.h"
#include "training/registry.h"
#include "training/run.h"
#include "training/store.h"

namespace retable::training {

// A run that somebody asks for, and how people are told of it: "<group> <place>", as
// "real_attention 1.0 seed 2".
struct Wanted {
  Run run;
  std::string group;
  std::string place;
};

// One artifact to make or run to train.
struct PlannedItem {
  Work work;
  Run run;
  std::string group;
  std::string place;
};

struct Plan {
  std::vector<PlannedItem> items;  // artifacts first, each after what it needs; then runs, calibration first
  int wanted = 0;                  // different runs asked for
  int stored = 0;                  // of these, measured before
};

inline constexpr const char* kRunKind = "run";
inline constexpr const char* kArtifactKind = "artifact";

// Only what the store and the artifacts' folder lack; artifacts only where a run to train needs them.
// Artifacts come first because runs wait for them; while a long one is made, the runs that do not need it
// fill the other workers. Throws where the registry lacks a name, or an artifact that is there does not check
// (artifacts.h).
Plan MakePlan(const std::vector<Wanted>& wanted, const Registry& registry, const Store& store,
              const std::filesystem::path& out);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PLAN_H_
