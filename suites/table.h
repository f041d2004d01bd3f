// A table of a paper as a value: what was printed, how we re-run it, and what it claims. No torch.
#ifndef RETABLE_SUITES_TABLE_H_
#define RETABLE_SUITES_TABLE_H_

#include <cstdint>
#include <map>
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

// Which of the scale's programs an arm of pattern "program" injects.
enum class Programs {
  kNone,            // the one that the arm states, if any
  kOwn,             // of each head, synthesised from its own attention
  kBestFit,         // of each head, the library's best by IoU
  kEntropyMatched,  // of each head, one that fits another, as spread out as its best fit
  kLibrary,         // every program of the library; for measures of the pattern alone
};

// Which runs an arm asks for in each block.
struct Measured {
  bool training = true;      // a fresh model, one run a seed: speedup, and the weight of a bias
  bool replacement = false;  // the trained teacher with its heads replaced: one run
  bool pattern = false;      // the pattern itself on held-out documents: one run
};

// What is compared. The baseline (nothing injected) is no arm: every speedup is against it.
struct Arm {
  std::string id;       // "real_attention", "real_attention_shuffled"
  std::string title;    // as the report prints it
  std::string pattern;  // models/patterns.h
  bool shuffled = false;
  std::optional<double> printed =
      std::nullopt;  // the paper's mean of the table's response; a speedup as a fraction (0.036 for +3.60 %)
  Programs programs = Programs::kNone;
  std::string program = "";                         // the text of one for every head, in place of `programs`
  std::string file = "";                            // of pattern "file": the SHA-256 of the file
  std::optional<double> real_share = std::nullopt;  // of the pattern "interpolated"
  bool is_bias = false;                             // on the scores, with a learned weight
  Measured measured = {};
  std::map<Quantity, double> printed_measures = {};  // the paper's means of what else is measured
};

// Within a block arms are paired. Here: the heads that are held.
struct Block {
  std::string id;  // "1.0"
  std::vector<models::Head> heads;
};

// Programs that stand for a trained model's heads, found by training/synthesize and kept as data: texts of
// models/programs/parse.h.
struct HeadPrograms {
  std::string own;
  std::string best_fit;
  std::string entropy_matched;
};
struct SynthesisedPrograms {
  std::map<std::string, HeadPrograms> heads;  // by models::Name(head)
  // By name: two programs a head, its own and one fitted for IoU, and rules.
  std::map<std::string, std::string> library;
  // Why all of these but the rules are placeholders, and what to do; empty: they are programs.
  std::string missing = "";
};
// How a placeholder begins. It is no program, so that none can be run; it reads tokens, as far as a plan must
// know.
inline constexpr char kNotSynthesised[] = "not synthesised yet: ";

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
  SynthesisedPrograms programs = {};
  // Held-out windows on which replacements, and patterns themselves, are measured.
  int measured_windows = 0;
  std::vector<std::string> departures;  // how this differs from the paper, and what that costs
};

struct Table {
  std::string id;  // "injection/patterns"
  std::string title;
  Source source;
  std::string question;  // in one sentence
  // What the table's arms are compared in; claims may name others.
  Quantity response = Quantity::kSpeedup;
  std::vector<Arm> arms;
  std::vector<Claim> claims;
  // Correlations that the report lists with Benjamini and Hochberg's adjustment over all of them; none is a
  // claim.
  std::vector<Correlation> screen = {};
  std::vector<Scale> scales;
};

// The two kinds of cell that are no arm.
inline constexpr char kBaseline[] = "baseline";
inline constexpr char kCalibration[] = "calibration";

// One run that a table asks for: a training, a replacement or a measurement of a pattern (run.trainer says
// which).
struct Cell {
  std::string arm;  // an arm's id, kBaseline or kCalibration
  // A block's id, or a program's name in the library; empty for baseline and calibration, which serve every
  // block.
  std::string block = "";
  std::uint64_t seed = 0;  // of a replacement or a measurement: the teacher's
  int replicate = 0;       // of the baseline
  training::Run run;
};

// A part of the grid; empty lists mean all.
struct Selection {
  std::vector<std::string> blocks;
  std::vector<std::uint64_t> seeds;
};

// Every run of the table at this scale in the order in which they are best run: calibration, baselines,
// measurements and replacements, then seed by seed, block by block, arm by arm. Throws std::invalid_argument
// naming the valid ones where the selection names a block or seed that the scale does not have.
std::vector<Cell> Cells(const Table& table, const Scale& scale, const Selection& selection = {});

// Why no run of the table may start yet at this scale, and what to do: its arms inject programs that are
// missing. Empty where they may.
std::string Missing(const Table& table, const Scale& scale);

// The trainer whose runs measure a quantity; empty for kDepth, which is the block's own.
std::string TrainerOf(Quantity quantity);

// Whether the pattern is measured on a trained model, so that its runs name the scale's teacher. Rules and
// uniform rows are computed from token ids and positions alone.
bool IsReadOffTeacher(const std::string& pattern);

// The ids of the scale's blocks that the claim ranges over, in the scale's order.
std::vector<std::string> BlocksOf(const Claim& claim, const Scale& scale);

// The scale of that id; throws std::invalid_argument that lists the valid ones.
const Scale& FindScale(const Table& table, const std::string& id);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_TABLE_H_
