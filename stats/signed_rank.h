// Wilcoxon's signed-rank test: are paired differences centred on zero?
//
// T+ = sum of the ranks of |d_i| over d_i > 0. Under the null hypothesis (each d_i symmetric about 0) every
// sign is a fair coin, so T+ is a sum of randomly chosen ranks; its distribution given the observed mid-ranks
// is computed exactly, ties included, for up to 1,000 differences that are not zero (see subset_sum.h).
//
// Conventions
//   Ties   |d| that differ by at most tie_tolerance * max|d| (with pairs: * max(|x|, |y|)) share a mid-rank,
//          and a |d| within that of 0 is a zero: .825 - .775 ties with .375 - .325.
//   Zeros  kDrop   leaves them out before ranking (Wilcoxon).
//          kPratt  ranks them, then leaves them out (J. W. Pratt, doi:10.1080/01621459.1959.10501526).
//          kZsplit ranks them and gives half of their ranks to either sum. Exact p equals kPratt's, since
//                  that half is no coin; the asymptotic variance counts the zeros' ranks too,
//                  as scipy's does.
//   Sides  two-sided p = twice the smaller tail, at most 1; the observed value is in both tails.
//   Asymptotic  z = (T+ - m - c) / sqrt(sum r_i^2 / 4), with m = sum r_i / 2 and c = 1/2 towards m only if
//          asked for. Used past 1,000 differences, or on request, and named in the result.
//   Infinite differences are the largest ones and tie (a run that missed its threshold is the worst).
//
// Hodges and Lehmann's estimate of the centre is the median of the n(n+1)/2 averages (d_i + d_j)/2, i <= j,
// zeros kept. Its interval runs from the k-th smallest to the k-th largest of them, k the largest for which
// P(T+ <= k - 1) stays within the level's tail, from the distribution without ties: exact without ties, and
// at least the stated level with them. Units of both: those of d.
//
// Sources: F. Wilcoxon 1945, doi:10.2307/3001968; J. L. Hodges and E. L. Lehmann 1963,
// doi:10.1214/aoms/1177704172; M. Hollander, D. A. Wolfe, E. Chicken, Nonparametric Statistical Methods, 3rd
// ed., sections 3.1-3.3.
// Agrees with R 4.2.2 wilcox.test and exactRankTests wilcox.exact, scipy 1.10 wilcoxon
// (tests/stats/signed_rank_test.cc).
// Refuses: NaN; no difference that is not zero; an interval of a level that the sample cannot reach (n <
// 6 at 95 %).
#ifndef RETABLE_STATS_SIGNED_RANK_H_
#define RETABLE_STATS_SIGNED_RANK_H_

#include <cstddef>
#include <span>
#include <vector>

#include "stats/interval.h"
#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

enum class Zeros { kDrop, kPratt, kZsplit };
enum class Continuity { kNone, kCorrected };

struct SignedRankOptions {
  Side side = Side::kTwoSided;
  Zeros zeros = Zeros::kDrop;
  NullDistribution distribution = NullDistribution::kAutomatic;
  Continuity continuity = Continuity::kNone;  // of the asymptotic p only
  double tie_tolerance = 1e-12;               // relative
};

struct SignedRankResult {
  std::size_t n = 0;             // differences given
  std::size_t zeros = 0;         // of them zero
  double positive_rank_sum = 0;  // T+
  double negative_rank_sum = 0;  // T-
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
};

SignedRankResult SignedRank(std::span<const double> differences, const SignedRankOptions& options = {});
// Of the pairs' differences x_i - y_i.
SignedRankResult SignedRank(std::span<const double> x, std::span<const double> y,
                            const SignedRankOptions& options = {});

double HodgesLehmannEstimate(std::span<const double> differences);
// Interval::confidence is the level reached.
Interval HodgesLehmannInterval(std::span<const double> differences, double confidence = 0.95,
                               Side side = Side::kTwoSided);

// x_i - y_i; equal infinities differ by 0. What subtraction leaves of rounding is taken out (8 roundings of
// the values, see IsRounding): numbers that differ by no more differ by 0, and differences that are all one
// number up to rounding of the columns are made equal. Refuses a finite pair whose difference overflows.
std::vector<double> PairedDifferences(std::span<const double> x, std::span<const double> y);

}  // namespace retable::stats

#endif  // RETABLE_STATS_SIGNED_RANK_H_
