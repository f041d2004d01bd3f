#include "stats/noncentral_t.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/normal.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

// By definition: P(T <= t) = E Phi(t s - delta), s = sqrt(chi^2_df / df), by Simpson's rule over s.
double Integrated(double t, double df, double delta) {
  const int steps = 20'000;
  const double end = 6;
  const double log_scale = std::log(2.) + df / 2 * std::log(df / 2) - std::lgamma(df / 2);
  double sum = 0;
  for (int i = 1; i <= steps; ++i) {
    const double s = end * i / steps;
    const double density = std::exp(log_scale + (df - 1) * std::log(s) - df * s * s / 2);
    sum += (i == steps ? 1 : i % 2 == 1 ? 4 : 2) * density * NormalUpper(delta - t * s);
  }
  return sum * end / steps / 3;
}

TEST(NoncentralT, EqualsItsIntegral) {
  for (double df : {3., 7., 19., 60.}) {
    for (double delta : {-1.5, .5, 3.}) {
      for (double t : {-1., 0.5, 2., 5.}) {
        EXPECT_NEAR(NoncentralTLower(t, df, delta), Integrated(t, df, delta), 1e-9)
            << df << ' ' << delta << ' ' << t;
      }
    }
  }
}

TEST(NoncentralT, NeverLeavesZeroToOne) {
  // boostorg/math issue 1430: df 1000, delta 23, t -1 gave -2.2e-121.
  EXPECT_GE(NoncentralTLower(-1, 1000, 23), 0);
  EXPECT_LT(NoncentralTLower(-1, 1000, 23), 1e-80);
  // Issues 1035 and 1038: the left tail.
  EXPECT_GE(NoncentralTLower(-5, 10, 5), 0);
  EXPECT_LT(NoncentralTLower(-5, 10, 5), 1e-8);
  for (double t = -30; t <= 60; t += .5) {
    EXPECT_NEAR(NoncentralTLower(t, 9, 4) + NoncentralTUpper(t, 9, 4), 1, 1e-12);
  }
}

TEST(NoncentralT, NoncentralityIsTheInverse) {
  for (double p : {.025, .5, .975}) {
    EXPECT_NEAR(NoncentralTUpper(2.5, 8, NoncentralityAt(2.5, 8, p)), p, 1e-11);
    EXPECT_NEAR(NoncentralTUpper(-7, 3, NoncentralityAt(-7, 3, p)), p, 1e-11);
  }
}

TEST(NoncentralT, Refuses) {
  EXPECT_THROW(NoncentralTLower(1, 0, 1), Undefined);
  EXPECT_THROW(NoncentralTUpper(std::nan(""), 1, 1), Undefined);
  EXPECT_THROW(NoncentralityAt(1, 3, 1), Undefined);
  EXPECT_THROW(NoncentralTUpper(1, 9, 1e6), Undefined);  // Boost.Math: an exception about an integer
  EXPECT_THROW(NoncentralityAt(1e8, 9, .5), Undefined);
}

}  // namespace
}  // namespace retable::stats
