#include "stats/steps_to_threshold.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/jonckheere.h"
#include "stats/signed_rank.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Steps> Runs(const Values& reached, const Values& missed) {
  std::vector<Steps> runs;
  for (double steps : reached) runs.push_back({steps, Outcome::kReached});
  for (double steps : missed) runs.push_back({steps, Outcome::kMissed});
  return runs;
}

TEST(StepsToThreshold, MediansOfMissesAreOrderStatistics) {
  EXPECT_EQ(Median(Values{1, kInfinity, 2}), 2);
  EXPECT_EQ(Median(Values{1, kInfinity, kInfinity}), kInfinity);
  EXPECT_EQ(Median(Values{4, 1, 3, 2}), 2.5);
  EXPECT_EQ(Median(Values{kInfinity, kInfinity}), kInfinity);
}

TEST(StepsToThreshold, MissesAreInfinite) {
  EXPECT_EQ(MissesAsWorst(Runs({100, 250}, {500})), (Values{100, 250, kInfinity}));
}

TEST(KaplanMeier, AgreesByHandOnTheLeukaemiaData) {
  // The survival package's data set aml, maintained group; products and Greenwood sums by hand.
  const auto result = KaplanMeier(Runs({9, 13, 18, 23, 31, 34, 48}, {13, 28, 45, 161}));
  EXPECT_EQ(result.n, 11u);
  EXPECT_EQ(result.reached, 7u);
  const Values shares = {10. / 11,
                         9. / 11,
                         9. / 11 * 7 / 8,
                         9. / 11 * 6 / 8,
                         9. / 11 * 6 / 8 * 4 / 5,
                         9. / 11 * 6 / 8 * 3 / 5,
                         9. / 11 * 6 / 8 * 3 / 10};
  const Values errors = {.0867, .1163, .1397, .1526, .1642, .1627, .1535};
  ASSERT_EQ(result.points.size(), shares.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_NEAR(result.points[i].share_left, shares[i], 1e-14);
    EXPECT_NEAR(result.points[i].standard_error, errors[i], 5e-5);
  }
  EXPECT_EQ(result.median, 31);
  ASSERT_TRUE(result.points[0].interval.has_value());
  EXPECT_NEAR(result.points[0].interval->low,
              std::pow(10. / 11, std::exp(1.959964 * .08667843 / (10. / 11 * std::log(1.1)))), 1e-5);
}

TEST(KaplanMeier, WithoutMissesItIsTheEmpiricalShare) {
  const auto result = KaplanMeier(Runs({30, 10, 20, 20}, {}));
  ASSERT_EQ(result.points.size(), 3u);
  EXPECT_EQ(result.points[1].arrived, 2u);
  EXPECT_EQ(result.points[1].share_left, .25);
  EXPECT_EQ(result.points[2].share_left, 0);
  EXPECT_FALSE(result.points[2].interval.has_value());
  EXPECT_EQ(result.median, 20);
}

TEST(KaplanMeier, HasNoMedianWhereMostMiss) {
  const auto result = KaplanMeier(Runs({100}, {500, 500, 500}));
  EXPECT_FALSE(result.median.has_value());
  EXPECT_EQ(result.reached, 1u);
  EXPECT_TRUE(KaplanMeier(Runs({}, {500})).points.empty());
}

TEST(KaplanMeier, IntervalCoversTheTruth) {
  // Exponential arrivals, budgets between 0.5 and 2; the share left after 1 is exp(-1).
  Draws draws(171);
  int covered = 0;
  int counted = 0;
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::vector<Steps> runs;
    for (int i = 0; i < 40; ++i) {
      const double arrival = -std::log(draws.Uniform());
      const double budget = .5 + 1.5 * draws.Uniform();
      runs.push_back(arrival <= budget ? Steps{arrival, Outcome::kReached} : Steps{budget, Outcome::kMissed});
    }
    const SurvivalPoint* last = nullptr;
    const auto result = KaplanMeier(runs);
    for (const auto& point : result.points) {
      if (point.steps <= 1) last = &point;
    }
    if (last == nullptr || !last->interval) continue;
    ++counted;
    covered += last->interval->low <= std::exp(-1) && std::exp(-1) <= last->interval->high;
  }
  EXPECT_GT(counted, 990);
  EXPECT_NEAR(covered / static_cast<double>(counted), .95, .03);
}

TEST(StepsToThreshold, InterquartileMeanIgnoresAQuarterOfMisses) {
  EXPECT_EQ(InterquartileMean(Values{1, 2, 3, 4, 5, 6, 7, 8}), 4.5);
  EXPECT_EQ(InterquartileMean(Values{1, 2, 3, 4, 5, 6, kInfinity, kInfinity}), 4.5);
  EXPECT_EQ(InterquartileMean(Values{3, 1, 2}), 2);
  EXPECT_THROW(InterquartileMean(Values{1, 2, 3, 4, 5, kInfinity, kInfinity, kInfinity}), Undefined);
}

TEST(StepsToThreshold, ProfilesCountWhatArrivedInTime) {
  const auto profile = PerformanceProfile(Values{1, 2, 4, kInfinity}, Values{.5, 2, 100});
  EXPECT_EQ(profile[0].share, 0);
  EXPECT_EQ(profile[1].share, .5);
  EXPECT_EQ(profile[2].share, .75);
  EXPECT_LT(profile[1].interval.low, .5);
  EXPECT_GT(profile[1].interval.high, .5);
}

TEST(StepsToThreshold, RatiosAreToTheFewestOfTheBlock) {
  const std::vector<Values> blocks = {{100, 200, kInfinity}, {kInfinity, kInfinity, kInfinity}};
  const auto ratios = RatiosToBest(blocks);
  EXPECT_EQ(ratios[0], (Values{1, 2, kInfinity}));
  EXPECT_EQ(ratios[1], (Values{kInfinity, kInfinity, kInfinity}));
}

TEST(StepsToThreshold, RankTestsTakeMissesAsTheWorst) {
  const Values fast = MissesAsWorst(Runs({100, 120, 140, 160, 180, 200}, {}));
  const Values slow = MissesAsWorst(Runs({300, 320, 340, 360}, {500, 500}));
  // All 6 pairs agree in sign: 2 / 2^6.
  EXPECT_EQ(SignedRank(fast, slow).p, 2. / 64);
  // Mann and Whitney's test is Jonckheere's of two groups: 1 of C(12, 6).
  EXPECT_NEAR(Jonckheere(std::vector<Values>{fast, slow}).p, 1. / 924, 1e-16);
}

TEST(StepsToThreshold, Refuses) {
  EXPECT_THROW(KaplanMeier(std::vector<Steps>{}), Undefined);
  EXPECT_THROW(KaplanMeier(Runs({0}, {})), Undefined);
  EXPECT_THROW(KaplanMeier(Runs({kInfinity}, {})), Undefined);
  EXPECT_THROW(Median(Values{}), Undefined);
  EXPECT_THROW(Median(Values{std::nan("")}), Undefined);
  EXPECT_THROW(Median(Values{kInfinity, -kInfinity}), Undefined);
  EXPECT_THROW(RatiosToBest(std::vector<Values>{{0, 1}}), Undefined);
  EXPECT_THROW(PerformanceProfile(Values{}, Values{1}), Undefined);
}

}  // namespace
}  // namespace retable::stats
