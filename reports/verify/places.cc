#include "reports/verify/places.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "models/gpt_shape.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;
using suites::Arm;
using suites::Block;
using suites::Programs;
using suites::Scale;
using training::InjectionRecipe;

// What decides a run, as text: two with the same are the same run.
std::string Decided(const json& recipe, std::uint64_t seed, const std::string& trainer) {
  return trainer + " " + std::to_string(seed) + " " + recipe.dump();
}

// Of a scale whose programs are still to be found, a text that no run has.
std::string ProgramOf(const Scale& scale, const Arm& arm, const models::Head& head) {
  if (!arm.program.empty()) return arm.program;
  const auto found = scale.programs.heads.find(models::Name(head));
  if (found == scale.programs.heads.end()) return "not synthesised yet";
  if (arm.programs == Programs::kOwn) return found->second.own;
  return arm.programs == Programs::kBestFit ? found->second.best_fit : found->second.entropy_matched;
}

InjectionRecipe ExpectedInjection(const Scale& scale, const Arm& arm, const Block& block) {
  InjectionRecipe injection{.pattern = arm.pattern,
                            .shuffled = arm.shuffled,
                            .heads = block.heads,
                            .teacher = {},
                            .real_share = arm.real_share,
                            .is_bias = arm.is_bias,
                            .programs = {},
                            .file = arm.file};
  if (suites::IsReadOffTeacher(arm.pattern)) injection.teacher = scale.teacher;
  if (arm.programs == Programs::kLibrary) {
    injection.programs = {scale.programs.library.at(block.id)};
  } else if (arm.programs != Programs::kNone || !arm.program.empty()) {
    for (const models::Head& head : block.heads) injection.programs.push_back(ProgramOf(scale, arm, head));
  }
  const std::vector<std::string>& programs = injection.programs;
  if (!programs.empty() && std::none_of(programs.begin(), programs.end(), ReadsTokens))
    injection.shuffled = false;
  return injection;
}

json ExpectedRecipe(const suites::Table& table, const Scale& scale, const GridPlace& place) {
  std::optional<InjectionRecipe> injection;
  for (const Arm& arm : table.arms) {
    if (arm.id != place.arm) continue;
    for (const Block& block : BlocksOf(arm, scale)) {
      if (block.id == place.block) injection = ExpectedInjection(scale, arm, block);
    }
  }
  if (place.trainer == training::kReplacementTrainer) {
    return training::ReplacementRun{scale.teacher, injection.value(), scale.measured_windows};
  }
  if (place.trainer == training::kPatternMeasuresTrainer) {
    return training::PatternMeasuresRun{scale.teacher, injection.value(), scale.measured_windows};
  }
  training::LanguageModelRun recipe{
      .language_model = scale.student, .injection = injection, .replicate = place.replicate};
  if (place.arm != suites::kCalibration) recipe.thresholds = scale.thresholds;
  return recipe;
}

void AddComparedPlaces(const Scale& scale, PlacedRuns& placed) {
  for (const std::uint64_t seed : scale.thresholds.calibration_seeds)
    placed[{suites::kCalibration, "", seed, 0}];
  for (const std::uint64_t seed : scale.seeds) {
    for (int replicate = 0; replicate < scale.baselines_per_seed; ++replicate)
      placed[{suites::kBaseline, "", seed, replicate}];
  }
}

PlacedRuns EmptyGrid(const suites::Table& table, const Scale& scale) {
  PlacedRuns placed;
  if (HasTrainings(table)) AddComparedPlaces(scale, placed);
  for (const Arm& arm : table.arms) {
    for (const Block& block : BlocksOf(arm, scale)) {
      if (arm.measured.training) {
        for (const std::uint64_t seed : scale.seeds) placed[{arm.id, block.id, seed, 0}];
      }
      const std::uint64_t teacher = scale.teacher.seed;
      if (arm.measured.replacement) placed[{arm.id, block.id, teacher, 0, training::kReplacementTrainer}];
      if (arm.measured.pattern) placed[{arm.id, block.id, teacher, 0, training::kPatternMeasuresTrainer}];
    }
  }
  return placed;
}

}  // namespace

bool IsTraining(const GridPlace& place) { return place.trainer == training::kLanguageModelTrainer; }

std::string Name(const GridPlace& place) {
  std::string name =
      place.arm + (place.block.empty() ? "" : " " + place.block) + " seed " + std::to_string(place.seed);
  if (place.trainer == training::kReplacementTrainer) name += " replacement";
  if (place.trainer == training::kPatternMeasuresTrainer) name += " pattern measures";
  return place.arm == suites::kBaseline ? name + " replicate " + std::to_string(place.replicate) : name;
}

std::vector<Block> BlocksOf(const Arm& arm, const Scale& scale) {
  if (arm.programs != Programs::kLibrary) return scale.blocks;
  std::vector<Block> blocks;
  for (const auto& [name, program] : scale.programs.library) blocks.push_back({.id = name, .heads = {}});
  return blocks;
}

bool HasTrainings(const suites::Table& table) {
  return std::any_of(table.arms.begin(), table.arms.end(),
                     [](const Arm& arm) { return arm.measured.training; });
}

PlacedRuns PlaceRuns(const suites::Table& table, const Scale& scale, const std::vector<RawRun>& runs) {
  PlacedRuns placed = EmptyGrid(table, scale);
  std::multimap<std::string, GridPlace> places;
  for (const auto& [place, none] : placed)
    places.emplace(Decided(ExpectedRecipe(table, scale, place), place.seed, place.trainer), place);
  for (const RawRun& run : runs) {
    const auto [first, last] =
        places.equal_range(Decided(run.json.at("recipe"), run.json.at("seed"), run.json.at("trainer")));
    for (auto found = first; found != last; ++found) {
      const RawRun*& here = placed.at(found->second);
      if (here == nullptr || !IsMachineFailure(run.json)) here = &run;
    }
  }
  return placed;
}

bool ReadsTokens(const std::string& program) {
  static const auto* const known = new std::set<std::string>{
      "mix",  "add",   "sink",    "self",     "previous", "earlier", "all", "first",
      "last", "decay", "inverse", "else",     "drop",     "or",      "and", "not",
      "any",  "same",  "query",   "distance", "position", "e"};  // of a number, 5e-04
  std::string word;
  for (const char c : program + " ") {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_') {
      word += c;
    } else {
      if (!word.empty() && !known->contains(word)) return true;
      word.clear();
    }
  }
  return false;
}

json InOneWay(json recipe) {
  static const auto* const said =
      new std::map<std::string, std::string>{{"uniform", "all"},
                                             {"induction", "all(id[-1] = query.id)"},
                                             {"previous_occurrence", "all(earlier and same id)"}};
  if (!recipe.contains("injection") || recipe.at("injection").is_null()) return recipe;
  json& injection = recipe.at("injection");
  const auto found = said->find(injection.at("pattern").get<std::string>());
  if (found == said->end()) return recipe;
  injection["pattern"] = "program";
  injection["programs"] = std::vector<std::string>(injection.at("heads").size(), found->second);
  return recipe;
}

}  // namespace retable::reports::verify
