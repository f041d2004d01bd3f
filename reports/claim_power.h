// How well could a design have seen a claim's effect, and how many blocks would it take?
//
// Effects in units of the spread found (SD of the differences, n - 1), under normal differences. The level is
// alpha over the claims declared, Holm's first step: a lower bound of the power. By test:
//   signed-rank  of the exact test, 2,000 seeded samples (standard error <= 0.011); an equivalence likewise
//   sign test    exact, the share of positive differences being Phi(effect / SD)
//   Student's t  exact (noncentral t)
//   sign flips   stats/power_permutation.h
//   Page's test  likewise, 2,000 seeded designs; the errors of single arms are as large as make the
//                slopes spread so
//   equivalence  of two one-sided tests where the true difference is 0: by ranks of a
//                signed-rank claim, else by t
// The effect is the paper's where it prints one. Else it is the mean found: such a power says no more than
// the p-value does, and stands there for the number of blocks.
// Of correlations rho is the effect (stats/power_correlation.h), within layers with as many points fewer as
// there are layers beyond the first. With the baselines' noise it is seeds that are needed
// (stats/power_baseline_noise.h). The test of choices has no power here.
#ifndef RETABLE_REPORTS_CLAIM_POWER_H_
#define RETABLE_REPORTS_CLAIM_POWER_H_

#include <cstddef>
#include <optional>

#include "stats/power_baseline_noise.h"
#include "suites/claim.h"

namespace retable::reports {

inline constexpr double kPlannedPower = 0.8;  // the usual planning value

struct ClaimPower {
  double effect = 0;  // of an equivalence: the margin
  bool is_printed = false;
  double power = 0;                   // of what was measured
  std::optional<std::size_t> needed;  // blocks (or seeds) for kPlannedPower; nothing: more than 1,000
};

// Nothing where there is no spread, or the mean found lies on the other side and the paper prints no effect.
std::optional<ClaimPower> PowerOf(const suites::Claim& claim, int family, double mean, double sd,
                                  std::size_t blocks);

// Of a test with the baselines' noise: how large that is, and how many blocks, seeds and baselines tell of
// it.
std::optional<ClaimPower> PowerOfNoise(const suites::Claim& claim, int family, double mean,
                                       const stats::BaselineNoiseDesign& design);

// Of either correlation test over so many points; within layers, of its effective ones, and so many are
// needed.
std::optional<ClaimPower> PowerOfCorrelation(const suites::Claim& claim, int family, double rho,
                                             std::size_t points);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_POWER_H_
