// Stored runs put in the places of a table's grid by their whole recipes, without keys.
#ifndef RETABLE_REPORTS_VERIFY_PLACES_H_
#define RETABLE_REPORTS_VERIFY_PLACES_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reports/verify/raw_runs.h"
#include "suites/table.h"
#include "training/recipe.h"

namespace retable::reports::verify {

// Of which runs a table's numbers are made. Arms and blocks by id (of a library: by the program's name); the baseline's
// block is "". The seed of what trains nothing is the teacher's.
struct GridPlace {
  std::string arm;
  std::string block;
  std::uint64_t seed = 0;
  int replicate = 0;
  std::string trainer = training::kLanguageModelTrainer;
  auto operator<=>(const GridPlace&) const = default;
};
std::string Name(const GridPlace& place);
bool IsTraining(const GridPlace& place);

// Every place that the table has at this scale, null where no run has its recipe, seed and trainer. Runs of other
// recipes are passed over. One run may serve several places: of arms that inject the same, and of a shuffled program
// that reads no tokens, which is the same program on any document.
using PlacedRuns = std::map<GridPlace, const RawRun*>;
PlacedRuns PlaceRuns(const suites::Table& table, const suites::Scale& scale, const std::vector<RawRun>& runs);

// The blocks of an arm: the scale's, or the programs of the library.
std::vector<suites::Block> BlocksOf(const suites::Arm& arm, const suites::Scale& scale);

// Whether any arm is trained, so that there are baselines.
bool HasTrainings(const suites::Table& table);

// Whether the program's text names anything of a token but its position.
bool ReadsTokens(const std::string& program);

// A recipe with its injection in one of the ways to say it: the named patterns that a program can say are that program.
nlohmann::json InOneWay(nlohmann::json recipe);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_PLACES_H_
