#include "stats/random_choice.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

// The share of all N^n draws whose sum is at most that of the chosen, counted.
double Enumerated(const Values& chosen, const Values& pool) {
  double wanted = 0;
  for (const double value : chosen) wanted += value;
  std::vector<std::size_t> draw(chosen.size(), 0);
  int as_low = 0, all = 0;
  for (bool is_more = true; is_more;) {
    double sum = 0;
    for (const std::size_t i : draw) sum += pool[i];
    as_low += sum <= wanted + 1e-12;
    ++all;
    is_more = false;
    for (std::size_t& digit : draw) {
      if (++digit < pool.size()) {
        is_more = true;
        break;
      }
      digit = 0;
    }
  }
  return static_cast<double>(as_low) / all;
}

// Four standard errors of a share among 99,999 draws are at most .0064.
TEST(RandomChoice, AgreesWithTheEnumerationOfAllDraws) {
  const Values pool = {.1, .2, .2, .5, .9};
  for (const Values& chosen :
       {Values{.1, .1, .2}, Values{.2, .5, .2}, Values{.9, .5, .9}, Values{.1, .1, .1, .1}}) {
    EXPECT_NEAR(RandomChoice(chosen, pool).p, Enumerated(chosen, pool), .0064);
  }
}

// Pool 0, 1, 2, 3: mean 1.5, sd sqrt(5 / 4). Chosen 0, 1: mean .5, so z = 1 / (sqrt(1.25) / sqrt(2)). Of the
// 16 draws three have a sum of at most 1.
TEST(RandomChoice, CountsStandardErrorsOfAMeanOfDraws) {
  const auto result = RandomChoice(Values{0, 1}, Values{0, 1, 2, 3});
  EXPECT_DOUBLE_EQ(result.difference, 1);
  EXPECT_NEAR(result.z, std::sqrt(2 / 1.25), 1e-12);
  EXPECT_NEAR(result.p, 3. / 16, .0064);
  ASSERT_TRUE(result.interval);
  // t(.975; 1) = 12.7062, standard error .5.
  EXPECT_NEAR(result.interval->low, 1 - 6.3531, 1e-4);
}

TEST(RandomChoice, SidesAreThoseOfThePoolLessTheChosen) {
  const Values pool = {.1, .2, .2, .5, .9}, low = {.1, .1, .1, .2};
  const double greater = RandomChoice(low, pool).p;
  EXPECT_LT(greater, .05);
  EXPECT_GT(RandomChoice(low, pool, {.side = Side::kLess}).p, .9);
  EXPECT_DOUBLE_EQ(RandomChoice(low, pool, {.side = Side::kTwoSided}).p, 2 * greater);
}

TEST(RandomChoice, IsNeverZeroAndTheSameForOneSeed) {
  const Values pool(100, 1);
  Values mixed = pool;
  mixed[0] = 0;
  const Values chosen(10, 0);
  EXPECT_DOUBLE_EQ(RandomChoice(chosen, mixed, {.draws = 999}).p, .001);
  EXPECT_FALSE(RandomChoice(chosen, mixed, {.draws = 999}).interval);
  const Values other = {.3, .5, .9, .7}, few = {.3, .5, .5};
  EXPECT_EQ(RandomChoice(few, other).p, RandomChoice(few, other).p);
}

TEST(RandomChoice, RefusesAConstantPoolAndSingleValues) {
  EXPECT_THROW(RandomChoice(Values{1, 1}, Values(5, 1)), Undefined);
  EXPECT_THROW(RandomChoice(Values{1}, Values{1, 2}), Undefined);
  EXPECT_THROW(RandomChoice(Values{1, 2}, Values{1e308, 2e307}), Undefined);
  EXPECT_THROW(RandomChoice(Values{1, NAN}, Values{1, 2}), Undefined);
}

}  // namespace
}  // namespace retable::stats
