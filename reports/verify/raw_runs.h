// Stored runs as their lines say, read without the store.
#ifndef RETABLE_REPORTS_VERIFY_RAW_RUNS_H_
#define RETABLE_REPORTS_VERIFY_RAW_RUNS_H_

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace retable::reports::verify {

struct RawRun {
  std::string place;  // "results.jsonl line 17"
  nlohmann::json json;
};

// Every line of every *.jsonl of the folder, files in alphabetical order. A line becomes a finding and no run where
// it is no JSON, a field is missing or of another type, the checksum is not the SHA-256 of its content or the key that
// of its recipe, seed and trainer, or a run that did not fail lacks what its trainer measures: the curve, thresholds and
// learned weights that its recipe asks for; a loss increase that is the difference of its two losses; measures of a
// pattern within their bounds.
std::vector<RawRun> ReadRawRuns(const std::filesystem::path& folder, std::vector<std::string>& findings);

// Killed, out of memory: to be run again, so as if it had not been run.
bool IsMachineFailure(const nlohmann::json& run);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_RAW_RUNS_H_
