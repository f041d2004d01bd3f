#include "stats/subset_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Weights = std::vector<std::int64_t>;

TEST(SubsetSum, TailsAreEnumerationForEverySum) {
  for (const Weights& weights : {Weights{1, 2, 3, 4, 5, 6}, Weights{3, 3, 6, 9, 9, 12}, Weights{4, 6, 6, 10},
                                 Weights{0, 2, 5}, Weights{7}, Weights{0, 0}}) {
    std::int64_t total = 0;
    for (std::int64_t weight : weights) total += weight;
    for (std::int64_t t = 0; t <= total; ++t) {
      int less = 0;
      int greater = 0;
      for (unsigned taken = 0; taken < 1u << weights.size(); ++taken) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) sum += (taken >> i & 1u) != 0 ? weights[i] : 0;
        less += sum <= t;
        greater += sum >= t;
      }
      const Tails tails = SubsetSumTails(weights, t);
      EXPECT_EQ(tails.less, std::ldexp(less, -static_cast<int>(weights.size()))) << t;
      EXPECT_EQ(tails.greater, std::ldexp(greater, -static_cast<int>(weights.size()))) << t;
    }
  }
}

TEST(SubsetSum, LowerTailIsTheSameNumbers) {
  const Weights weights = {1, 2, 3, 4, 5, 6, 7};
  const std::vector<double> tail = SubsetSumLowerTail(weights, 14);
  for (std::int64_t t = 0; t <= 14; ++t) {
    EXPECT_EQ(tail[static_cast<std::size_t>(t)], SubsetSumTails(weights, t).less);
  }
}

TEST(SubsetSum, Refuses) {
  EXPECT_THROW(SubsetSumTails(Weights{1, -1}, 0), Undefined);
  EXPECT_THROW(SubsetSumTails(Weights{1, 2}, 4), Undefined);
  EXPECT_THROW(SubsetSumTails(Weights{1, 2}, -1), Undefined);
  EXPECT_THROW(SubsetSumTails(Weights(1001, 1), 3), Undefined);
  EXPECT_THROW(SubsetSumLowerTail(Weights{1, 2, 3}, 4), Undefined);
}

}  // namespace
}  // namespace retable::stats
