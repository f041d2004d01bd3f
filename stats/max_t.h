// Max-T by joint sign flips: many contrasts on the same units, one family-wise error.
//
// rows[i][c] is contrast c of unit i (a head, a seed). Under the null hypothesis a unit's whole row is as
// likely as its negative; flipping rows keeps the correlation between contrasts, so the adjustment is sharper
// than Holm's when contrasts share arms. Each contrast's statistic is u_c = S_c / sqrt(sum_i d_ic^2), S_c =
// sum_i d_ic: increasing in Student's t, and the same function of it for every contrast.
//   adjusted p of the j-th largest u = max over i <= j of P(max over the i-th largest and all
//     smaller ones >= u(i))
// (step-down). Every flip counted up to 20 units and 1e8 flips times contrasts; past that, or on request,
// `draws` random ones, (b+1)/(draws+1). Statistics within 1e-12 of the observed one count as at least as
// large. kTwoSided uses |u|.
//
// Source: P. H. Westfall and S. S. Young, Resampling-Based Multiple Testing (1993), algorithm 4.1.
// With one contrast it is the sign-flip test (tests/stats/max_t_test.cc).
// Refuses: NaN, infinities, ragged rows, a contrast that is zero for every unit.
#ifndef RETABLE_STATS_MAX_T_H_
#define RETABLE_STATS_MAX_T_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

struct MaxTOptions {
  Side side = Side::kTwoSided;
  NullDistribution distribution = NullDistribution::kAutomatic;
  std::size_t draws = 99'999;
  std::uint64_t seed = 1;
};

struct MaxTResult {
  std::vector<double> p;           // of each contrast alone
  std::vector<double> adjusted_p;  // of each contrast, over the family
  NullDistribution distribution = NullDistribution::kExact;
  std::size_t draws = 0;  // of kMonteCarlo, else 0
};

MaxTResult MaxT(std::span<const std::vector<double>> rows, const MaxTOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_MAX_T_H_
