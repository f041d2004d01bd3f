#include "training/requests.h"

#include <chrono>
#include <fstream>
#include <stdexcept>

#include "data/catalog.h"
#include "training/artifacts.h"
#include "training/plan.h"

namespace retable::training {
namespace {

namespace fs = std::filesystem;

// Writing 5 makes the system count the peak from here on (proc(5)); where it may not, the peak is the
// worker's.
void ResetPeakMemory() { std::ofstream("/proc/self/clear_refs") << "5"; }

double PeakMebibytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word != "VmHWM:") continue;
    double kibibytes = 0;
    status >> kibibytes;
    return kibibytes / 1024;
  }
  return 0;
}

TrainContext ContextOf(const Request& request, const std::function<void(int, int)>& progress) {
  return {.device = request.device,
          .thresholds = request.thresholds,
          .checkpoint = request.checkpoint,
          .artifact = [out = request.out](const Run& artifact) { return PresentArtifact(out, artifact); },
          .progress = progress};
}

Answer Train(const Trainer& trainer, const Request& request, const TrainContext& context) {
  using Clock = std::chrono::steady_clock;
  ResetPeakMemory();
  const Clock::time_point begin = Clock::now();
  Answer answer{.measurement = trainer.train(request.run, context),
                .provenance = trainer.provenance(context)};
  answer.provenance.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  answer.provenance.peak_mebibytes = PeakMebibytes();
  if (trainer.datasets) {
    for (const std::string& id : trainer.datasets(request.run)) {
      answer.provenance.data[id] = data::DatasetSha256(data::FindDataset(id));
    }
  }
  if (answer.measurement.failure && answer.measurement.failure->cause == FailureCause::kMachine) {
    throw std::runtime_error(answer.measurement.failure->message);
  }
  return answer;
}

}  // namespace

nlohmann::json ToJson(const Request& request) {
  return {{"kind", request.kind},
          {"run", ToJson(request.run)},
          {"out", request.out.string()},
          {"device", request.device},
          {"thresholds", request.thresholds},
          {"checkpoint", request.checkpoint.string()}};
}

Request RequestFromJson(const nlohmann::json& json) {
  return {.kind = json.at("kind"),
          .run = RunFromJson(json.at("run")),
          .out = json.at("out").get<std::string>(),
          .device = json.at("device"),
          .thresholds = json.at("thresholds"),
          .checkpoint = json.at("checkpoint").get<std::string>()};
}

nlohmann::json ToJson(const Answer& answer) {
  return {{"measurement", ToJson(answer.measurement)}, {"provenance", ToJson(answer.provenance)}};
}

Answer AnswerFromJson(const nlohmann::json& json) {
  return {.measurement = MeasurementFromJson(json.at("measurement")),
          .provenance = ProvenanceFromJson(json.at("provenance"))};
}

nlohmann::json DoRequest(const Registry& registry, const nlohmann::json& json,
                         const std::function<void(int, int)>& progress) {
  const Request request = RequestFromJson(json);
  const TrainContext context = ContextOf(request, progress);
  if (request.kind == kRunKind)
    return ToJson(Train(FindTrainer(registry, request.run.trainer), request, context));
  const ArtifactMaker& maker = FindMaker(registry, request.run.trainer);
  PublishArtifact(request.out, request.run,
                  [&](const fs::path& folder) { maker.build(request.run, folder, context); });
  return nullptr;
}

}  // namespace retable::training
