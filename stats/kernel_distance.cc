#include "stats/kernel_distance.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMajor> AsEigen(const MatrixView& matrix) {
  return {matrix.values.data(), static_cast<Eigen::Index>(matrix.rows),
          static_cast<Eigen::Index>(matrix.columns)};
}

struct KernelSums {
  double all = 0;
  double diagonal = 0;
};

// Sums of k over all pairs, in strips so that memory stays small.
KernelSums SumKernel(const RowMajor& x, const RowMajor& y) {
  constexpr Eigen::Index kStrip = 256;
  const double scale = 1 / static_cast<double>(x.cols());
  KernelSums sums;
  for (Eigen::Index first = 0; first < x.rows(); first += kStrip) {
    const Eigen::Index height = std::min(kStrip, x.rows() - first);
    const RowMajor strip = x.middleRows(first, height) * y.transpose();
    const Eigen::ArrayXXd kernel = (strip.array() * scale + 1).cube();
    sums.all += kernel.sum();
    for (Eigen::Index i = 0; i < height && first + i < y.rows(); ++i) sums.diagonal += kernel(i, first + i);
  }
  return sums;
}

double MeanOffDiagonal(const RowMajor& x) {
  const KernelSums sums = SumKernel(x, x);
  const double n = static_cast<double>(x.rows());
  return (sums.all - sums.diagonal) / (n * (n - 1));
}

double Unbiased(const RowMajor& x, const RowMajor& y) {
  const double between =
      SumKernel(x, y).all / (static_cast<double>(x.rows()) * static_cast<double>(y.rows()));
  return MeanOffDiagonal(x) + MeanOffDiagonal(y) - 2 * between;
}

// A kernel costs about 4 steps beside a quarter of one for each feature.
void RequireKernel(std::size_t rows_a, std::size_t rows_b, std::size_t columns, std::size_t subsets) {
  const double rows = static_cast<double>(rows_a) + static_cast<double>(rows_b);
  RequireWithinReach(rows * rows * (4 + static_cast<double>(columns) / 4) / 2 * static_cast<double>(subsets),
                     "ask for subsets (subset_size), or for fewer or smaller ones");
}

double Finite(double squared_distance) {
  if (!std::isfinite(squared_distance)) {
    throw Undefined("a kernel is too large for a double; give the features in another unit");
  }
  return squared_distance;
}

RowMajor Subset(const MatrixView& matrix, std::size_t size, Random& random) {
  std::vector<std::size_t> rows(matrix.rows);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  random.Shuffle(rows);
  RowMajor subset(static_cast<Eigen::Index>(size), static_cast<Eigen::Index>(matrix.columns));
  for (std::size_t i = 0; i < size; ++i) {
    subset.row(static_cast<Eigen::Index>(i)) = AsEigen(matrix).row(static_cast<Eigen::Index>(rows[i]));
  }
  return subset;
}

}  // namespace

KernelDistanceResult KernelDistance(const MatrixView& a, const MatrixView& b,
                                    const KernelDistanceOptions& options) {
  RequireTable(a);
  RequireTable(b);
  RequireSameSize(a.columns, b.columns);
  const std::size_t fewest = std::min(a.rows, b.rows);
  RequireAtLeast(fewest, 2, "sample");
  if (options.subset_size == 0) {
    RequireKernel(a.rows, b.rows, a.columns, 1);
    return {.squared_distance = Finite(Unbiased(AsEigen(a), AsEigen(b))), .sd = std::nullopt};
  }
  RequireAtLeast(options.subset_size, 2, "sample in a subset");
  RequireAtLeast(options.subsets, 1, "subset");
  if (options.subset_size > fewest) {
    throw Undefined("subsets of " + std::to_string(options.subset_size) + " cannot be drawn from " +
                    std::to_string(fewest) + " samples");
  }
  RequireKernel(options.subset_size, options.subset_size, a.columns, options.subsets);
  Random random(options.seed);
  std::vector<double> estimates;
  for (std::size_t draw = 0; draw < options.subsets; ++draw) {
    const RowMajor x = Subset(a, options.subset_size, random);
    estimates.push_back(Finite(Unbiased(x, Subset(b, options.subset_size, random))));
  }
  if (estimates.size() == 1) return {.squared_distance = estimates[0], .sd = std::nullopt};
  const Moments moments = MeanAndSd(estimates);
  return {.squared_distance = moments.mean, .sd = moments.sd};
}

}  // namespace retable::stats
