// How well could a design have seen a claim's effect, and how many blocks would it take?
//
// Effects in units of the spread found (SD of the differences, n - 1). Levels are those of Holm's first step,
// alpha over the claims declared. By test:
//   signed-rank  power of the exact test under normal differences, 2,000 seeded samples (standard error <=
//   0.011) sign test    exact, the share of positive differences being Phi(effect / SD) Student's t  exact
//   (noncentral t); the sign-flip test is taken to have the same equivalence  of two one-sided t tests whose
//   true difference is 0, whatever the claim's test
// The effect is the paper's where it prints one, else the mean found.
#ifndef RETABLE_REPORTS_CLAIM_POWER_H_
#define RETABLE_REPORTS_CLAIM_POWER_H_

#include <cstddef>
#include <optional>

#include "suites/claim.h"

namespace retable::reports {

inline constexpr double kPlannedPower = 0.8;  // the usual planning value

struct ClaimPower {
  double effect = 0;  // of an equivalence: the margin
  bool is_printed = false;
  double power = 0;                          // of the blocks measured
  std::optional<std::size_t> blocks_needed;  // for kPlannedPower; nothing: more than 1,000
};

// Nothing where there is no spread, or the mean found lies on the other side and the paper prints no effect.
std::optional<ClaimPower> PowerOf(const suites::Claim& claim, int family, double mean, double sd,
                                  std::size_t blocks);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_CLAIM_POWER_H_
