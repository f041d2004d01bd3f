#include "stats/normal.h"

#include <gtest/gtest.h>

#include <cmath>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

TEST(Normal, TailsKeepTheirDigits) {
  // Python 3: math.erfc(z / math.sqrt(2)) / 2.
  EXPECT_NEAR(NormalUpper(1.96), .02499789514822, 1e-14);
  EXPECT_NEAR(NormalUpper(10) / 7.61985302416e-24, 1, 1e-11);
  EXPECT_NEAR(NormalUpper(30) / 4.90671392715e-198, 1, 1e-11);
  EXPECT_EQ(NormalUpper(0), .5);
}

TEST(Normal, QuantileIsTheInverse) {
  EXPECT_NEAR(NormalQuantile(.975), 1.959963984540054, 1e-14);
  for (double p : {1e-12, .01, .5, .9}) EXPECT_NEAR(NormalUpper(-NormalQuantile(p)) / p, 1, 1e-11);
}

TEST(Student, ClosedFormsOfOneAndTwoDegrees) {
  for (double t : {-3., -1e-9, 0., .5, 40.}) {
    EXPECT_NEAR(StudentUpper(t, 1), .5 - std::atan(t) / 3.141592653589793, 1e-14);
    EXPECT_NEAR(StudentUpper(t, 2), .5 - t / (2 * std::sqrt(2 + t * t)), 1e-14);
  }
}

TEST(Student, QuantileIsTheInverse) {
  for (double df : {1., 4., 30.}) EXPECT_NEAR(StudentUpper(StudentQuantile(.975, df), df), .025, 1e-12);
}

TEST(Student, TailsMirror) {
  const Tails tails = StudentTails(1.7, 6);
  EXPECT_NEAR(tails.less + tails.greater, 1, 1e-15);
  EXPECT_EQ(StudentTails(-1.7, 6).less, tails.greater);
}

TEST(Normal, Refuse) {
  EXPECT_THROW(NormalQuantile(0), Undefined);
  EXPECT_THROW(StudentUpper(std::nan(""), 3), Undefined);
  EXPECT_THROW(StudentUpper(1, 0), Undefined);
  EXPECT_THROW(StudentQuantile(1, 3), Undefined);
}

}  // namespace
}  // namespace retable::stats
