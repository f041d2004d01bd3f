#include "stats/page.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Blocks = std::vector<std::vector<double>>;

TEST(Page, AgreesWithScipysTests) {
  // scipy 1.10.1 page_trend_test, its own test values.
  const auto rows =
      Page(Blocks{{1.5, 4, 8.3, 5, 19, 11}, {5, 4, 3.5, 10, 20, 21}, {8.4, 3.2, 10, 12, 14, 15}});
  EXPECT_EQ(rows.l, 266);
  EXPECT_EQ(rows.distribution, NullDistribution::kExact);
  EXPECT_NEAR(rows.p, 4.121656378600823e-05, 1e-17);
  EXPECT_NEAR(PageOfStatistic(332, 14, 4).p, .9566400920502488, 1e-13);
  EXPECT_NEAR(PageOfStatistic(241, 21, 3).p, .9622210164861476, 1e-13);
}

TEST(Page, AgreesWithPagesOwnExample) {
  // L = 257 over 3 blocks of 6: exact and asymptotic.
  EXPECT_NEAR(PageOfStatistic(257, 3, 6).p, .0023396, 5e-8);
  EXPECT_NEAR(PageOfStatistic(257, 3, 6, {.distribution = NullDistribution::kAsymptotic}).p, .0035, 5e-5);
}

TEST(Page, AgreesWithScipyOnFiveLevels) {
  // scipy 1.10.1: rows of 1..5, exact and asymptotic.
  const Blocks rows = {{1, 2, 3, 4, 5}, {1, 3, 2, 4, 5}, {2, 1, 3, 5, 4}, {1, 2, 3, 4, 5}};
  EXPECT_EQ(Page(rows).l, 217);
  EXPECT_NEAR(Page(rows).p, 2.647569444444444e-6, 1e-18);
  EXPECT_NEAR(Page(rows, {.distribution = NullDistribution::kAsymptotic}).p, 1.0779973347738823e-4, 1e-16);
}

TEST(Page, PerfectOrderReachesTheFloor) {
  EXPECT_NEAR(Page(Blocks(3, {1, 2, 3})).p, 1. / 216, 1e-16);
  EXPECT_NEAR(Page(Blocks(3, {1, 2, 3, 4})).p, 7.234e-5, 5e-9);
}

TEST(Page, TiesMakeTheDistributionConditional) {
  // One block 1 1 2: three equally likely orders, the observed one the largest.
  const auto result = Page(Blocks{{1, 1, 2}});
  EXPECT_EQ(result.l, 1.5 + 2 * 1.5 + 3 * 3);
  EXPECT_NEAR(result.p, 1. / 3, 1e-15);
}

TEST(Page, ReversedArmsAreAFall) {
  Draws draws(111);
  Blocks rows;
  for (int i = 0; i < 6; ++i) rows.push_back(draws.Normal(4));
  Blocks reversed = rows;
  for (auto& row : reversed) std::reverse(row.begin(), row.end());
  EXPECT_NEAR(Page(reversed, {.side = Side::kLess}).p, Page(rows).p, 1e-14);
  Blocks scaled = rows;
  for (auto& row : scaled) row = Scaled(row, 500);
  EXPECT_EQ(Page(scaled).p, Page(rows).p);
  std::reverse(rows.begin(), rows.end());
  EXPECT_NEAR(Page(rows).p, Page(scaled).p, 1e-14);
}

TEST(Page, ManyHeadsAreExactToo) {
  Draws draws(112);
  Blocks rows;
  for (int i = 0; i < 144; ++i) rows.push_back(draws.Normal(5));
  const auto exact = Page(rows);
  EXPECT_EQ(exact.distribution, NullDistribution::kExact);
  EXPECT_NEAR(exact.p, Page(rows, {.distribution = NullDistribution::kAsymptotic}).p, .005);
}

TEST(Page, Refuses) {
  EXPECT_THROW(Page(Blocks{}), Undefined);
  EXPECT_THROW(Page(Blocks{{1}}), Undefined);
  EXPECT_THROW(Page(Blocks{{1, 2}, {1, 2, 3}}), Undefined);
  EXPECT_THROW(Page(Blocks{{1, 1}, {2, 2}}), Undefined);
  EXPECT_THROW(Page(Blocks{{1, std::nan("")}}), Undefined);
  EXPECT_THROW(Page(Blocks{std::vector<double>(11, 1.0), VectorD()}), Undefined);
}

}  // namespace
}  // namespace retable::stats
