#include "reports/verify/raw_runs.h"

#include <algorithm>
#include <exception>
#include <fstream>
#include <set>

#include "data/sha256.h"
#include "training/recipe.h"

namespace retable::reports::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Test = bool (*)(const json&);

struct FieldRow {
  const char* name;
  Test is_right;
  const char* what;
};

bool IsText(const json& value) { return value.is_string(); }
bool IsNumbers(const json& value) {
  return value.is_array() &&
         std::all_of(value.begin(), value.end(), [](const json& one) { return one.is_number(); });
}
bool IsCurve(const json& value) {
  return value.is_array() && std::all_of(value.begin(), value.end(), [](const json& point) {
           return IsNumbers(point) && point.size() == 2 && point[0].is_number_integer();
         });
}
bool HasTexts(const json& value, const std::vector<std::string>& names) {
  return value.is_object() && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return value.contains(name) && value.at(name).is_string();
         });
}
bool IsLedger(const json& value) {
  return HasTexts(value, {"initial_weights", "data_order", "final_weights"});
}
bool IsFailure(const json& value) { return value.is_null() || HasTexts(value, {"cause", "message"}); }

// Every field that a report is made of.
const FieldRow kFields[] = {
    {"checksum", IsText, "a text"},
    {"key", IsText, "a text"},
    {"trainer", IsText, "a text"},
    {"recipe", [](const json& value) { return value.is_object(); }, "an object"},
    {"seed", [](const json& value) { return value.is_number_unsigned(); }, "a whole number"},
    {"curve", IsCurve, "a list of pairs [step, loss]"},
    {"thresholds", IsNumbers, "a list of numbers"},
    {"failure", IsFailure, "null or an object with cause and message"},
    {"ledger", IsLedger, "an object with initial_weights, data_order and final_weights"},
};

std::string FieldFault(const json& run) {
  for (const FieldRow& field : kFields) {
    if (!run.is_object() || !run.contains(field.name)) return std::string("it has no ") + field.name;
    if (!field.is_right(run.at(field.name)))
      return "its " + std::string(field.name) + " is not " + field.what;
  }
  return "";
}

// A line opens with the checksum of the rest of its text.
std::string SealFault(const std::string& line, const json& run) {
  const std::string checksum = run.at("checksum").get<std::string>();
  const std::string rest =
      "{" + line.substr(std::min(line.size(), line.find(checksum) + checksum.size() + 2));
  if (data::Sha256Hex(rest) != checksum) return "its checksum is not that of its content, so it was altered";
  const json keyed = {{"recipe", run.at("recipe")}, {"seed", run.at("seed")}, {"trainer", run.at("trainer")}};
  const bool is_own = data::Sha256Hex(keyed.dump()) == run.at("key").get<std::string>();
  return is_own ? "" : "its key is not that of its recipe, seed and trainer";
}

// Of a run that did not fail: it was evaluated when its recipe says, to the end of its budget or past its last
// threshold, and thresholds are as many as the recipe asks for, below the first loss.
std::string CurveFault(const json& run) {
  const auto recipe = run.at("recipe").get<training::LanguageModelRun>();
  const json& curve = run.at("curve");
  const int steps = recipe.language_model.steps, every = recipe.language_model.evaluation.every;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i][0] != std::min(static_cast<int>(i) * every, steps))
      return "its curve was not evaluated every " + std::to_string(every) + " steps";
  }
  const std::size_t asked = recipe.thresholds ? recipe.thresholds->fractions.size() : 0;
  const auto thresholds = run.at("thresholds").get<std::vector<double>>();
  if (thresholds.size() != asked) return "it has not one threshold for each fraction of its recipe";
  const double last_loss = curve.empty() ? 0 : curve.back()[1].get<double>();
  const bool is_stopped = asked > 0 && last_loss <= *std::min_element(thresholds.begin(), thresholds.end());
  if (curve.empty() || (curve.back()[0] != steps && !is_stopped)) return "its curve ends too early";
  for (const double threshold : thresholds) {
    if (curve[0][1] <= threshold) return "it reaches a threshold before any training";
  }
  return "";
}

