#include "stats/studentized_range.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

TEST(StudentizedRange, AgreesWithRsQuantiles) {
  // R 4.2.2: qtukey(.95, k, Inf) / sqrt(2) and qtukey(.90, k, Inf) / sqrt(2), k = 2..10.
  const std::vector<double> at_05 = {1.959964, 2.343701, 2.569032, 2.727774, 2.849705,
                                     2.948320, 3.030879, 3.101730, 3.163684};
  const std::vector<double> at_10 = {1.644854, 2.052293, 2.291341, 2.459516, 2.588521,
                                     2.692732, 2.779884, 2.854606, 2.919889};
  for (std::size_t k = 2; k <= 10; ++k) {
    EXPECT_NEAR(NormalRangeQuantile(.95, k) / std::sqrt(2), at_05[k - 2], 6e-7) << k;
    EXPECT_NEAR(NormalRangeQuantile(.90, k) / std::sqrt(2), at_10[k - 2], 6e-7) << k;
  }
}

TEST(StudentizedRange, TwoValuesAreOneNormal) {
  for (double q : {0., .1, 1., 3., 10., 20., 40.}) {
    const double exact = 2 * NormalUpper(q / std::sqrt(2));
    EXPECT_NEAR(NormalRangeUpper(q, 2), exact, 1e-11 * exact) << q;
  }
}

TEST(StudentizedRange, TailsAreNotClipped) {
  // Tables of others stop at .001 and .9. Far out, all k(k-1)/2 pairs fail one at a time.
  EXPECT_NEAR(NormalRangeUpper(14, 4) / (6 * NormalRangeUpper(14, 2)), 1, 1e-5);
  EXPECT_GT(NormalRangeUpper(.2, 4), .998);
  EXPECT_EQ(NormalRangeUpper(0, 4), 1);
  EXPECT_GT(NormalRangeUpper(30, 4), 0);
}

TEST(StudentizedRange, Refuses) {
  EXPECT_THROW(NormalRangeUpper(1, 1), Undefined);
  EXPECT_THROW(NormalRangeUpper(-1, 3), Undefined);
  EXPECT_THROW(NormalRangeUpper(std::nan(""), 3), Undefined);
  EXPECT_THROW(NormalRangeQuantile(1, 3), Undefined);
}

}  // namespace
}  // namespace retable::stats
