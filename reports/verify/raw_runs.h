// Stored runs as their lines say, read without the store, and put in the places of a table's grid by the
// fields of their recipes, without keys.
#ifndef RETABLE_REPORTS_VERIFY_RAW_RUNS_H_
#define RETABLE_REPORTS_VERIFY_RAW_RUNS_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "suites/table.h"

namespace retable::reports::verify {

struct RawRun {
  std::string place;  // "results.jsonl line 17"
  nlohmann::json json;
};

// Every line of every *.jsonl of the folder, files in alphabetical order. A line that is no JSON, or whose
// key is not the SHA-256 of its own recipe, seed and trainer, becomes a finding and no run.
std::vector<RawRun> ReadRawRuns(const std::filesystem::path& folder, std::vector<std::string>& findings);

// Of which runs a table's numbers are made. Arms and blocks by id; the baseline's block is "".
struct GridPlace {
  std::string arm;
  std::string block;
  std::uint64_t seed = 0;
  int replicate = 0;
  auto operator<=>(const GridPlace&) const = default;
};
std::string Name(const GridPlace& place);

// Every place that the table has at this scale, null where no run fits it.
using PlacedRuns = std::map<GridPlace, const RawRun*>;
PlacedRuns PlaceRuns(const suites::Table& table, const suites::Scale& scale, const std::vector<RawRun>& runs);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_RAW_RUNS_H_
