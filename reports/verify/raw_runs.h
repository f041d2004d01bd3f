// Stored runs as their lines say, read without the store, and put in the places of a table's grid by their whole
// recipes, without keys.
#ifndef RETABLE_REPORTS_VERIFY_RAW_RUNS_H_
#define RETABLE_REPORTS_VERIFY_RAW_RUNS_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/table.h"

namespace retable::reports::verify {

struct RawRun {
  std::string place;  // "results.jsonl line 17"
  nlohmann::json json;
};

// Every line of every *.jsonl of the folder, files in alphabetical order. A line becomes a finding and no run where
// it is no JSON, a field is missing or of another type, the checksum is not the SHA-256 of its content or the key that
// of its recipe, seed and trainer, or (of a language model's run that did not fail) the curve or the thresholds are
// not what its recipe asks for.
std::vector<RawRun> ReadRawRuns(const std::filesystem::path& folder, std::vector<std::string>& findings);

// Killed, out of memory: to be run again, so as if it had not been run.
bool IsMachineFailure(const nlohmann::json& run);

// Of which runs a table's numbers are made. Arms and blocks by id; the baseline's block is "".
struct GridPlace {
  std::string arm;
  std::string block;
  std::uint64_t seed = 0;
  int replicate = 0;
  auto operator<=>(const GridPlace&) const = default;
};
std::string Name(const GridPlace& place);

// Every place that the table has at this scale, null where no run has its recipe, seed and trainer. Runs of other
// recipes are passed over.
using PlacedRuns = std::map<GridPlace, const RawRun*>;
PlacedRuns PlaceRuns(const suites::Table& table, const suites::Scale& scale, const std::vector<RawRun>& runs);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_RAW_RUNS_H_
