#include "stats/log_rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Runs = std::vector<Steps>;
constexpr auto kMissed = Outcome::kMissed;

// Weeks of remission with and without further treatment: the survival package's data set aml.
const Runs kMaintained = {{9},  {13}, {13, kMissed}, {18}, {23},          {28, kMissed},
                          {31}, {34}, {45, kMissed}, {48}, {161, kMissed}};
const Runs kNot = {{5}, {5}, {8}, {8}, {12}, {16, kMissed}, {23}, {27}, {30}, {33}, {43}, {45}};

constexpr LogRankOptions kAsymptotic = {.distribution = NullDistribution::kAsymptotic};

TEST(LogRank, AgreesWithRsSurvdiff) {
  // R's survival package: survdiff(Surv(time, status) ~ x, data = aml) prints 7 observed, 10.69 expected,
  // chi-squared 3.4 and p = .0653; further digits by the formula in exact arithmetic.
  const auto result = LogRank(kMaintained, kNot, kAsymptotic);
  EXPECT_EQ(result.reached_a, 7u);
  EXPECT_EQ(result.reached_b, 11u);
  EXPECT_NEAR(result.expected_a, 10.689335992300723, 1e-12);
  EXPECT_NEAR(result.variance, 4.007550745938734, 1e-12);
  EXPECT_NEAR(result.p, .06533932204050508, 1e-13);
  EXPECT_EQ(result.distribution, NullDistribution::kAsymptotic);
}

TEST(LogRank, ExactPIsTheShareOfLabellings) {
  // By definition: O - E of every way to choose which 4 of 7 runs are a's.
  const Runs a = {{10}, {20}, {30, kMissed}, {15}};
  const Runs b = {{25}, {40, kMissed}, {35}};
  Runs all = a;
  all.insert(all.end(), b.begin(), b.end());
  const auto exact = LogRank(a, b, {.side = Side::kGreater});
  EXPECT_EQ(exact.distribution, NullDistribution::kExact);
  const double observed = static_cast<double>(exact.reached_a) - exact.expected_a;
  std::vector<int> label = {0, 0, 0, 0, 1, 1, 1};
  double as_large = 0;
  double ways = 0;
  do {
    Runs first, second;
    for (std::size_t i = 0; i < all.size(); ++i) (label[i] == 0 ? first : second).push_back(all[i]);
    const auto result = LogRank(first, second, kAsymptotic);
    as_large += static_cast<double>(result.reached_a) - result.expected_a >= observed - 1e-9;
    ++ways;
  } while (std::next_permutation(label.begin(), label.end()));
  EXPECT_EQ(ways, 35);
  EXPECT_NEAR(exact.p, as_large / ways, 1e-14);
}

TEST(LogRank, MonteCarloNearsTheExactP) {
  const double p = LogRank(kMaintained, kNot).p;
  EXPECT_NEAR(p, .0653, .03);
  const auto drawn = LogRank(kMaintained, kNot, {.distribution = NullDistribution::kMonteCarlo});
  EXPECT_EQ(drawn.draws, 99'999u);
  EXPECT_NEAR(drawn.p, p, 2 * 4 * std::sqrt(p / 2 / 1e5));
}

TEST(LogRank, GreaterMeansThatTheFirstArmArrivesSooner) {
  const Runs fast = {{1}, {2}, {3}, {4}, {5}};
  const Runs slow = {{20}, {30}, {40, kMissed}, {40, kMissed}, {40, kMissed}};
  EXPECT_NEAR(LogRank(fast, slow, {.side = Side::kGreater}).p, 1. / 252, 1e-15);
  EXPECT_EQ(LogRank(fast, slow, {.side = Side::kLess}).p, 1);
  EXPECT_NEAR(LogRank(slow, fast, {.side = Side::kLess}).p, 1. / 252, 1e-15);
}

TEST(LogRank, ScaleOfStepsAndOrderOfRunsChangeNothing) {
  auto transformed = [](Runs runs) {
    for (Steps& run : runs) run.steps = std::ldexp(run.steps, 300);
    std::reverse(runs.begin(), runs.end());
    return runs;
  };
  EXPECT_EQ(LogRank(transformed(kMaintained), transformed(kNot)).p, LogRank(kMaintained, kNot).p);
}

TEST(LogRank, Refuses) {
  EXPECT_THROW(LogRank(Runs{}, kNot), Undefined);
  EXPECT_THROW(LogRank(kNot, Runs{{0}}), Undefined);
  EXPECT_THROW(LogRank(Runs{{1, kMissed}}, Runs{{2, kMissed}}), Undefined);
  // The only arrival comes when the other arm is no longer on its way.
  EXPECT_THROW(LogRank(Runs{{9}}, Runs{{2, kMissed}}), Undefined);
  EXPECT_THROW(LogRank(kNot, kMaintained, {.distribution = NullDistribution::kStudent}), Undefined);
}

}  // namespace
}  // namespace retable::stats
