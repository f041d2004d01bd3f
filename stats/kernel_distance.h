// The kernel distance of two sets of features (KID on Inception's features; on others, by its own name).
//
//   MMD^2 = mean_{i != j} k(x_i, x_j) + mean_{i != j} k(y_i, y_j) - 2 mean_{i,j} k(x_i, y_j)
//   k(x, y) = (x . y / D + 1)^3
// The unbiased estimate: when both sets come from one source it is negative about half the time, and is not
// clipped. By default all samples are used once; with subset_size > 0, `subsets` random subsets of either set
// are averaged, as published scores do, and their sd (dividing by subsets - 1) is given.
//
// Source: M. Binkowski et al. 2018, arXiv:1801.01401. Checked against its definition
// (tests/stats/kernel_distance_test.cc).
// Refuses: other dimensions, values that are not finite, fewer than 2 samples, subsets larger than a set,
// kernels beyond a double, work past kMostSteps.
#ifndef RETABLE_STATS_KERNEL_DISTANCE_H_
#define RETABLE_STATS_KERNEL_DISTANCE_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "stats/matrix_view.h"

namespace retable::stats {

struct KernelDistanceOptions {
  std::size_t subset_size = 0;  // 0: all samples, once
  std::size_t subsets = 100;
  std::uint64_t seed = 1;
};

struct KernelDistanceResult {
  double squared_distance = 0;  // may be below 0
  std::optional<double> sd;     // over subsets, where there are 2 or more
};

// One row a sample, one column a feature.
KernelDistanceResult KernelDistance(const MatrixView& a, const MatrixView& b,
                                    const KernelDistanceOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_KERNEL_DISTANCE_H_
