// A claim: one checkable sentence of a paper as a typed value, fixed before any run.
//
// Most claims speak of one number for each block, its seeds averaged inside the block:
//
//   d(block) = sum over terms of weight * response(arm, block) - reference
//
// the difference of two arms (`arm`, `against`), or a contrast of several (`contrast`). The response of "baseline",
// where nothing is injected, is 0 by definition. Effects, references and margins are in units of the response:
// fractions of speedup (0.036 for 3.6 points), nats, or plain numbers.
//   kGreater     the centre of d lies above 0
//   kTwoSided    it is not 0
//   kEquivalent  it lies within -margin .. margin ("the same", two one-sided tests)
// Its tests, as in stats/: exact signed-rank, exact sign test, Student's t, exact sign-flip permutation; and
// kBaselineNoise for a claim against the baseline, which all blocks of a seed share, so that blocks do not average
// its luck out: Student's t of the mean over all blocks whose standard error holds the luck of seeds, as baselines
// show it among themselves, and the spread of blocks.
//
// Claims of other forms have one of these set:
//   ladder       arms in their order, at equal distances: does the response rise along them (kPage)? d is the slope, by
//                least squares, for one step
//   correlation  do two quantities rise together over blocks (kSpearman; kWithinLayers, which takes each layer's mean from
//                the ranks and permutes inside layers)? kEquivalent: |rho| < margin
//   choice       does choosing by fit pick less of a quantity than drawing from a pool would (kRandomChoice)?
// Estimates that stand beside a claim and decide nothing:
//   share        which share of a gap between two arms does `arm` recover (Fieller's interval)?
//   place        at which share of real attention does the interpolation curve reach `arm` (bootstrap over blocks)?
#ifndef RETABLE_SUITES_CLAIM_H_
#define RETABLE_SUITES_CLAIM_H_

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace retable::suites {

enum class Test {
  kSignedRank,
  kSignTest,
  kStudentT,
  kSignFlip,
  kBaselineNoise,
  kPage,
  kSpearman,
  kWithinLayers,
  kRandomChoice,
};
enum class Side { kGreater, kTwoSided, kEquivalent };

// What is compared, and the run that measures it.
enum class Quantity {
  // Trainings (training/recipe.h).
  kSpeedup,
  kPriorWeight,  // the learned weight of a bias, averaged over the block's heads
  // Replacements in the trained teacher.
  kLossIncrease,  // nats a token of held-out text
  // Measures of the injected pattern on held-out documents (models/programs/measures.h).
  kIou,  // with the teacher head's attention
  kInputDependence,
  kRowEntropy,      // nats: what the paper calls sparsity, lower is sparser
  kFirstTokenMass,  // attention to the first token, the sink
  // Of the block itself.
  kDepth,  // the layer of its head, from 0
};

// The paper's number for the difference; with the spread of its n differences where it prints one. Of a correlation:
// rho.
struct PrintedEffect {
  double difference = 0;
  std::optional<double> sd = std::nullopt;
  int n = 0;  // 0 where it prints no spread
};

// One arm of a contrast.
struct Term {
  std::string arm;
  double weight = 1;
  std::optional<Quantity> response = std::nullopt;  // the claim's where not given
};

// One of the two quantities of a correlation.
struct Variable {
  std::string arm;
  Quantity quantity = Quantity::kSpeedup;
};

struct Correlation {
  Variable x, y;
  // Only blocks whose `sink` arm gives the first token less than sink_below of its attention ("sink-free").
  std::optional<std::string> sink = std::nullopt;
  double sink_below = 0;
};

// The blocks' quantity in the claim's arm, beside that of programs drawn from the scale's library.
struct Choice {
  Quantity quantity = Quantity::kInputDependence;
  std::string pool;  // an arm that holds the whole library
};

// (arm - against) / (whole - against).
struct Share {
  std::string whole;
  std::optional<double> printed = std::nullopt;
};

// One point of the interpolation curve.
struct Rung {
  double share = 0;
  std::string arm;
};

struct PlaceOnCurve {
  std::vector<Rung> curve;  // by share, ascending
  std::optional<double> printed = std::nullopt;
};

struct Claim {
  std::string id;
  std::string statement;  // in our words
  std::string locator;    // where in the paper
  std::string arm = "";
  std::string against = "";              // empty: of `arm` alone, beside the reference
  std::vector<Term> contrast = {};       // in place of arm and against
  std::vector<std::string> blocks = {};  // block ids; empty: all of the scale
  Quantity response = Quantity::kSpeedup;
  Test test = Test::kSignedRank;
  Side side = Side::kGreater;
  double alpha = 0.05;
  double margin = 0;  // of kEquivalent, above 0
  double reference = 0;
  std::optional<PrintedEffect> printed = std::nullopt;
  std::vector<std::string> ladder = {};
  std::optional<Correlation> correlation = std::nullopt;
  std::optional<Choice> choice = std::nullopt;
  std::optional<Share> share = std::nullopt;
  std::optional<PlaceOnCurve> place = std::nullopt;
};

// "signed_rank", "sign_test", "student_t", "sign_flip", "baseline_noise", "page", "spearman", "within_layers",
// "random_choice"; "greater", "two_sided", "equivalent"; "speedup", "prior_weight", "loss_increase", "iou",
// "input_dependence", "row_entropy", "first_token_mass", "depth".
std::string Id(Test test);
std::string Id(Side side);
std::string Id(Quantity quantity);

// The claim's d as a weighted sum of arms, "baseline" never among them: of `arm` and `against`, of the contrast, or of
// the ladder's slope. Empty for a correlation and a choice, which are no sums.
std::vector<Term> TermsOf(const Claim& claim);

// Every field that a verdict can depend on, so that two claims that could come to different verdicts have different
// JSON. Fields with a default are written where they differ from it.
nlohmann::json ToJson(const Claim& claim);
nlohmann::json ToJson(const Correlation& correlation);

// The smallest p, before any adjustment, that so many blocks can give: what a design can reach however clear
// the effect is. 0 for tests without a floor.
double SmallestP(const Claim& claim, std::size_t blocks);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_CLAIM_H_
