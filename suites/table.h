// A table of a paper as a value: what was printed, how we re-run it, and what it claims. No torch.
#ifndef RETABLE_SUITES_TABLE_H_
#define RETABLE_SUITES_TABLE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/gpt_shape.h"
#include "suites/claim.h"
#include "training/recipe.h"
#include "training/run.h"

namespace retable::suites {

struct Source {
  std::string paper;  // "P2"
  std::string title;
  std::string locator;  // where in the paper
};

// What is compared. The baseline (nothing injected) is no arm: every speedup is against it.
struct Arm {
  std::string id;       // "real_attention", "real_attention_shuffled"
  std::string title;    // as the report prints it
  std::string pattern;  // models/patterns.h
  bool shuffled = false;
  std::optional<double> printed =
      std::nullopt;  // the paper's mean speedup, as a fraction (0.036 for +3.60 %)
};

// Within a block arms are paired. Here: the heads that are held.
struct Block {
  std::string id;  // "1.0"
  std::vector<models::Head> heads;
};

// One size of a table: `smoke`, `desk` or `paper`.
struct Scale {
  std::string id;
  training::LanguageModelRecipe student;
  training::TeacherRecipe teacher;
  training::ThresholdRecipe thresholds;
  std::vector<Block> blocks;
  std::vector<std::uint64_t> seeds;
  int baselines_per_seed = 0;  // replicates: same initial weights, other batch orders after the first
  std::vector<std::string> supplied = {};  // what the user must bring before a run can start; empty: nothing
  std::vector<std::string> departures;     // how this differs from the paper, and what that costs
};

struct Table {
  std::string id;  // "injection/patterns"
  std::string title;
  Source source;
  std::string question;  // in one sentence
  std::vector<Arm> arms;
  std::vector<Claim> claims;
  std::vector<Scale> scales;
};

// The two kinds of cell that are no arm.
inline constexpr char kBaseline[] = "baseline";
inline constexpr char kCalibration[] = "calibration";

// One training that a table asks for.
struct Cell {
  std::string arm;         // an arm's id, kBaseline or kCalibration
  std::string block = "";  // a block's id; empty for baseline and calibration, which serve every block
  std::uint64_t seed = 0;
  int replicate = 0;  // of the baseline
  training::Run run;
};

// A part of the grid; empty lists mean all.
struct Selection {
  std::vector<std::string> blocks;
  std::vector<std::uint64_t> seeds;
};

// Every training of the table at this scale in the order in which they are best run: calibration, baselines,
// then seed by seed, block by block, arm by arm. Throws std::invalid_argument naming the valid ones where the
// selection names a block or seed that the scale does not have.
std::vector<Cell> Cells(const Table& table, const Scale& scale, const Selection& selection = {});

// Whether the pattern is measured on a trained model, so that its runs name the scale's teacher. Rules and
// uniform rows are computed from token ids and positions alone.
bool IsReadOffTeacher(const std::string& pattern);

// The ids of the scale's blocks that the claim ranges over, in the scale's order.
std::vector<std::string> BlocksOf(const Claim& claim, const Scale& scale);

// The scale of that id; throws std::invalid_argument that lists the valid ones.
const Scale& FindScale(const Table& table, const std::string& id);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_TABLE_H_
