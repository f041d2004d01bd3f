// Page's trend test: within blocks, does the response rise with the declared order of the arms?
//
//   L = sum_j j R_j,  R_j the sum over blocks of arm j's mid-rank within its block (1 = smallest),
//     arms in their order
// Null hypothesis: within each block every order of the k values is as likely. One-sided by nature: kGreater
// asks for a rise, kLess for a fall; two-sided p = twice the smaller tail, at most 1.
//   kExact       each block's distribution by dynamic programming, given its ties, convolved over
//                blocks (k <= 10)
//   kAsymptotic  z = (L - m k (k+1)^2 / 4) / sqrt(m k^2 (k+1)(k^2-1) / 144); with ties, each
//                block's own variance
// kAutomatic is kExact for up to 10 arms and 500 blocks.
//
// Source: E. B. Page 1963, doi:10.1080/01621459.1963.10500843. Agrees with scipy
// 1.10 page_trend_test (tests/stats/page_test.cc).
// Refuses: NaN (infinities rank last), fewer than 2 arms, ragged blocks, blocks that are all constant.
#ifndef RETABLE_STATS_PAGE_H_
#define RETABLE_STATS_PAGE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

inline constexpr std::size_t kMostPageArms = 10;  // of the exact distribution

struct PageOptions {
  Side side = Side::kGreater;
  NullDistribution distribution = NullDistribution::kAutomatic;
  double tie_tolerance = 1e-12;  // of a block's largest |value|
};

struct PageResult {
  std::size_t blocks = 0;
  std::size_t arms = 0;
  double l = 0;
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
};

// blocks[i][j]: block i, arm j.
PageResult Page(std::span<const std::vector<double>> blocks, const PageOptions& options = {});

// Of a published L, without ties.
PageResult PageOfStatistic(double l, std::size_t blocks, std::size_t arms, const PageOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_PAGE_H_
