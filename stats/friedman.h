// Friedman's test and Nemenyi's comparisons: do arms differ, over blocks?
//
// Within each block the k arms are ranked 1 (best) .. k, ties sharing mid-ranks; `better` says which end is
// best. With mean ranks R_j over n blocks:
//   chi^2 = (12 n / (k (k+1))) sum (R_j - (k+1)/2)^2,  divided by  1 - sum (t^3 - t) / (n (k^3 - k))
//     for ties
//   F = (n-1) chi^2 / (n (k-1) - chi^2),  k-1 and (k-1)(n-1) degrees of freedom (Iman and Davenport)
// Null hypothesis: within each block every order is as likely.
//   kExact       the distribution given the ties, by dynamic programming over the arms' rank sums; within
//                reach: k = 3 to 60 blocks, 4 to 20, 5 to 8, 6 to 4, and k = 2 to 500
//   kAsymptotic  chi-squared with k - 1 degrees of freedom
// F and its p are given beside, as an approximation that is less conservative.
//
// Nemenyi: arms i and j differ at alpha if |R_i - R_j| >= CD = q sqrt(k (k+1) / (6 n)), q the quantile of the
// range of k normals over sqrt(2). The p of a pair is exact for that asymptotic range (studentized_range.h).
//
// Sources: M. Friedman 1937, doi:10.1080/01621459.1937.10503522; R. L. Iman and J. M. Davenport 1980,
// doi:10.1080/03610928008827904; P. Nemenyi 1963 (thesis, Princeton); J. Demsar 2006, JMLR 7, 1-30.
// Agrees with R 4.2.2 friedman.test and ptukey, exact enumeration, and Demsar's table 6
// (tests/stats/friedman_test.cc).
// Refuses: NaN (infinities rank as the largest value), fewer than 2 arms or blocks, ragged blocks,
// blocks all constant.
#ifndef RETABLE_STATS_FRIEDMAN_H_
#define RETABLE_STATS_FRIEDMAN_H_

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/better.h"
#include "stats/null_distribution.h"

namespace retable::stats {

struct FriedmanOptions {
  Better better = Better::kLarger;  // the best value of a block has rank 1
  NullDistribution distribution = NullDistribution::kAutomatic;
  double tie_tolerance = 1e-12;  // of a block's largest |value|
};

struct FriedmanResult {
  std::size_t blocks = 0;
  std::size_t arms = 0;
  std::vector<double> mean_ranks;
  double chi_squared = 0;              // corrected for ties
  double uncorrected_chi_squared = 0;  // as papers print it
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
  // Iman and Davenport's; none when the arms are ordered alike in every block, where F has no value.
  std::optional<double> f;
  std::optional<double> f_p;
};

// blocks[i][j]: block i, arm j.
FriedmanResult Friedman(std::span<const std::vector<double>> blocks, const FriedmanOptions& options = {});

// F of a chi-squared. Refuses chi^2 = n (k - 1).
double ImanDavenportF(double chi_squared, std::size_t blocks, std::size_t arms);

double NemenyiCriticalDifference(std::size_t blocks, std::size_t arms, double alpha = 0.05);
// Two-sided p of two mean ranks, adjusted for all pairs of arms.
double NemenyiP(double mean_rank_a, double mean_rank_b, std::size_t blocks, std::size_t arms);

}  // namespace retable::stats

#endif  // RETABLE_STATS_FRIEDMAN_H_
