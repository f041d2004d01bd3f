#include "reports/claim_p.h"

#include <gtest/gtest.h>

#include <limits>

#include "stats/equivalence.h"
#include "stats/student_t.h"

namespace retable::reports {
namespace {

using suites::Side;

// Of two arms' differences.
ClaimP PValues(suites::Test test, Side side, double margin, const std::vector<double>& differences) {
  const suites::Claim claim = {.id = "c",
                               .statement = "s",
                               .locator = "l",
                               .arm = "a",
                               .against = "b",
                               .test = test,
                               .side = side,
                               .margin = margin};
  return reports::PValues(claim, test, {.differences = differences});
}

const std::vector<double> kDifferences = {0.3, -0.1, 0.4, 0.2, 0.7, 0.55, -0.05, 0.25};

TEST(PValues, OfOneSideHaveTheOtherAsOpposite) {
  for (const suites::Test test : {suites::Test::kSignedRank, suites::Test::kSignTest, suites::Test::kStudentT,
                                  suites::Test::kSignFlip}) {
    std::vector<double> mirrored = kDifferences;
    for (double& value : mirrored) value = -value;
    const ClaimP ps = PValues(test, Side::kGreater, 0, kDifferences);
    const ClaimP of_mirror = PValues(test, Side::kGreater, 0, mirrored);
    EXPECT_LT(*ps.p, *ps.opposite) << Id(test);
    EXPECT_DOUBLE_EQ(*ps.p, *of_mirror.opposite) << Id(test);
    EXPECT_FALSE(PValues(test, Side::kTwoSided, 0, kDifferences).opposite) << Id(test);
  }
}

TEST(PValues, OfAnEquivalenceAreThoseOfTwoOneSidedTests) {
  const double margin = 0.5;
  const ClaimP t = PValues(suites::Test::kStudentT, Side::kEquivalent, margin, kDifferences);
  EXPECT_NEAR(*t.p, stats::TostT(kDifferences, {.low = -margin, .high = margin}).p, 1e-12);
  const ClaimP rank = PValues(suites::Test::kSignedRank, Side::kEquivalent, margin, kDifferences);
  EXPECT_NEAR(*rank.p, stats::TostSignedRank(kDifferences, {.low = -margin, .high = margin}).p, 1e-12);
}

TEST(PValues, OfAnEquivalenceHaveTheOutsideAsOpposite) {
  const ClaimP ps = PValues(suites::Test::kStudentT, Side::kEquivalent, 0.01, kDifferences);
  const double above = stats::OneSampleT(kDifferences, {.side = stats::Side::kGreater, .mean = 0.01}).p;
  EXPECT_NEAR(*ps.opposite, 2 * above, 1e-12);
  EXPECT_GT(*ps.p, 0.9);
}

TEST(IsExact, EndsWhereCountingDoes) {
  EXPECT_TRUE(IsExact(suites::Test::kSignFlip, 40));
  EXPECT_FALSE(IsExact(suites::Test::kSignFlip, 41));
  EXPECT_TRUE(IsExact(suites::Test::kSignedRank, 1000));
  EXPECT_FALSE(IsExact(suites::Test::kSignedRank, 1001));
  EXPECT_TRUE(IsExact(suites::Test::kSignTest, 100'000));
  EXPECT_FALSE(IsExact(suites::Test::kStudentT, 12));
}

TEST(PValues, AreAbsentWhereTheTestIsUndefined) {
  const std::vector<double> zeros(8, 0.0);
  EXPECT_FALSE(PValues(suites::Test::kSignedRank, Side::kGreater, 0, zeros).p);
  EXPECT_FALSE(PValues(suites::Test::kStudentT, Side::kGreater, 0, zeros).p);
  std::vector<double> censored = kDifferences;
  censored[0] = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(PValues(suites::Test::kSignedRank, Side::kGreater, 0, censored).p);
  EXPECT_FALSE(PValues(suites::Test::kStudentT, Side::kGreater, 0, censored).p);
  EXPECT_FALSE(PValues(suites::Test::kSignFlip, Side::kGreater, 0, censored).p);
}

}  // namespace
}  // namespace retable::reports
