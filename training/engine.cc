#include "training/engine.h"

#include <exception>
#include <optional>
#include <stdexcept>

#include "training/artifacts.h"
#include "training/files.h"
#include "training/locks.h"
#include "training/requests.h"

namespace retable::training {
namespace {

namespace fs = std::filesystem;

class Engine {
 public:
  Engine(const Plan& plan, const Registry& registry, Store& store, const EngineOptions& options,
         Progress& progress)
      : registry_(registry), store_(store), options_(options), progress_(progress) {
    for (const PlannedItem& item : plan.items) {
      works_.push_back(item.work);
      items_[item.work.key] = &item;
    }
  }

  EngineSummary All() {
    MakeFolder(options_.out / "checkpoints");
    const ExecutorHooks hooks = {
        .start = [this](const Work& work) { return Begin(*items_.at(work.key)); },
        .done = [this](const Work& work, const nlohmann::json& value,
                       double) { Done(*items_.at(work.key), value); },
        .failed = [this](const Work& work,
                         const FailedAttempt& attempt) { Failed(*items_.at(work.key), attempt); },
        .left_out = [](const Work&, const std::string&) {},  // counted in the summary
        .show = [this](const ExecutorView& view) { progress_.Show(view); }};
    summary_.items = Execute(works_, options_.executor, hooks);
    return summary_;
  }

 private:
  fs::path Checkpoint(const PlannedItem& item) const { return options_.out / "checkpoints" / item.work.key; }

  bool IsDone(const PlannedItem& item) {
    if (item.work.kind == kArtifactKind) return ArtifactExists(options_.out, item.run);
    store_.Refresh();
    return store_.State(item.work.key) == Stored::kMeasured;
  }

  Decision Begin(const PlannedItem& item) {
    const std::string& key = item.work.key;
    // A second attempt holds its lock already.
    if (!locks_.contains(key)) {
      std::optional<KeyLock> lock = KeyLock::Try(options_.out, key);
      if (!lock) return {.start = Start::kBusy};
      locks_.emplace(key, std::move(*lock));
    }
    // Looked at under the lock: another process may have done it since the plan was made.
    if (IsDone(item)) {
      locks_.erase(key);
      return {.start = Start::kDone};
    }
    Request request{.kind = item.work.kind,
                    .run = item.run,
                    .out = options_.out,
                    .device = options_.device,
                    .thresholds = {},
                    .checkpoint = Checkpoint(item)};
    try {
      if (item.work.kind == kRunKind) request.thresholds = Thresholds(item.run);
    } catch (const std::exception& error) {
      return {.start = Start::kFail, .message = std::string("it has no thresholds: ") + error.what()};
    }
    return {.start = Start::kSend, .request = ToJson(request)};
  }

  std::vector<double> Thresholds(const Run& run) const {
    const Trainer& trainer = FindTrainer(registry_, run.trainer);
    std::vector<Measurement> measurements;
    for (const Run& calibration : trainer.calibration(run)) {
      const std::optional<Result> result = store_.Find(calibration);
      if (!result)
        throw std::runtime_error("its calibration run " + ShortKey(Key(calibration)) + " is not stored");
      if (result->measurement.failure) {
        throw std::runtime_error("its calibration run " + ShortKey(Key(calibration)) +
                                 " failed: " + result->measurement.failure->message);
      }
      measurements.push_back(result->measurement);
    }
    if (measurements.empty()) return {};
    return trainer.thresholds(run, measurements);
  }

  void Done(const PlannedItem& item, const nlohmann::json& value) {
    if (item.work.kind == kRunKind) {
      Answer answer = AnswerFromJson(value);
      answer.provenance.commit = options_.source.commit;
      answer.provenance.dirty = options_.source.dirty;
      if (answer.measurement.failure) {
        ++summary_.method_failures;
        progress_.Say(item.work.label +
                      ": the method failed, which is its result: " + answer.measurement.failure->message);
      }
      store_.Append({.run = item.run, .measurement = answer.measurement, .provenance = answer.provenance});
      std::error_code ignored;
      fs::remove_all(Checkpoint(item), ignored);
    }
    locks_.erase(item.work.key);
  }

  void Failed(const PlannedItem& item, const FailedAttempt& attempt) {
    const std::string sentence =
        item.work.label + " failed in attempt " + std::to_string(attempt.attempt) + ": " + attempt.message;
    progress_.Say(sentence + (attempt.last ? "" : "; it is tried again"));
    if (item.work.kind == kRunKind) {
      Result result{.run = item.run, .measurement = {}, .provenance = {}};
      result.measurement.failure = Failure{.cause = FailureCause::kMachine, .message = attempt.message};
      result.provenance.commit = options_.source.commit;
      result.provenance.dirty = options_.source.dirty;
      result.provenance.device = options_.device;
      result.provenance.seconds = attempt.seconds;
      store_.Append(result);
    }
    if (!attempt.last) return;
    summary_.failures.push_back(sentence);
    locks_.erase(item.work.key);
  }

  const Registry& registry_;
  Store& store_;
  const EngineOptions& options_;
  Progress& progress_;
  std::vector<Work> works_;
  std::map<std::string, const PlannedItem*> items_;
  std::map<std::string, KeyLock> locks_;
  EngineSummary summary_;
};

}  // namespace

EngineSummary CarryOut(const Plan& plan, const Registry& registry, Store& store, const EngineOptions& options,
                       Progress& progress) {
  return Engine(plan, registry, store, options, progress).All();
}

std::map<std::string, std::string> WorkerEnvironment(const std::string& device) {
  if (device == "cuda") return {};
  return {{"OMP_NUM_THREADS", "1"}, {"OPENBLAS_NUM_THREADS", "1"}, {"MKL_NUM_THREADS", "1"}};
}

}  // namespace retable::training
