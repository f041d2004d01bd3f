// The smallest p that a design can reach: is it worth running?
//
// An exact test counts outcomes, so its p has a floor however clear the data are:
//   n pairs, signed-rank, sign or sign-flip test   1 / 2^n          one-sided
//   n points, Spearman or Kendall                  1 / n!           one-sided
//   n pairs, equivalence by signed ranks           1 / 2^n          the larger of two one-sided p
//   n points, equivalence of rho, |rho| < margin   that of rho = 0  no count: a normal approximation
//   n blocks of k arms, Friedman                   k! / (k!)^n      every relabelling of arms is as extreme
//   n blocks of k arms, Page                       1 / (k!)^n       one-sided by nature
//   m random draws, any Monte Carlo test           1 / (m + 1)
//   groups of sizes n_1, ..., Jonckheere-Terpstra  prod n_i! / N!   one-sided
// Two-sided floors are twice those, at most 1. Tests by Student's t have none. The floors hold without ties
// and zeros; both raise them. With Holm's method over m claims the smallest p must reach alpha / m: 5 seeds
// can never pass a two-sided signed-rank test at .05, and 8 seeds pass at most 6 claims. The functions
// ...ToReach answer how many are needed.
//
// Agrees with the table of exact floors in tests/stats/attainable_test.cc.
// Refuses: empty designs, levels outside (0, 1).
#ifndef RETABLE_STATS_ATTAINABLE_H_
#define RETABLE_STATS_ATTAINABLE_H_

#include <cstddef>
#include <span>

#include "stats/side.h"

namespace retable::stats {

double SmallestPairedP(std::size_t pairs, Side side = Side::kTwoSided);
double SmallestTostP(std::size_t pairs);
// margin in (0, 1); 1 for the three points or fewer that the test refuses.
double SmallestTostSpearmanP(std::size_t points, double margin);
double SmallestMonteCarloP(std::size_t draws);
double SmallestCorrelationP(std::size_t points, Side side = Side::kTwoSided);
double SmallestFriedmanP(std::size_t blocks, std::size_t arms);
double SmallestPageP(std::size_t blocks, std::size_t arms);
double SmallestJonckheereP(std::span<const std::size_t> group_sizes, Side side = Side::kTwoSided);

// The fewest pairs, points or blocks whose floor is at most alpha.
std::size_t PairsToReach(double alpha, Side side = Side::kTwoSided);
std::size_t TostPairsToReach(double alpha);
std::size_t PointsToReach(double alpha, Side side = Side::kTwoSided);
std::size_t FriedmanBlocksToReach(double alpha, std::size_t arms);
std::size_t PageBlocksToReach(double alpha, std::size_t arms);

}  // namespace retable::stats

#endif  // RETABLE_STATS_ATTAINABLE_H_
