#include "stats/permutation_sum.h"

#include <Eigen/Core>
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "stats/checks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostPoints = 20;  // keeps 2^n small before the cells are counted
constexpr double kMostCells = 8e6;

std::vector<std::int64_t> Reduced(std::span<const std::int64_t> scores) {
  std::vector<std::int64_t> reduced(scores.begin(), scores.end());
  const std::int64_t smallest = *std::min_element(reduced.begin(), reduced.end());
  std::int64_t divisor = 0;
  for (std::int64_t& score : reduced) {
    score -= smallest;
    divisor = std::gcd(divisor, score);
  }
  if (divisor > 1) {
    for (std::int64_t& score : reduced) score /= divisor;
  }
  return reduced;
}

std::int64_t LargestSum(std::vector<std::int64_t> a, std::vector<std::int64_t> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
}

double WidestLayer(std::size_t n) {
  double width = 1;
  for (std::size_t i = 1; i <= n / 2; ++i)
    width = width * static_cast<double>(n - i + 1) / static_cast<double>(i);
  return width;
}

// Number of permutations with sum 0, 1, ..., largest. Layer k holds, for each set of k columns, the sums of
// the pairings of the first k rows with it.
Eigen::ArrayXd CountPermutations(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b,
                                 std::int64_t largest) {
  const std::size_t n = a.size();
  std::vector<Eigen::Index> place(std::size_t{1} << n);  // of a set within its layer
  std::vector<Eigen::Index> layer_size(n + 1, 0);
  for (std::size_t set = 0; set < place.size(); ++set) {
    place[set] = layer_size[static_cast<std::size_t>(std::popcount(set))]++;
  }
  Eigen::ArrayXXd layer = Eigen::ArrayXXd::Zero(largest + 1, 1);
  layer(0, 0) = 1;
  for (std::size_t row = 0; row < n; ++row) {
    Eigen::ArrayXXd next = Eigen::ArrayXXd::Zero(largest + 1, layer_size[row + 1]);
    for (std::size_t set = 0; set < place.size(); ++set) {
      if (static_cast<std::size_t>(std::popcount(set)) != row) continue;
      for (std::size_t column = 0; column < n; ++column) {
        if ((set >> column & 1u) != 0) continue;
        const std::int64_t shift = a[row] * b[column];
        next.col(place[set | std::size_t{1} << column]).tail(largest + 1 - shift) +=
            layer.col(place[set]).head(largest + 1 - shift);
      }
    }
    layer.swap(next);
  }
  return layer.col(0);
}

}  // namespace

bool PermutationSumWithinReach(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  if (a.size() != b.size() || a.empty() || a.size() > kMostPoints) return false;
  const double sums = static_cast<double>(LargestSum(Reduced(a), Reduced(b))) + 1;
  return WidestLayer(a.size()) * sums <= kMostCells;
}

Tails PermutationSumTails(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  RequireSameSize(a.size(), b.size());
  if (!PermutationSumWithinReach(a, b)) {
    throw Undefined("too many pairings of " + std::to_string(a.size()) + " points to count them all");
  }
  const std::vector<std::int64_t> rows = Reduced(a);
  const std::vector<std::int64_t> columns = Reduced(b);
  const std::int64_t observed =
      std::inner_product(rows.begin(), rows.end(), columns.begin(), std::int64_t{0});
  const Eigen::ArrayXd counts = CountPermutations(rows, columns, LargestSum(rows, columns));
  const double all = counts.sum();
  return {.less = counts.head(observed + 1).sum() / all,
          .greater = counts.tail(counts.size() - observed).sum() / all};
}

std::vector<double> PermutationSumDistribution(std::span<const std::int64_t> a,
                                               std::span<const std::int64_t> b) {
  RequireSameSize(a.size(), b.size());
  const std::vector<std::int64_t> rows(a.begin(), a.end());
  const std::vector<std::int64_t> columns(b.begin(), b.end());
  if (rows.empty() || *std::min_element(a.begin(), a.end()) < 0 ||
      *std::min_element(b.begin(), b.end()) < 0) {
    throw Undefined("scores of a pairing must be 0 or more, and there must be some");
  }
  const std::int64_t largest = LargestSum(rows, columns);
  if (a.size() > kMostPoints || WidestLayer(a.size()) * static_cast<double>(largest + 1) > kMostCells) {
    throw Undefined("too many pairings of " + std::to_string(a.size()) + " points to count them all");
  }
  const Eigen::ArrayXd counts = CountPermutations(rows, columns, largest);
  const Eigen::ArrayXd shares = counts / counts.sum();
  return {shares.begin(), shares.end()};
}

}  // namespace retable::stats
