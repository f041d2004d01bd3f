// The Frechet distance of two Gaussians, or of two sets of features through the Gaussians that fit them.
//
//   d^2 = |m1 - m2|^2 + tr S1 + tr S2 - 2 tr (S1 S2)^(1/2)
//   tr (S1 S2)^(1/2) = sum of sqrt(eigenvalues of L' S2 L),  S1 = L L'
// The squared distance is returned, as is the custom of generative models. Eigenvalues are those of a
// symmetric matrix in double (never a general square root, whose imaginary parts others drop); negative ones
// are rounding, clamped to 0, and their mass is reported. Covariances of feature sets divide by N - 1.
//
// What it must not be called: FID is this distance on the Inception network's pool features, with its own
// preprocessing. On any other features it is a Frechet distance on those features.
//
// Bias: with both sets drawn from one Gaussian the expectation is about D^2 / (2 N), not 0. Compare only
// equal N, print N, and distrust N < 10 D. FeatureFrechetDistance refuses N <= D, where the covariance is
// singular. SmallSampleFrechetDistance serves any N >= 2: it takes tr (S1 S2)^(1/2) as the sum of the
// singular values of A1 A2' / sqrt((N1-1)(N2-1)), A the centred features: the same value, at the cost of N
// instead of D, and as biased.
//
// Sources: D. C. Dowson and B. V. Landau 1982, doi:10.1016/0047-259X(82)90077-X; M. Heusel et al. 2017,
// arXiv:1706.08500; bias: M. J. Chong and D. Forsyth 2020, arXiv:1911.07023. Agrees with closed forms and
// scipy's matrix square root (tests/stats/frechet_test.cc).
// Refuses: other sizes, values that are not finite, covariances that are not symmetric or have negative
// eigenvalues beyond rounding, N <= D, fewer than 2 samples, distances beyond a double; more than 4,096
// features (the small-sample form: samples).
#ifndef RETABLE_STATS_FRECHET_H_
#define RETABLE_STATS_FRECHET_H_

#include <cstddef>
#include <span>

#include "stats/matrix_view.h"

namespace retable::stats {

struct FrechetResult {
  double squared_distance = 0;
  double mean_part = 0;     // |m1 - m2|^2
  double clamped_mass = 0;  // sum of |eigenvalues| that rounding made negative
  // What rounding left below 0 and was raised to 0, as a number of 0 or more.
  double raised = 0;
};

struct Gaussian {
  std::span<const double> mean;
  MatrixView covariance;
};

FrechetResult FrechetDistance(const Gaussian& a, const Gaussian& b);
// One row a sample, one column a feature.
FrechetResult FeatureFrechetDistance(const MatrixView& a, const MatrixView& b);
FrechetResult SmallSampleFrechetDistance(const MatrixView& a, const MatrixView& b);

}  // namespace retable::stats

#endif  // RETABLE_STATS_FRECHET_H_
