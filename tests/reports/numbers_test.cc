#include "reports/numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <locale>
#include <stdexcept>

namespace retable::reports {
namespace {

class CommaForPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(Numbers, FixedDecimalsRoundAndLoseTheSignOfZero) {
  EXPECT_EQ(Fixed(12.345678, 2), "12.35");
  EXPECT_EQ(Fixed(-0.001, 2), "0.00");
  EXPECT_EQ(Fixed(std::numeric_limits<double>::infinity(), 2), "inf");
}

TEST(Numbers, FractionsBecomePercentWithASign) {
  EXPECT_EQ(Percent(0.036), "+3.60 %");
  EXPECT_EQ(Percent(-0.009), "-0.90 %");
  EXPECT_EQ(Percent(-0.00001), "0.00 %");
  EXPECT_EQ(Points(0.0361), "+3.61 points");
}

TEST(Numbers, SmallPValuesAreScientific) {
  EXPECT_EQ(PValueText(0.0312), "0.031");
  EXPECT_EQ(PValueText(1.0 / 4096), "2.4e-04");
  EXPECT_EQ(PValueText(1), "1.000");
}

TEST(Numbers, TheLocaleDoesNotMatter) {
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  EXPECT_EQ(Fixed(1234.5, 1), "1234.5");
  std::locale::global(before);
}

TEST(Numbers, NaNIsRefused) { EXPECT_THROW(Fixed(std::nan(""), 2), std::invalid_argument); }

TEST(Numbers, RoundingForJsonDropsTheLastBits) {
  EXPECT_EQ(Rounded(0.1 + 0.2, 6), 0.3);
  EXPECT_EQ(RoundedSignificant(1.0 / 4096, 3), 0.000244);
}

}  // namespace
}  // namespace retable::reports
