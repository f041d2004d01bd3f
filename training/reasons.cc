#include "training/reasons.h"

#include <algorithm>

namespace retable::training {
namespace {

// Stored runs that are compared with: enough to tell, few enough to be quick.
constexpr std::size_t kCompared = 2000;
// A recipe with more changes than this is another recipe, not a changed one.
constexpr std::size_t kLargestChange = 3;
// One with more is of another size, and its time says nothing.
constexpr std::size_t kLargestChangeOfATime = 4;

// What is on one side only (an injection, thresholds) is one change, however much it holds. Stops past
// `limit`.
void Compare(const nlohmann::json& before, const nlohmann::json& after, const std::string& name,
             std::size_t limit, std::vector<FieldChange>& changes) {
  if (changes.size() > limit || before == after) return;
  if (!before.is_object() || !after.is_object()) {
    changes.push_back({.field = name, .before = before.dump(), .after = after.dump()});
    return;
  }
  const std::string prefix = name.empty() ? "" : name + ".";
  for (const auto& [member, value] : before.items()) {
    if (after.contains(member)) {
      Compare(value, after[member], prefix + member, limit, changes);
    } else {
      changes.push_back({.field = prefix + member, .before = value.dump(), .after = "absent"});
    }
  }
  for (const auto& [member, value] : after.items()) {
    if (before.contains(member)) continue;
    changes.push_back({.field = prefix + member, .before = "absent", .after = value.dump()});
  }
}

std::vector<FieldChange> Changes(const nlohmann::json& before, const nlohmann::json& after,
                                 std::size_t limit) {
  std::vector<FieldChange> changes;
  Compare(before, after, "", limit, changes);
  return changes;
}

// Between a baseline and an arm, or a calibration run and a baseline: two kinds of run, not a changed one.
bool IsAnotherKind(const std::vector<FieldChange>& changes) {
  return std::any_of(changes.begin(), changes.end(), [](const FieldChange& change) {
    return change.before == "null" || change.after == "null";
  });
}

std::string Family(const std::string& trainer) { return trainer.substr(0, trainer.find('/')); }

template <typename T>
void Thin(std::vector<T>& list) {
  if (list.size() <= kCompared) return;
  std::vector<T> kept;
  for (std::size_t i = 0; i < kCompared; ++i) kept.push_back(list[i * list.size() / kCompared]);
  list = std::move(kept);
}

}  // namespace

std::vector<FieldChange> RecipeChanges(const std::string& before, const std::string& after) {
  return Changes(nlohmann::json::parse(before), nlohmann::json::parse(after), SIZE_MAX);
}

History::History(const Store& store, const std::set<std::string>& wanted) : store_(store) {
  store.ForEach([&](const std::string& key, const StoredRun& run) {
    if (run.failure == FailureCause::kMachine) return;
    measured_.push_back({.key = key, .run = run});
    if (!wanted.contains(key)) former_.push_back({.key = key, .run = run});
  });
  Thin(measured_);
  Thin(former_);
  for (Former& one : measured_) one.recipe = &Parsed(*one.run.recipe);
  for (Former& one : former_) one.recipe = &Parsed(*one.run.recipe);
}

const nlohmann::json& History::Parsed(const std::string& recipe) const {
  const auto [found, is_new] = recipes_.try_emplace(recipe);
  if (is_new) found->second = nlohmann::json::parse(recipe);
  return found->second;
}

Reason History::ReasonFor(const Run& run) const {
  const std::string key = Key(run);
  if (store_.State(key) == Stored::kFailed) {
    return {.text = "failed before: " + store_.Find(key)->measurement.failure->message,
            .since = ShortKey(key)};
  }
  const nlohmann::json& recipe = Parsed(run.recipe);
  const Former* nearest = nullptr;
  std::vector<FieldChange> fewest;
  for (const Former& former : former_) {
    if (former.run.seed != run.seed || Family(*former.run.trainer) != Family(run.trainer)) continue;
    std::vector<FieldChange> changes = Changes(*former.recipe, recipe, kLargestChange);
    if (changes.size() > kLargestChange || IsAnotherKind(changes)) continue;
    if (nearest != nullptr && changes.size() >= fewest.size()) continue;
    nearest = &former;
    fewest = std::move(changes);
  }
  if (nearest == nullptr) return {.text = "new", .since = ""};
  std::string text;
  if (*nearest->run.trainer != run.trainer) text = "trainer " + *nearest->run.trainer + " -> " + run.trainer;
  for (std::size_t i = 0; i < fewest.size(); ++i) {
    text += i > 0 ? ", " : text.empty() ? "recipe changed: " : "; recipe changed: ";
    text += fewest[i].field + " " + fewest[i].before + " -> " + fewest[i].after;
  }
  return {.text = text, .since = ShortKey(nearest->key)};
}

std::optional<double> History::SecondsFor(const Run& run) {
  const auto [known, is_new] = seconds_.try_emplace(run.trainer + run.recipe);
  if (!is_new) return known->second;
  const nlohmann::json& recipe = Parsed(run.recipe);
  std::size_t fewest = kLargestChangeOfATime;
  std::vector<std::string> nearest;
  for (const Former& one : measured_) {
    if (Family(*one.run.trainer) != Family(run.trainer)) continue;
    const std::size_t changes = Changes(*one.recipe, recipe, fewest).size();
    if (changes > fewest) continue;
    if (changes < fewest) nearest.clear();
    fewest = changes;
    if (nearest.size() < 5) nearest.push_back(one.key);
  }
  if (nearest.empty()) return std::nullopt;
  double sum = 0;
  for (const std::string& key : nearest) sum += store_.Find(key)->provenance.seconds;
  known->second = sum / static_cast<double>(nearest.size());
  return known->second;
}

}  // namespace retable::training
