#include "suites/table.h"

#include <algorithm>
#include <stdexcept>

#include "models/programs/parse.h"
#include "models/programs/program.h"

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

HeadPrograms ProgramsOf(const Scale& scale, const models::Head& head) {
  const auto found = scale.programs.heads.find(models::Name(head));
  if (found != scale.programs.heads.end()) return found->second;
  throw std::invalid_argument("scale " + scale.id + " has no programs for head " + models::Name(head) +
                              ": make them with //training:synthesize");
}

// One text for each head of the block.
std::vector<std::string> ProgramTexts(const Scale& scale, const Block& block, const Arm& arm) {
  std::vector<std::string> texts;
  if (arm.programs == Programs::kLibrary) return {scale.programs.library.at(block.id)};
  for (const models::Head& head : block.heads) {
    if (!arm.program.empty()) texts.push_back(arm.program);
    if (arm.programs == Programs::kOwn) texts.push_back(ProgramsOf(scale, head).own);
    if (arm.programs == Programs::kBestFit) texts.push_back(ProgramsOf(scale, head).best_fit);
    if (arm.programs == Programs::kEntropyMatched) texts.push_back(ProgramsOf(scale, head).entropy_matched);
  }
  return texts;
}

// A program that reads no tokens is the same on every document: its shuffled twin is the same run.
bool ReadsTokens(const std::vector<std::string>& programs) {
  return std::any_of(programs.begin(), programs.end(), [](const std::string& text) {
    return text.starts_with(kNotSynthesised) || models::programs::ReadsTokens(models::programs::Parse(text));
  });
}

InjectionRecipe Injection(const Scale& scale, const Block& block, const Arm& arm) {
  const std::vector<std::string> programs = ProgramTexts(scale, block, arm);
  return {.pattern = arm.pattern,
          .shuffled = arm.shuffled && (programs.empty() || ReadsTokens(programs)),
          .heads = block.heads,
          .teacher = IsReadOffTeacher(arm.pattern) ? std::optional(scale.teacher) : std::nullopt,
          .real_share = arm.real_share,
          .is_bias = arm.is_bias,
          .programs = programs,
          .file = arm.file};
}

Cell ArmCell(const Scale& scale, std::uint64_t seed, const Block& block, const Arm& arm) {
  const LanguageModelRun recipe = {.language_model = scale.student,
                                   .injection = Injection(scale, block, arm),
                                   .thresholds = scale.thresholds};
  return {.arm = arm.id, .block = block.id, .seed = seed, .run = RunOf(recipe, seed)};
}

template <typename Recipe>
Cell MeasuringCell(const char* trainer, const Scale& scale, const Block& block, const Arm& arm) {
  const Recipe recipe = {
      .teacher = scale.teacher, .injection = Injection(scale, block, arm), .windows = scale.measured_windows};
  const std::uint64_t seed = scale.teacher.seed;
  return {.arm = arm.id,
          .block = block.id,
          .seed = seed,
          .run = {.trainer = trainer, .recipe = training::Canonical(recipe), .seed = seed}};
}

// Replacements and measurements of patterns: once for each block, whatever the seeds.
void AddMeasuringCells(const Scale& scale, const std::vector<Block>& blocks, const Arm& arm,
                       std::vector<Cell>& cells) {
  std::vector<Block> measured = blocks;
  if (arm.programs == Programs::kLibrary) {
    measured.clear();
    for (const auto& [name, program] : scale.programs.library) measured.push_back({.id = name, .heads = {}});
  }
  for (const Block& block : measured) {
    if (arm.measured.pattern) {
      cells.push_back(
          MeasuringCell<training::PatternMeasuresRun>(training::kPatternMeasuresTrainer, scale, block, arm));
    }
    if (arm.measured.replacement) {
      cells.push_back(
          MeasuringCell<training::ReplacementRun>(training::kReplacementTrainer, scale, block, arm));
    }
  }
}

// Calibration runs and baselines, which trainings are compared with.
void AddComparedCells(const Scale& scale, const std::vector<std::uint64_t>& seeds, std::vector<Cell>& cells) {
  for (const std::uint64_t seed : scale.thresholds.calibration_seeds) {
    cells.push_back(CalibrationCell(scale, seed));
  }
  for (const std::uint64_t seed : seeds) {
    for (int replicate = 0; replicate < scale.baselines_per_seed; ++replicate) {
      cells.push_back(BaselineCell(scale, seed, replicate));
    }
  }
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

std::string Missing(const Table& table, const Scale& scale) {
  const bool needs_programs = std::any_of(table.arms.begin(), table.arms.end(),
                                          [](const Arm& arm) { return arm.programs != Programs::kNone; });
  return needs_programs ? scale.programs.missing : "";
}

std::vector<Cell> Cells(const Table& table, const Scale& scale, const Selection& selection) {
  const std::vector<Block> blocks = SelectedBlocks(scale, selection.blocks);
  const std::vector<std::uint64_t> seeds = SelectedSeeds(scale, selection.seeds);
  std::vector<Cell> cells;
  const auto is_trained = [](const Arm& arm) { return arm.measured.training; };
  if (std::any_of(table.arms.begin(), table.arms.end(), is_trained)) AddComparedCells(scale, seeds, cells);
  for (const Arm& arm : table.arms) AddMeasuringCells(scale, blocks, arm, cells);
  for (const std::uint64_t seed : seeds) {
    for (const Block& block : blocks) {
      for (const Arm& arm : table.arms) {
        if (is_trained(arm)) cells.push_back(ArmCell(scale, seed, block, arm));
      }
    }
  }
  return cells;
}

std::string TrainerOf(Quantity quantity) {
  switch (quantity) {
    case Quantity::kSpeedup:
    case Quantity::kPriorWeight:
      return training::kLanguageModelTrainer;
    case Quantity::kLossIncrease:
      return training::kReplacementTrainer;
    case Quantity::kIou:
    case Quantity::kInputDependence:
    case Quantity::kRowEntropy:
    case Quantity::kFirstTokenMass:
      return training::kPatternMeasuresTrainer;
    case Quantity::kDepth:
      return "";
  }
  throw std::invalid_argument("no quantity");
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
