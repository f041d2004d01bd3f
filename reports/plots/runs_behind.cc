#include "reports/plots/runs_behind.h"

#include <set>
#include <tuple>
#include <vector>

#include "reports/joined.h"
#include "training/recipe.h"

namespace retable::reports::plots {
namespace {

using Place = std::tuple<std::string, std::string, std::uint64_t>;  // arm, block, seed

// Of a quantity that is measured once a block, the seed is the teacher's.
std::set<Place> PlacesWithResponse(const Material& material, suites::Quantity quantity) {
  const Responses& responses = material.responses;
  const bool has_seeds = suites::TrainerOf(quantity) == training::kLanguageModelTrainer;
  std::set<Place> places;
  for (const ArmResponses& arm : responses.arms) {
    if (arm.quantity != quantity) continue;
    for (std::size_t b = 0; b < arm.runs.size(); ++b) {
      for (std::size_t s = 0; s < arm.runs[b].size(); ++s) {
        if (arm.runs[b][s].outcome == Outcome::kMissing) continue;
        places.insert({arm.arm, arm.blocks[b], has_seeds ? responses.seeds[s] : material.scale.teacher.seed});
      }
    }
  }
  return places;
}

KeyOfSeed KeysOf(const RunsOfHeads& runs, const std::string& arm, const std::string& block) {
  const auto found = runs.find({arm, block});
  return found == runs.end() ? KeyOfSeed{} : found->second;
}

std::string Text(const KeyOfSeed& keys) {
  std::vector<std::string> texts;
  for (const auto& [seed, key] : keys) texts.push_back("seed " + std::to_string(seed) + " " + key);
  return Joined(texts, ", ");
}

}  // namespace

RunsOfHeads FindRunsOfHeads(const Material& material, suites::Quantity quantity) {
  const std::set<Place> places = PlacesWithResponse(material, quantity);
  RunsOfHeads runs;
  for (const CellRun& run : material.runs) {
    const suites::Cell& cell = run.cell;
    if (cell.run.trainer != suites::TrainerOf(quantity)) continue;
    if (!places.contains({cell.arm, cell.block, cell.seed})) continue;
    runs[{cell.arm, cell.block}][cell.seed] = training::ShortKey(training::Key(cell.run));
  }
  return runs;
}

std::string RunsBehind(const RunsOfHeads& runs, const std::string& arm, const std::string& block) {
  return Text(KeysOf(runs, arm, block));
}

std::string RunsBehindPair(const RunsOfHeads& runs, const std::string& arm, const std::string& other,
                           const std::string& block) {
  KeyOfSeed keys = KeysOf(runs, arm, block);
  const KeyOfSeed others = KeysOf(runs, other, block);
  std::erase_if(keys, [&](const auto& entry) { return !others.contains(entry.first); });
  return Text(keys);
}

}  // namespace retable::reports::plots
