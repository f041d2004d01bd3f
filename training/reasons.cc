#include "training/reasons.h"

#include <algorithm>

namespace retable::training {
namespace {

using Fields = std::map<std::string, std::string>;

// Stored runs that are compared with: enough to tell, few enough to be quick.
constexpr std::size_t kCompared = 2000;
constexpr std::size_t kLargestChange = 3;

void Flatten(const nlohmann::json& json, const std::string& name, Fields& fields) {
  if (!json.is_object() || json.empty()) {
    fields[name] = json.dump();
    return;
  }
  for (const auto& [member, value] : json.items()) {
    Flatten(value, name.empty() ? member : name + "." + member, fields);
  }
}

Fields Flattened(const std::string& recipe) {
  Fields fields;
  Flatten(nlohmann::json::parse(recipe), "", fields);
  return fields;
}

// Stops counting past `limit`.
std::vector<FieldChange> Changes(const Fields& before, const Fields& after, std::size_t limit) {
  std::vector<FieldChange> changes;
  for (auto old = before.begin(), now = after.begin(); old != before.end() || now != after.end();) {
    if (changes.size() > limit) break;
    if (now == after.end() || (old != before.end() && old->first < now->first)) {
      changes.push_back({.field = old->first, .before = old->second, .after = "absent"});
      ++old;
    } else if (old == before.end() || now->first < old->first) {
      changes.push_back({.field = now->first, .before = "absent", .after = now->second});
      ++now;
    } else {
      if (old->second != now->second) {
        changes.push_back({.field = now->first, .before = old->second, .after = now->second});
      }
      ++old;
      ++now;
    }
  }
  return changes;
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
  return Changes(Flattened(before), Flattened(after), SIZE_MAX);
}

History::History(const Store& store, const std::set<std::string>& wanted) : store_(store) {
  store.ForEach([&](const std::string& key, const StoredRun& run) {
    if (run.failure == FailureCause::kMachine) return;
    measured_.push_back({.key = key, .run = run});
    if (!wanted.contains(key)) former_.push_back({.key = key, .run = run});
  });
  Thin(measured_);
  Thin(former_);
  for (Former& one : measured_) one.fields = &FieldsOf(*one.run.recipe);
  for (Former& one : former_) one.fields = &FieldsOf(*one.run.recipe);
}

const Fields& History::FieldsOf(const std::string& recipe) const {
  const auto [found, is_new] = fields_.try_emplace(recipe);
  if (is_new) found->second = Flattened(recipe);
  return found->second;
}

Reason History::ReasonFor(const Run& run) const {
  const std::string key = Key(run);
  if (store_.State(key) == Stored::kFailed) {
    return {.text = "failed before: " + store_.Find(key)->measurement.failure->message,
            .since = ShortKey(key)};
  }
  const Fields& fields = FieldsOf(run.recipe);
  const Former* nearest = nullptr;
  std::vector<FieldChange> fewest;
  for (const Former& former : former_) {
    if (former.run.seed != run.seed || Family(*former.run.trainer) != Family(run.trainer)) continue;
    std::vector<FieldChange> changes = Changes(*former.fields, fields, kLargestChange);
    if (changes.size() > kLargestChange || (nearest != nullptr && changes.size() >= fewest.size())) continue;
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
  const Fields& fields = FieldsOf(run.recipe);
  std::size_t fewest = SIZE_MAX;
  std::vector<std::string> nearest;
  for (const Former& one : measured_) {
    if (Family(*one.run.trainer) != Family(run.trainer)) continue;
    const std::size_t changes = Changes(*one.fields, fields, std::min<std::size_t>(fewest, 1000)).size();
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
