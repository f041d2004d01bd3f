#include "stats/power_correlation.h"

#include <algorithm>
#include <cmath>

#include "stats/attainable.h"
#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/sample_size.h"
#include "stats/spearman.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostPoints = 1'000'000;

void RequirePoints(std::size_t n) {
  if (n <= 3) throw Undefined("the power of a rank correlation needs at least 4 points");
}

void RequireBlocks(std::size_t blocks) {
  RequireAtLeast(blocks, 1, "block");
  if (blocks > kMostPoints) throw Undefined("the power within blocks is kept for up to a million blocks");
}

// The largest |rho| over n points whose interval stays within the margin; below 0 if none does.
double LargestPassing(double margin, std::size_t n, double alpha) {
  const double q = -NormalQuantile(alpha);
  auto end = [&](double rho) {
    return std::atanh(rho) + q * SpearmanStandardError(rho, n) - std::atanh(margin);
  };
  if (end(0) > 0) return -1;
  double low = 0;
  double high = margin;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (end(middle) > 0 ? high : low) = middle;
  }
  return low;
}

}  // namespace

double PowerSpearman(double rho, std::size_t n, const PowerOptions& options) {
  RequireLevel(options.alpha, "alpha");
  RequirePoints(n);
  if (!(std::abs(rho) < 1)) throw Undefined("a true rank correlation lies strictly between -1 and 1");
  if (SmallestCorrelationP(n, options.side) > options.alpha) return 0;
  const double tail = options.side == Side::kTwoSided ? options.alpha / 2 : options.alpha;
  const double df = static_cast<double>(n) - 2;
  const double t = -StudentQuantile(tail, df);
  const double critical = std::atanh(t / std::hypot(t, std::sqrt(df)));
  const double error = SpearmanStandardError(rho, n);
  double power = 0;
  if (options.side != Side::kLess) power += NormalUpper((critical - std::atanh(rho)) / error);
  if (options.side != Side::kGreater) power += NormalUpper((critical + std::atanh(rho)) / error);
  return power;
}

double PowerPartialSpearman(double rho, std::size_t n, std::size_t blocks, const PowerOptions& options) {
  RequireBlocks(blocks);
  return PowerSpearman(rho, n < blocks ? 0 : n - blocks + 1, options);
}

double PowerTostSpearman(double margin, std::size_t n, double alpha) {
  RequireLevel(2 * alpha, "twice alpha");
  RequirePoints(n);
  if (!(margin > 0 && margin < 1))
    throw Undefined("an equivalence margin of a correlation lies between 0 and 1");
  const double largest = LargestPassing(margin, n, alpha);
  if (largest < 0) return 0;
  return 1 - 2 * NormalUpper(std::atanh(largest) / SpearmanStandardError(0, n));
}

std::size_t PointsForSpearman(double rho, double power, const PowerOptions& options) {
  RequirePowerAbove(power, options.alpha);
  RequireEffectTowards(rho, options.side);
  return SmallestSampleSize(4, kMostPoints,
                            [&](std::size_t n) { return PowerSpearman(rho, n, options) >= power; });
}

std::size_t PointsForPartialSpearman(double rho, std::size_t blocks, double power,
                                     const PowerOptions& options) {
  RequireBlocks(blocks);
  return PointsForSpearman(rho, power, options) + blocks - 1;
}

std::size_t PointsForTostSpearman(double margin, double power, double alpha) {
  RequirePowerAbove(power, alpha);
  return SmallestSampleSize(4, kMostPoints,
                            [&](std::size_t n) { return PowerTostSpearman(margin, n, alpha) >= power; });
}

}  // namespace retable::stats
