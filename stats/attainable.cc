#include "stats/attainable.h"

#include <algorithm>
#include <cmath>

#include "stats/checks.h"
#include "stats/correlation_equivalence.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

double Sided(double floor, Side side) {
  return AboveZero(side == Side::kTwoSided ? std::min(1.0, 2 * floor) : floor);
}

double Factorial(std::size_t n) { return std::tgamma(static_cast<double>(n) + 1); }  // infinite past 170

// (arms!)^-blocks
double SameOrder(std::size_t blocks, std::size_t arms) {
  return std::pow(Factorial(arms), -static_cast<double>(blocks));
}

template <typename Floor>
std::size_t FewestToReach(double alpha, Floor floor) {
  RequireLevel(alpha, "alpha");
  std::size_t n = 1;
  while (floor(n) > alpha) ++n;
  return n;
}

void RequireArms(std::size_t arms) {
  if (arms < 2) throw Undefined("a comparison within blocks needs at least 2 arms");
}

}  // namespace

double SmallestPairedP(std::size_t pairs, Side side) {
  RequireAtLeast(pairs, 1, "pair");
  return Sided(std::exp2(-static_cast<double>(pairs)), side);
}

double SmallestTostP(std::size_t pairs) { return SmallestPairedP(pairs, Side::kGreater); }

double SmallestTostSpearmanP(std::size_t points, double margin) {
  return points <= 3 ? 1 : TostSpearman(0, points, {.low = -margin, .high = margin}).p;
}

double SmallestMonteCarloP(std::size_t draws) {
  RequireAtLeast(draws, 1, "draw");
  return 1 / (static_cast<double>(draws) + 1);
}

double SmallestCorrelationP(std::size_t points, Side side) {
  RequireAtLeast(points, 1, "point");
  return Sided(1 / Factorial(points), side);
}

double SmallestPageP(std::size_t blocks, std::size_t arms) {
  RequireAtLeast(blocks, 1, "block");
  RequireArms(arms);
  return AboveZero(SameOrder(blocks, arms));
}

double SmallestFriedmanP(std::size_t blocks, std::size_t arms) {
  RequireAtLeast(blocks, 1, "block");
  RequireArms(arms);
  return AboveZero(SameOrder(blocks - 1, arms));
}

double SmallestJonckheereP(std::span<const std::size_t> group_sizes, Side side) {
  RequireAtLeast(group_sizes.size(), 2, "group");
  double floor = 1;
  std::size_t total = 0;
  for (std::size_t size : group_sizes) {
    // prod n_i! / N!, one factor of N! at a time.
    for (std::size_t i = 1; i <= size; ++i) floor *= static_cast<double>(i) / static_cast<double>(++total);
  }
  RequireAtLeast(total, 1, "value");
  return Sided(floor, side);
}

std::size_t PairsToReach(double alpha, Side side) {
  return FewestToReach(alpha, [side](std::size_t n) { return SmallestPairedP(n, side); });
}

std::size_t TostPairsToReach(double alpha) { return FewestToReach(alpha, SmallestTostP); }

std::size_t PointsToReach(double alpha, Side side) {
  return FewestToReach(alpha, [side](std::size_t n) { return SmallestCorrelationP(n, side); });
}

std::size_t FriedmanBlocksToReach(double alpha, std::size_t arms) {
  return FewestToReach(alpha, [arms](std::size_t n) { return SmallestFriedmanP(n, arms); });
}

std::size_t PageBlocksToReach(double alpha, std::size_t arms) {
  return FewestToReach(alpha, [arms](std::size_t n) { return SmallestPageP(n, arms); });
}

}  // namespace retable::stats