// What is wrong with a line; empty where nothing is.
std::string Fault(const std::string& line, const json& run) {
  std::string fault = FieldFault(run);
  if (fault.empty()) fault = SealFault(line, run);
  if (!fault.empty()) return fault;
  const bool is_ours = run.at("trainer") == training::kLanguageModelTrainer;
  if (!is_ours || !run.at("failure").is_null()) return "";
  try {
    return CurveFault(run);
  } catch (const std::exception& error) {
    return std::string("its recipe does not read: ") + error.what();
  }
}

using training::InjectionRecipe;
using training::LanguageModelRun;

// What decides a run, as text: two with the same are the same run.
std::string Decided(const json& recipe, std::uint64_t seed, const std::string& trainer) {
  return trainer + " " + std::to_string(seed) + " " + recipe.dump();
}

LanguageModelRun ExpectedRecipe(const suites::Table& table, const suites::Scale& scale,
                                const GridPlace& place) {
  LanguageModelRun recipe{.language_model = scale.student, .replicate = place.replicate};
  if (place.arm != suites::kCalibration) recipe.thresholds = scale.thresholds;
  for (const suites::Arm& arm : table.arms) {
    if (arm.id != place.arm) continue;
    InjectionRecipe injection{.pattern = arm.pattern, .shuffled = arm.shuffled, .heads = {}, .teacher = {}};
    for (const suites::Block& block : scale.blocks) {
      if (block.id == place.block) injection.heads = block.heads;
    }
    if (suites::IsReadOffTeacher(arm.pattern)) injection.teacher = scale.teacher;
    recipe.injection = injection;
  }
  return recipe;
}

PlacedRuns EmptyGrid(const suites::Table& table, const suites::Scale& scale) {
  PlacedRuns placed;
  for (const std::uint64_t seed : scale.thresholds.calibration_seeds)
    placed[{suites::kCalibration, "", seed, 0}];
  for (const std::uint64_t seed : scale.seeds) {
    for (int replicate = 0; replicate < scale.baselines_per_seed; ++replicate) {
      placed[{suites::kBaseline, "", seed, replicate}];
    }
    for (const suites::Arm& arm : table.arms) {
      for (const suites::Block& block : scale.blocks) placed[{arm.id, block.id, seed, 0}];
    }
  }
  return placed;
}

}  // namespace

std::vector<RawRun> ReadRawRuns(const fs::path& folder, std::vector<std::string>& findings) {
  std::set<fs::path> files;
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".jsonl") files.insert(entry.path());
    }
  }
  std::vector<RawRun> runs;
  for (const fs::path& file : files) {
    std::ifstream lines(file);
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      const std::string place = file.filename().string() + " line " + std::to_string(number);
      json run = json::parse(line, nullptr, /*allow_exceptions=*/false);
      const std::string fault = run.is_discarded() ? "it is no JSON" : Fault(line, run);
      if (!fault.empty()) {
        findings.push_back(place + " is no stored run: " + fault);
      } else {
        runs.push_back({.place = place, .json = std::move(run)});
      }
    }
  }
  return runs;
}

bool IsMachineFailure(const json& run) {
  return !run.at("failure").is_null() && run.at("failure").at("cause") == "machine";
}

std::string Name(const GridPlace& place) {
  return place.arm + (place.block.empty() ? "" : " " + place.block) + " seed " + std::to_string(place.seed) +
         (place.arm == suites::kBaseline ? " replicate " + std::to_string(place.replicate) : "");
}

PlacedRuns PlaceRuns(const suites::Table& table, const suites::Scale& scale,
                     const std::vector<RawRun>& runs) {
  PlacedRuns placed = EmptyGrid(table, scale);
  std::map<std::string, GridPlace> places;
  for (const auto& [place, none] : placed) {
    const json recipe = ExpectedRecipe(table, scale, place);
    places[Decided(recipe, place.seed, training::kLanguageModelTrainer)] = place;
  }
  for (const RawRun& run : runs) {
    const auto found =
        places.find(Decided(run.json.at("recipe"), run.json.at("seed"), run.json.at("trainer")));
    if (found == places.end()) continue;  // of another table or scale, or of another kind
    const RawRun*& here = placed.at(found->second);
    if (here == nullptr || !IsMachineFailure(run.json)) here = &run;
  }
  return placed;
}

}  // namespace retable::reports::verify
