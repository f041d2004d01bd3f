#include "stats/effect_size.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/signed_rank.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

const Values kPre = {110, 122, 101, 120, 140};
const Values kPost = {150, 160, 110, 140, 155};

TEST(EffectSize, EachNameHasItsOwnValue) {
  // R 4.2.2 on the sample of a public report in which 1.75 and 1.32 were both called Cohen's d.
  const Values d = PairedDifferences(kPost, kPre);
  EXPECT_NEAR(Dz(d), 1.754986982, 5e-10);
  EXPECT_NEAR(HedgesGz(d), 1.400277017, 5e-10);
  EXPECT_NEAR(Dav(kPost, kPre), 1.414636, 5e-7);
  EXPECT_NEAR(Drm(kPost, kPre), 1.325244, 5e-7);
  EXPECT_NEAR(Dpooled(kPost, kPre), 1.398516, 5e-7);
}

TEST(EffectSize, HedgesCountsPairsAndNotValues) {
  // Two public programs took 2n - 2 = 8 degrees of freedom for these 5 pairs.
  const Values d = PairedDifferences(kPost, kPre);
  EXPECT_EQ(HedgesGz(d), HedgesCorrection(4) * Dz(d));
  // The usual 1 - 3 / (4 df - 1) is .8 where the exact factor is .7979.
  EXPECT_NEAR(1 - 3 / (4 * 4. - 1), .8, 1e-15);
  EXPECT_LT(HedgesCorrection(4), .798);
}

TEST(EffectSize, PooledCountsEachGroupsDegreesOfFreedom) {
  // Variances 1 (of 3 values) and 4 (of 5): (2 * 1 + 4 * 4) / 6 = 3.
  EXPECT_NEAR(Dpooled(Values{1, 2, 3}, Values{-2, 2, 0, -2, 2}), 2 / std::sqrt(3.), 1e-14);
  EXPECT_NEAR(Dpooled(Values{1, 2, 3}, Values{0, 0, 0, 0, 0}), 2 / std::sqrt(2. / 6), 1e-14);
}

TEST(EffectSize, IntervalOfDzAgreesWithR) {
  // R 4.2.2: noncentral t inverted with uniroot(pt(..., ncp)).
  const Interval interval = DzInterval(PairedDifferences(kPost, kPre));
  EXPECT_NEAR(interval.low, .26460, 5e-6);
  EXPECT_NEAR(interval.high, 3.18622, 5e-6);
}

TEST(EffectSize, PairedAndPooledUnitsDifferAHundredfold) {
  const Values a = {101, 202, 303, 404};
  const Values b = {100, 200, 300, 400};
  EXPECT_NEAR(Dz(PairedDifferences(a, b)), 1.936491673, 5e-10);
  EXPECT_NEAR(Dpooled(a, b), .019268, 5e-7);
}

TEST(EffectSize, HedgesCorrectionIsTheExactTable) {
  EXPECT_NEAR(HedgesCorrection(2), .5641896, 5e-8);
  EXPECT_NEAR(HedgesCorrection(3), .7236013, 5e-8);
  EXPECT_NEAR(HedgesCorrection(4), .7978846, 5e-8);
  EXPECT_NEAR(HedgesCorrection(9), .9138749, 5e-8);
  EXPECT_NEAR(HedgesCorrection(19), .9599104, 5e-8);
}

TEST(EffectSize, HedgesGzIsUnbiasedAndDzIsNot) {
  // 20,000 samples of 5 with true effect 1; the standard error of the mean is about .005.
  Draws draws(71);
  double dz = 0;
  double gz = 0;
  for (int repeat = 0; repeat < 20'000; ++repeat) {
    const Values d = draws.Normal(5, 1);
    dz += Dz(d) / 20'000;
    gz += HedgesGz(d) / 20'000;
  }
  EXPECT_NEAR(gz, 1, .025);
  EXPECT_NEAR(dz, 1 / HedgesCorrection(4), .03);
}

TEST(EffectSize, CliffsDeltaCountsAllPairs) {
  // 9 pairs: (2,1) and (4,1), (4,2), (4,3), above; (2,3), (0,1), (0,2), (0,3) below; (2,2) tied.
  EXPECT_NEAR(CliffsDelta(Values{0, 2, 4}, Values{1, 2, 3}), 0, 1e-15);
  EXPECT_EQ(CliffsDelta(Values{4, 5}, Values{1, 2, 3}), 1);
  EXPECT_EQ(CliffsDelta(Values{1, 1}, Values{1, 1}), 0);
  const double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(CliffsDelta(Values{kInfinity, 1}, Values{kInfinity, 2}), -.25);
}

TEST(EffectSize, RankBiserialIsTheBalanceOfRanks) {
  EXPECT_NEAR(RankBiserial(VectorD()), (112. - 24) / 136, 1e-15);
  EXPECT_EQ(RankBiserial(Values{1, 2, 3}), 1);
}

TEST(EffectSize, SwapAndScale) {
  const Values d = VectorD();
  EXPECT_NEAR(Dz(Negated(d)), -Dz(d), 1e-15);
  for (int k : {-800, 800}) EXPECT_DOUBLE_EQ(Dz(Scaled(d, k)), Dz(d));
  EXPECT_EQ(Dav(Scaled(kPost, 900), Scaled(kPre, 900)), Dav(kPost, kPre));
  EXPECT_EQ(CliffsDelta(kPost, kPre), -CliffsDelta(kPre, kPost));
  EXPECT_NEAR(DzInterval(Negated(d)).low, -DzInterval(d).high, 1e-10);
}

TEST(EffectSize, Refuses) {
  EXPECT_THROW(Dz(Values{1, 1, 1}), Undefined);
  EXPECT_THROW(Dz(Values{1}), Undefined);
  EXPECT_THROW(HedgesGz(Values{1, 2}), Undefined);
  EXPECT_THROW(Dav(Values{1, 1}, Values{1, 2}), Undefined);
  EXPECT_THROW(Dpooled(Values{1, 1}, Values{2, 2}), Undefined);
  EXPECT_THROW(Dpooled(Values{1}, Values{2, 3}), Undefined);
  EXPECT_THROW(Dpooled(Values{1e308, 1e308 * (1 + 1e-12)}, Values{-1e308, -1e308}), Undefined);
  EXPECT_THROW(CliffsDelta(Values{}, Values{1}), Undefined);
  EXPECT_THROW(CliffsDelta(Values{std::nan("")}, Values{1}), Undefined);
  EXPECT_THROW(RankBiserial(Values{0, 0}), Undefined);
}

}  // namespace
}  // namespace retable::stats
