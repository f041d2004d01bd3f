// A linear mixed model with random intercepts, by REML: what is the effect of an arm when blocks and seeds
// shift all of their runs together?
//
//   y = X beta + sum_k Z_k u_k + e,  u_k ~ N(0, s_k^2 I),  e ~ N(0, s^2 I)
// With theta_k = s_k / s the restricted likelihood is profiled over beta and s and minimised over theta >= 0:
//   L L' = Theta Z'Z Theta + I,  R'R = X'X - (L^-1 Theta Z'X)'(L^-1 Theta Z'X),  r^2 the penalised residual
//   criterion = 2 log|L| + 2 log|R| + (n - p)(1 + log(2 pi r^2 / (n - p))),  s^2 = r^2 / (n - p)
// A fit is singular when some theta_k is at its bound (below 1e-4): then the factor explains nothing, or less
// than nothing (negative correlation within blocks), which such a model cannot express, and
// standard errors mislead.
//
// CompareArms fits  response ~ arm + (1 | block) + (1 | seed)  to two arms and tests their difference by t
// with blocks - 1 degrees of freedom, on purpose no more than a paired test over blocks has. When the fit is
// singular it says so and answers with that paired test instead (seeds averaged within arm and block). In a
// balanced design with one run a cell and a regular fit, both are the same. The model takes the effect to be
// the same in all blocks; where effects differ between blocks, trust the paired test. A factor with one level
// (a single seed) is left out; its sd is not estimated.
//
// Source: D. Bates, M. Maechler, B. Bolker, S. Walker 2015, doi:10.18637/jss.v067.i01, section 3. Agrees with
// the closed form for balanced data and with lme4's published fit of sleepstudy
// (tests/stats/mixed_model_test.cc).
// Refuses: NaN, infinities, fewer rows than coefficients + 1, columns of X that depend on each other, a
// factor with as many levels as rows, more than 600 levels in all, an arm that is missing from every block of
// the other, fewer than 2 common blocks.
#ifndef RETABLE_STATS_MIXED_MODEL_H_
#define RETABLE_STATS_MIXED_MODEL_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"
#include "stats/matrix_view.h"
#include "stats/side.h"

namespace retable::stats {

enum class Fit { kRegular, kSingular };

struct MixedModelResult {
  std::vector<double> coefficients;
  std::vector<double> standard_errors;
  std::vector<double> factor_sds;  // s_k, in the order of the factors
  double residual_sd = 0;
  double reml_criterion = 0;
  Fit fit = Fit::kRegular;
};

// factors[k][i]: label of row i in factor k.
MixedModelResult FitMixedModel(std::span<const double> response, const MatrixView& fixed,
                               std::span<const std::vector<int>> factors);

struct Measurement {
  double response = 0;
  int arm = 0;
  int block = 0;
  int seed = 0;
};

struct ArmComparisonOptions {
  Side side = Side::kTwoSided;
  double confidence = 0.95;
};

enum class ArmComparisonMethod { kMixedModel, kPairedT };

struct ArmComparison {
  double estimate = 0;  // arm - reference
  double standard_error = 0;
  double t = 0;
  double df = 0;  // common blocks - 1
  double p = 1;
  Interval interval;
  ArmComparisonMethod method = ArmComparisonMethod::kMixedModel;
  // Of the fitted model, singular or not; none for a factor with one level.
  std::optional<double> block_sd;
  std::optional<double> seed_sd;
  double residual_sd = 0;
};

// Rows of other arms, and of blocks that lack one of the two, are left out.
ArmComparison CompareArms(std::span<const Measurement> runs, int arm, int reference,
                          const ArmComparisonOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_MIXED_MODEL_H_
