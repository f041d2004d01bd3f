// What a worker is asked to do, and how it does it: train a run, or make an artifact.
#ifndef RETABLE_TRAINING_REQUESTS_H_
#define RETABLE_TRAINING_REQUESTS_H_

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "training/registry.h"
#include "training/run.h"

namespace retable::training {

struct Request {
  std::string kind;  // kRunKind or kArtifactKind (plan.h)
  Run run;
  std::filesystem::path out;
  std::string device;
  std::vector<double> thresholds;
  std::filesystem::path checkpoint;
};
nlohmann::json ToJson(const Request& request);
Request RequestFromJson(const nlohmann::json& json);

// The answer to a request for a run; to one for an artifact it is null.
struct Answer {
  Measurement measurement;
  Provenance provenance;  // with seconds and peak memory, without the commit
};
nlohmann::json ToJson(const Answer& answer);
Answer AnswerFromJson(const nlohmann::json& json);

// Does a request in this process, which holds nobody else's lock: the engine does (engine.h).
nlohmann::json DoRequest(const Registry& registry, const nlohmann::json& request,
                         const std::function<void(int step, int steps)>& progress);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_REQUESTS_H_
