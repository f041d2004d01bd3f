#include "stats/permutation_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Scores = std::vector<std::int64_t>;

Scores Upwards(std::int64_t n) {
  Scores scores(static_cast<std::size_t>(n));
  std::iota(scores.begin(), scores.end(), std::int64_t{1});
  return scores;
}

TEST(PermutationSum, TailsAreEnumeration) {
  const Scores a = {2, 5, 5, 8, 10, 12};
  for (Scores b : {Scores{3, 1, 2, 6, 4, 5}, Scores{4, 4, 4, 9, 1, 9}}) {
    const Tails tails = PermutationSumTails(a, b);
    const std::int64_t observed = std::inner_product(a.begin(), a.end(), b.begin(), std::int64_t{0});
    double less = 0;
    double greater = 0;
    double all = 0;
    Scores order = {0, 1, 2, 3, 4, 5};
    do {
      std::int64_t sum = 0;
      for (std::size_t i = 0; i < 6; ++i) sum += a[i] * b[static_cast<std::size_t>(order[i])];
      less += sum <= observed;
      greater += sum >= observed;
      ++all;
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(tails.less, less / all, 1e-15);
    EXPECT_NEAR(tails.greater, greater / all, 1e-15);
  }
}

TEST(PermutationSum, DistributionSumsToOne) {
  const std::vector<double> p = PermutationSumDistribution(Upwards(5), Scores{2, 2, 5, 8, 8});
  EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 1, 1e-14);
}

TEST(PermutationSum, ReachesFifteenPointsWithoutTies) {
  EXPECT_TRUE(PermutationSumWithinReach(Upwards(15), Upwards(15)));
  EXPECT_FALSE(PermutationSumWithinReach(Upwards(16), Upwards(16)));
  // Thirteen with ties: doubled ranks.
  Scores tied = {3, 3};
  for (std::int64_t rank = 3; rank <= 13; ++rank) tied.push_back(2 * rank);
  EXPECT_TRUE(PermutationSumWithinReach(tied, tied));
}

TEST(PermutationSum, Refuses) {
  EXPECT_THROW(PermutationSumTails(Upwards(16), Upwards(16)), Undefined);
  EXPECT_THROW(PermutationSumTails(Upwards(3), Upwards(4)), Undefined);
  EXPECT_THROW(PermutationSumDistribution(Scores{-1, 2}, Scores{1, 2}), Undefined);
  EXPECT_THROW(PermutationSumDistribution(Scores{}, Scores{}), Undefined);
}

}  // namespace
}  // namespace retable::stats
