// Why would a run be trained, and how long may it take? Answered from what the store holds.
#ifndef RETABLE_TRAINING_REASONS_H_
#define RETABLE_TRAINING_REASONS_H_

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "training/run.h"
#include "training/store.h"

namespace retable::training {

// One field of a recipe that differs, as "optimizer.learning_rate 0.0015 -> 0.003". A part that only one side
// has is one field.
struct FieldChange {
  std::string field;
  std::string before;  // canonical JSON, or "absent"
  std::string after;
};
std::vector<FieldChange> RecipeChanges(const std::string& before, const std::string& after);

struct Reason {
  std::string text;   // "new", "recipe changed: ...", "trainer ... -> ...", "failed before: ..."
  std::string since;  // short key of the stored run that it is compared with; empty for "new"
};

// Looks a run up among the stored ones.
class History {
 public:
  // `wanted`: keys that some table still asks for. Other stored runs are former ones, from before a change.
  History(const Store& store, const std::set<std::string>& wanted);

  // A former run of the same seed whose recipe differs in at most three fields is taken for the run before
  // the change.
  Reason ReasonFor(const Run& run) const;

  // Mean seconds of stored runs of the same trainer, any version, whose recipes are nearest (fewest fields
  // that differ); nothing where there is none.
  std::optional<double> SecondsFor(const Run& run);

 private:
  struct Former {
    std::string key;
    StoredRun run;
    const nlohmann::json* recipe = nullptr;
  };
  const nlohmann::json& Parsed(const std::string& recipe) const;

  const Store& store_;
  std::vector<Former> measured_;  // a part of a large store, evenly spread
  std::vector<Former> former_;
  mutable std::map<std::string, nlohmann::json> recipes_;
  std::map<std::string, std::optional<double>> seconds_;  // by trainer and recipe
};

}  // namespace retable::training

#endif  // RETABLE_TRAINING_REASONS_H_
