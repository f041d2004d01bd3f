#include "training/audit_store.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "data/random.h"
#include "training/plan.h"

namespace retable::training {
namespace {

bool IsOneOf(const std::vector<Trainer>& trainers, const std::string& name) {
  return std::any_of(trainers.begin(), trainers.end(),
                     [&](const Trainer& trainer) { return trainer.name == name; });
}

// The largest difference of losses at steps that both curves have; infinite where they share none.
double LargestDifference(const std::vector<CurvePoint>& a, const std::vector<CurvePoint>& b) {
  std::map<int, double> losses;
  for (const CurvePoint& point : a) losses[point.step] = point.loss;
  double largest = -1;
  for (const CurvePoint& point : b) {
    const auto found = losses.find(point.step);
    if (found != losses.end()) largest = std::max(largest, std::abs(found->second - point.loss));
  }
  return largest < 0 ? INFINITY : largest;
}

Result FindOrThrow(const Store& store, const std::string& key) {
  const std::optional<Result> result = store.Find(key);
  if (!result) throw std::runtime_error("run " + ShortKey(key) + " was not trained again");
  return *result;
}

// The results that a second training of `sample` may build on: their calibration runs.
void CopyCalibration(const Store& from, const Registry& registry, const std::vector<std::string>& sample, Store& to) {
  for (const std::string& key : sample) {
    const Run run = FindOrThrow(from, key).run;
    for (const Run& calibration : FindTrainer(registry, run.trainer).calibration(run)) {
      const std::string calibration_key = Key(calibration);
      const bool audited = std::find(sample.begin(), sample.end(), calibration_key) != sample.end();
      const std::optional<Result> stored = from.Find(calibration_key);
      if (stored && !audited && to.State(calibration_key) == Stored::kNothing) to.Append(*stored);
    }
  }
}

std::vector<Wanted> WantedWithCalibration(const Store& store, const Registry& registry,
                                          const std::vector<std::string>& sample) {
  std::map<std::string, Wanted> calibration;
  std::vector<Wanted> runs;
  for (const std::string& key : sample) {
    const Run run = FindOrThrow(store, key).run;
    for (const Run& one : FindTrainer(registry, run.trainer).calibration(run)) {
      calibration[Key(one)] = {.run = one, .group = "calibration", .place = "seed " + std::to_string(one.seed)};
    }
    runs.push_back({.run = run, .group = "audited", .place = ShortKey(key)});
  }
  std::vector<Wanted> wanted;
  for (const auto& [key, one] : calibration) wanted.push_back(one);
  wanted.insert(wanted.end(), runs.begin(), runs.end());
  return wanted;
}

}  // namespace

Comparison Compare(const Measurement& stored, const Measurement& again, double tolerance) {
  if (stored == again) return {};
  const auto different = [](double difference, const std::string& why) {
    return Comparison{.agreement = Agreement::kDifferent, .largest_difference = difference, .why = why};
  };
  if (stored.thresholds.size() != again.thresholds.size()) {
    return different(INFINITY, "the thresholds differ in number");
  }
  if (stored.failure.has_value() != again.failure.has_value()) {
    return different(INFINITY, stored.failure ? "the stored run failed and its repetition did not"
                                              : "the repetition failed: " + again.failure->message);
  }
  if (stored.ledger.initial_weights != again.ledger.initial_weights) {
    return different(INFINITY, "the initial weights differ: the stored run had another seed or another initialisation");
  }
  if (stored.ledger.data_order != again.ledger.data_order) return different(INFINITY, "the data order differs");
  double largest = LargestDifference(stored.curve, again.curve);
  for (std::size_t t = 0; t < stored.thresholds.size(); ++t) {
    largest = std::max(largest, std::abs(stored.thresholds[t] - again.thresholds[t]));
  }
  if (!(largest <= tolerance)) return different(largest, "curves or thresholds lie further apart than the tolerance");
  return {.agreement = Agreement::kWithinTolerance, .largest_difference = largest, .why = ""};
}

std::vector<std::string> DrawSample(const Store& store, const Registry& registry, int sample, std::uint64_t seed) {
  std::vector<std::string> keys;
  store.ForEach([&](const std::string& key, const StoredRun& run) {
    if (run.failure != FailureCause::kMachine && IsOneOf(registry.trainers, *run.trainer)) keys.push_back(key);
  });
  if (keys.empty()) {
    throw std::runtime_error("there is nothing to audit in " + store.folder().string() +
                             ": no result of this program's trainers");
  }
  data::Random random(data::StreamKey(seed, "audit"));
  data::Shuffle(keys, random);
  keys.resize(std::min(keys.size(), static_cast<std::size_t>(sample)));
  return keys;
}

std::vector<Audited> Audit(const Store& store, const Registry& registry, const AuditOptions& options,
                           Progress& progress) {
  const std::vector<std::string> sample = DrawSample(store, registry, options.sample, options.seed);
  Store again = Store::Open(ResultsFolder(options.scratch));
  CopyCalibration(store, registry, sample, again);
  EngineOptions engine = options.engine;
  engine.out = options.scratch;
  const Plan plan = MakePlan(WantedWithCalibration(store, registry, sample), registry, again, engine.out);
  const EngineSummary summary = CarryOut(plan, registry, again, engine, progress);
  if (!summary.failures.empty()) throw std::runtime_error(summary.failures.front());
  if (summary.items.stopped) throw std::runtime_error("the audit was stopped");
  std::vector<Audited> audited;
  for (const std::string& key : sample) {
    const Result stored = FindOrThrow(store, key);
    const Result repeated = FindOrThrow(again, key);
    audited.push_back({stored.run, Compare(stored.measurement, repeated.measurement, options.tolerance)});
  }
  return audited;
}

}  // namespace retable::training
