#include "reports/verify/raw_runs.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <set>

#include "data/sha256.h"

namespace retable::reports::verify {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// What is wrong with a line; empty where nothing is. A line opens with the checksum of the rest of its text.
std::string Fault(const std::string& line, const json& run) {
  try {
    const std::string checksum = run.at("checksum").get<std::string>();
    const std::string rest =
        "{" + line.substr(std::min(line.size(), line.find(checksum) + checksum.size() + 2));
    if (data::Sha256Hex(rest) != checksum)
      return "its checksum is not that of its content, so it was altered";
    const json keyed = {
        {"recipe", run.at("recipe")}, {"seed", run.at("seed")}, {"trainer", run.at("trainer")}};
    const bool is_own = data::Sha256Hex(keyed.dump()) == run.at("key").get<std::string>();
    return is_own ? "" : "its key is not that of its recipe, seed and trainer";
  } catch (const json::exception& error) {
    return error.what();
  }
}

// The heads that the recipe holds, as the block of the scale that holds the same.
std::optional<std::string> BlockOf(const suites::Scale& scale, const json& heads) {
  for (const suites::Block& block : scale.blocks) {
    json held = json::array();
    for (const models::Head& head : block.heads) held.push_back({{"head", head.head}, {"layer", head.layer}});
    if (held == heads) return block.id;
  }
  return std::nullopt;
}

bool IsOfScale(const json& recipe, const suites::Scale& scale) {
  const json& thresholds = recipe.at("thresholds");
  return recipe.at("language_model") == json(scale.student) &&
         (thresholds.is_null() || thresholds == json(scale.thresholds));
}

// Where the run stands in this table, if anywhere.
std::optional<GridPlace> PlaceOf(const suites::Table& table, const suites::Scale& scale, const json& run) {
  const json& recipe = run.at("recipe");
  if (!IsOfScale(recipe, scale)) return std::nullopt;
  const auto seed = run.at("seed").get<std::uint64_t>();
  const int replicate = recipe.at("replicate").get<int>();
  const json& injection = recipe.at("injection");
  if (injection.is_null()) {
    const bool is_calibration = recipe.at("thresholds").is_null();
    return GridPlace{.arm = is_calibration ? suites::kCalibration : suites::kBaseline,
                     .block = "",
                     .seed = seed,
                     .replicate = replicate};
  }
  const auto block = BlockOf(scale, injection.at("heads"));
  if (!block) return std::nullopt;
  for (const suites::Arm& arm : table.arms) {
    if (arm.pattern != injection.at("pattern") || arm.shuffled != injection.at("shuffled")) continue;
    return GridPlace{.arm = arm.id, .block = *block, .seed = seed, .replicate = replicate};
  }
  return std::nullopt;
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

std::string Name(const GridPlace& place) {
  return place.arm + (place.block.empty() ? "" : " " + place.block) + " seed " + std::to_string(place.seed) +
         (place.arm == suites::kBaseline ? " replicate " + std::to_string(place.replicate) : "");
}

PlacedRuns PlaceRuns(const suites::Table& table, const suites::Scale& scale,
                     const std::vector<RawRun>& runs) {
  PlacedRuns placed = EmptyGrid(table, scale);
  for (const RawRun& run : runs) {
    const std::optional<GridPlace> place = PlaceOf(table, scale, run.json);
    if (!place) continue;
    const auto found = placed.find(*place);
    if (found == placed.end()) continue;  // a seed or replicate that the scale does not have
    const bool is_measured =
        run.json.at("failure").is_null() || run.json.at("failure").at("cause") != "machine";
    if (found->second == nullptr || is_measured) found->second = &run;
  }
  return placed;
}

}  // namespace retable::reports::verify
