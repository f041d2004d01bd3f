#include "training/plan.h"

#include <algorithm>
#include <set>

#include "training/artifacts.h"

namespace retable::training {
namespace {

class Planner {
 public:
  Planner(const Registry& registry, const Store& store, const std::filesystem::path& out)
      : registry_(registry), store_(store), out_(out) {}

  // Returns whether the run is still to be trained.
  bool AddRun(const Wanted& wanted) {
    const std::string key = Key(wanted.run);
    if (store_.State(key) == Stored::kMeasured) return false;
    if (!seen_.insert(key).second) return true;
    const Trainer& trainer = FindTrainer(registry_, wanted.run.trainer);
    std::vector<std::string> needs;
    for (const Run& artifact : trainer.needs(wanted.run)) {
      if (AddArtifact(artifact)) needs.push_back(Key(artifact));
    }
    for (const Run& run : trainer.calibration(wanted.run)) {
      const Wanted calibration{
          .run = run, .group = "calibration", .place = "seed " + std::to_string(run.seed)};
      if (AddRun(calibration)) needs.push_back(Key(run));
    }
    runs_.push_back({.work = {.key = key,
                              .label = wanted.group + (wanted.place.empty() ? "" : " ") + wanted.place,
                              .needs = std::move(needs),
                              .kind = kRunKind},
                     .run = wanted.run,
                     .group = wanted.group,
                     .place = wanted.place});
    return true;
  }

  std::vector<PlannedItem> Items() && {
    std::vector<PlannedItem> items = std::move(artifacts_);
    std::move(runs_.begin(), runs_.end(), std::back_inserter(items));
    return items;
  }

 private:
  // Returns whether the artifact is still to be made.
  bool AddArtifact(const Run& artifact) {
    const std::string key = Key(artifact);
    if (present_.contains(key)) return false;
    if (!seen_.insert(key).second) return true;
    const ArtifactMaker& maker = FindMaker(registry_, artifact.trainer);
    if (ArtifactExists(out_, artifact)) {
      CheckArtifact(out_, artifact);
      present_.insert(key);
      return false;
    }
    std::vector<std::string> needs;
    for (const Run& need : maker.needs(artifact)) {
      if (AddArtifact(need)) needs.push_back(Key(need));
    }
    const std::string label = ArtifactFolder(out_, artifact).filename().string();
    artifacts_.push_back(
        {.work = {.key = key, .label = label, .needs = std::move(needs), .kind = kArtifactKind},
         .run = artifact,
         .group = "artifacts",
         .place = label});
    return true;
  }

  const Registry& registry_;
  const Store& store_;
  const std::filesystem::path& out_;
  std::set<std::string> seen_;
  std::set<std::string> present_;
  std::vector<PlannedItem> artifacts_;
  std::vector<PlannedItem> runs_;
};

}  // namespace

Plan MakePlan(const std::vector<Wanted>& wanted, const Registry& registry, const Store& store,
              const std::filesystem::path& out) {
  Plan plan;
  Planner planner(registry, store, out);
  std::set<std::string> keys;
  for (const Wanted& one : wanted) {
    if (!keys.insert(Key(one.run)).second) continue;
    ++plan.wanted;
    if (!planner.AddRun(one)) ++plan.stored;
  }
  plan.items = std::move(planner).Items();
  return plan;
}

}  // namespace retable::training
