#include "stats/welch_t.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

const Values kSleepTwo = {1.9, .8, 1.1, .1, -.1, 4.4, 5.5, 1.6, 4.6, 3.4};
const Values kSleepOne = {.7, -1.6, -.2, -1.2, -.1, 3.4, 3.7, .8, 0, 2};

TEST(WelchT, AgreesWithRsSleepData) {
  // R 4.2.2: t.test(extra ~ group, data = sleep), as its help page prints it: t = -1.8608, df = 17.776, p =
  // .07939.
  const auto result = WelchT(kSleepOne, kSleepTwo);
  EXPECT_NEAR(result.t, -1.8608, 5e-5);
  EXPECT_NEAR(result.df, 17.776, 5e-4);
  EXPECT_NEAR(result.p, .0793941, 5e-8);
  EXPECT_NEAR(result.interval.low, -3.3654832, 5e-8);
  EXPECT_NEAR(result.interval.high, .2054832, 5e-8);
}

TEST(WelchT, EqualSpreadsAndSizesGiveThePooledDegreesOfFreedom) {
  const auto result = WelchT(Values{1, 2, 3, 4}, Values{5, 6, 7, 8});
  EXPECT_NEAR(result.df, 6, 1e-12);
  EXPECT_NEAR(result.t, -4 / std::sqrt(2 * (5. / 3) / 4), 1e-12);
}

TEST(WelchT, GroupsOfOneConstantAreRefusedWhateverTheirRounding) {
  // scipy issue 16055: ten and thirty times .04 had p = 4.6e-6.
  EXPECT_THROW(WelchT(Values(10, .04), Values(30, .04)), Undefined);
}

TEST(WelchT, OneConstantGroupIsTheOneSampleTest) {
  const Values x = {1.2, 0.4, 2.2, 1.7, 0.9};
  const auto result = WelchT(x, Values{1, 1, 1});
  const auto one_sample = OneSampleT(x, {.mean = 1});
  EXPECT_NEAR(result.t, one_sample.t, 1e-13);
  EXPECT_NEAR(result.df, 4, 1e-12);
  EXPECT_NEAR(result.p, one_sample.p, 1e-13);
}

TEST(WelchT, TestAndIntervalAgree) {
  const auto result = WelchT(kSleepOne, kSleepTwo);
  EXPECT_NEAR(WelchT(kSleepOne, kSleepTwo, {.mean = result.interval.low}).p, .05, 1e-12);
  const auto greater = WelchT(kSleepOne, kSleepTwo, {.side = Side::kGreater});
  EXPECT_NEAR(WelchT(kSleepOne, kSleepTwo, {.side = Side::kGreater, .mean = greater.interval.low}).p, .05,
              1e-12);
}

TEST(WelchT, Refuses) {
  EXPECT_THROW(WelchT(Values{1}, Values{1, 2}), Undefined);
  EXPECT_THROW(WelchT(Values{1, 2}, Values{1, std::nan("")}), Undefined);
  EXPECT_THROW(WelchT(Values{1, 2}, Values{1, INFINITY}), Undefined);
  EXPECT_THROW(WelchT(Values{1e308, 1.5e308}, Values{-1e308, -1.5e308}), Undefined);
  EXPECT_THROW(WelchT(Values{1, 2}, Values{3, 4}, {.mean = std::nan("")}), Undefined);
}

}  // namespace
}  // namespace retable::stats
