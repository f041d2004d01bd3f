#include "suites/table.h"

#include <algorithm>
#include <stdexcept>

namespace retable::suites {
namespace {

using training::InjectionRecipe;
using training::LanguageModelRun;
using training::Run;

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

Run RunOf(const LanguageModelRun& recipe, std::uint64_t seed) {
  return {.trainer = training::kLanguageModelTrainer, .recipe = training::Canonical(recipe), .seed = seed};
}

Cell CalibrationCell(const Scale& scale, std::uint64_t seed) {
  // No thresholds yet: the whole budget.
  const LanguageModelRun recipe = {
      .language_model = scale.student, .injection = std::nullopt, .thresholds = std::nullopt};
  return {.arm = kCalibration, .seed = seed, .run = RunOf(recipe, seed)};
}

Cell BaselineCell(const Scale& scale, std::uint64_t seed, int replicate) {
  const LanguageModelRun recipe = {.language_model = scale.student,
                                   .injection = std::nullopt,
                                   .thresholds = scale.thresholds,
                                   .replicate = replicate};
  return {.arm = kBaseline, .seed = seed, .replicate = replicate, .run = RunOf(recipe, seed)};
}

Cell ArmCell(const Scale& scale, std::uint64_t seed, const Block& block, const Arm& arm) {
  const InjectionRecipe injection = {
      .pattern = arm.pattern,
      .shuffled = arm.shuffled,
      .heads = block.heads,
      .teacher = IsReadOffTeacher(arm.pattern) ? std::optional(scale.teacher) : std::nullopt};
  const LanguageModelRun recipe = {
      .language_model = scale.student, .injection = injection, .thresholds = scale.thresholds};
  return {.arm = arm.id, .block = block.id, .seed = seed, .run = RunOf(recipe, seed)};
}

// The scale's blocks that are selected, in the scale's order.
std::vector<Block> SelectedBlocks(const Scale& scale, const std::vector<std::string>& ids) {
  std::vector<std::string> valid;
  for (const Block& block : scale.blocks) valid.push_back(block.id);
  for (const std::string& id : ids) {
    if (std::find(valid.begin(), valid.end(), id) == valid.end()) {
      throw std::invalid_argument("scale " + scale.id + " has no block '" + id + "'; it has " +
                                  Listed(valid));
    }
  }
  std::vector<Block> selected;
  for (const Block& block : scale.blocks) {
    if (ids.empty() || std::find(ids.begin(), ids.end(), block.id) != ids.end()) selected.push_back(block);
  }
  return selected;
}

std::vector<std::uint64_t> SelectedSeeds(const Scale& scale, const std::vector<std::uint64_t>& seeds) {
  std::vector<std::string> valid;
  for (const std::uint64_t seed : scale.seeds) valid.push_back(std::to_string(seed));
  for (const std::uint64_t seed : seeds) {
    if (std::find(scale.seeds.begin(), scale.seeds.end(), seed) == scale.seeds.end()) {
      throw std::invalid_argument("scale " + scale.id + " has no seed " + std::to_string(seed) + "; it has " +
                                  Listed(valid));
    }
  }
  std::vector<std::uint64_t> selected;
  for (const std::uint64_t seed : scale.seeds) {
    if (seeds.empty() || std::find(seeds.begin(), seeds.end(), seed) != seeds.end()) selected.push_back(seed);
  }
  return selected;
}

}  // namespace

bool IsReadOffTeacher(const std::string& pattern) {
  return pattern == "real_attention" || pattern == "mean_template" || pattern == "interpolated";
}

std::vector<Cell> Cells(const Table& table, const Scale& scale, const Selection& selection) {
  const std::vector<Block> blocks = SelectedBlocks(scale, selection.blocks);
  const std::vector<std::uint64_t> seeds = SelectedSeeds(scale, selection.seeds);
  std::vector<Cell> cells;
  for (const std::uint64_t seed : scale.thresholds.calibration_seeds) {
    cells.push_back(CalibrationCell(scale, seed));
  }
  for (const std::uint64_t seed : seeds) {
    for (int replicate = 0; replicate < scale.baselines_per_seed; ++replicate) {
      cells.push_back(BaselineCell(scale, seed, replicate));
    }
  }
  for (const std::uint64_t seed : seeds) {
    for (const Block& block : blocks) {
      for (const Arm& arm : table.arms) cells.push_back(ArmCell(scale, seed, block, arm));
    }
  }
  return cells;
}

std::vector<std::string> BlocksOf(const Claim& claim, const Scale& scale) {
  std::vector<std::string> ids;
  for (const Block& block : scale.blocks) {
    const auto found = std::find(claim.blocks.begin(), claim.blocks.end(), block.id);
    if (claim.blocks.empty() || found != claim.blocks.end()) ids.push_back(block.id);
  }
  return ids;
}

const Scale& FindScale(const Table& table, const std::string& id) {
  std::vector<std::string> valid;
  for (const Scale& scale : table.scales) {
    if (scale.id == id) return scale;
    valid.push_back(scale.id);
  }
  throw std::invalid_argument("table " + table.id + " has no scale '" + id + "'; it has " + Listed(valid));
}

}  // namespace retable::suites
