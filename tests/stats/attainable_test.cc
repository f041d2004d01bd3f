#include "stats/attainable.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "stats/correlation_equivalence.h"
#include "stats/equivalence.h"
#include "stats/friedman.h"
#include "stats/jonckheere.h"
#include "stats/kendall.h"
#include "stats/page.h"
#include "stats/sign_flip.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"
#include "stats/spearman.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

TEST(Attainable, PairedFloorsAreTheTable) {
  EXPECT_EQ(SmallestPairedP(3), .25);
  EXPECT_EQ(SmallestPairedP(5), .0625);
  EXPECT_EQ(SmallestPairedP(6), .03125);
  EXPECT_EQ(SmallestPairedP(8), .0078125);
  EXPECT_NEAR(SmallestPairedP(11), .000977, 5e-7);
  EXPECT_EQ(SmallestPairedP(16, Side::kGreater), 1.52587890625e-5);
  EXPECT_EQ(SmallestPairedP(1), 1);
  EXPECT_EQ(PairsToReach(.05), 6u);
  EXPECT_EQ(PairsToReach(.01), 8u);
  EXPECT_EQ(PairsToReach(.001), 11u);
}

TEST(Attainable, CorrelationFloorsAreTheTable) {
  EXPECT_NEAR(SmallestCorrelationP(3), 1. / 3, 1e-15);
  EXPECT_NEAR(SmallestCorrelationP(4), 1. / 12, 1e-15);
  EXPECT_NEAR(SmallestCorrelationP(5), 1. / 60, 1e-15);
  EXPECT_NEAR(SmallestCorrelationP(6), 1. / 360, 1e-15);
  EXPECT_NEAR(SmallestCorrelationP(7), .000397, 5e-7);
  EXPECT_EQ(SmallestCorrelationP(2), 1);
  EXPECT_EQ(PointsToReach(.05), 5u);
  EXPECT_EQ(PointsToReach(.01), 6u);
  EXPECT_EQ(PointsToReach(.001), 7u);
}

TEST(Attainable, BlockFloorsAreTheTable) {
  EXPECT_NEAR(SmallestFriedmanP(3, 3), 1. / 36, 1e-16);
  EXPECT_NEAR(SmallestFriedmanP(5, 3), 1. / 1296, 1e-18);
  EXPECT_EQ(FriedmanBlocksToReach(.05, 3), 3u);
  EXPECT_EQ(FriedmanBlocksToReach(.01, 3), 4u);
  EXPECT_EQ(FriedmanBlocksToReach(.001, 3), 5u);
  EXPECT_NEAR(SmallestPageP(3, 3), 1. / 216, 1e-17);
  EXPECT_NEAR(SmallestPageP(3, 4), 7.234e-5, 5e-9);
  EXPECT_EQ(PageBlocksToReach(.01, 3), 3u);
  EXPECT_NEAR(SmallestJonckheereP(std::vector<std::size_t>{3, 3, 3}, Side::kGreater), 1. / 1680, 1e-18);
}

TEST(Attainable, HolmLeavesRoomForSixClaimsAtEightSeeds) {
  EXPECT_LE(SmallestPairedP(8), .05 / 6);
  EXPECT_GT(SmallestPairedP(8), .05 / 7);
  EXPECT_GT(SmallestPairedP(5), .05);
}

TEST(Attainable, IsWhatTheTestItselfReaches) {
  for (std::size_t n = 1; n <= 12; ++n) {
    std::vector<double> d;
    for (std::size_t i = 1; i <= n; ++i) d.push_back(static_cast<double>(i));
    EXPECT_EQ(SignedRank(d).p, SmallestPairedP(n));
  }
}

TEST(Attainable, OtherTestsReachTheirFloorsToo) {
  const std::vector<double> up = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(SignTest(up).p, SmallestPairedP(6));
  EXPECT_EQ(SignFlip(up).p, SmallestPairedP(6));
  EXPECT_EQ(TostSignedRank(up, {-7, 7}).p, SmallestTostP(6));
  EXPECT_NEAR(Spearman(up, up).p, SmallestCorrelationP(6), 1e-16);
  EXPECT_NEAR(Kendall(up, up).p, SmallestCorrelationP(6), 1e-16);
  const std::vector<std::vector<double>> blocks(4, {1, 2, 3});
  EXPECT_NEAR(Page(blocks).p, SmallestPageP(4, 3), 1e-16);
  EXPECT_NEAR(Friedman(blocks).p, SmallestFriedmanP(4, 3), 1e-16);
  EXPECT_NEAR(Jonckheere(std::vector<std::vector<double>>{{1, 2}, {3, 4}, {5}}).p,
              SmallestJonckheereP(std::vector<std::size_t>{2, 2, 1}, Side::kGreater), 1e-16);
  EXPECT_EQ(SignFlip(std::vector<double>(50, 1.0), {.draws = 99}).p, SmallestMonteCarloP(99));
}

TEST(Attainable, EquivalenceNeedsFivePairs) {
  // Two one-sided tests at .05: 2^-5 = .03125.
  EXPECT_EQ(TostPairsToReach(.05), 5u);
  EXPECT_EQ(SmallestTostP(5), .03125);
}

TEST(Attainable, EquivalenceOfACorrelationIsClearestAtNone) {
  // P(Z > atanh(.25) sqrt(n - 3)).
  EXPECT_NEAR(SmallestTostSpearmanP(12, .25), .2217672, 5e-8);
  EXPECT_NEAR(SmallestTostSpearmanP(144, .25), .00121124, 5e-9);
  for (const double rho : {-.1, -.01, .01, .1})
    EXPECT_GT(TostSpearman(rho, 12, {-.25, .25}).p, SmallestTostSpearmanP(12, .25)) << rho;
  EXPECT_EQ(SmallestTostSpearmanP(3, .25), 1);
}

TEST(Attainable, FloorsBelowADoubleAreAboveZero) {
  EXPECT_GT(SmallestPairedP(2000), 0);
  EXPECT_GT(SmallestCorrelationP(500), 0);
  EXPECT_GT(SmallestPageP(3, 200), 0);
  EXPECT_GT(SmallestFriedmanP(3, 200), 0);
  EXPECT_EQ(SmallestFriedmanP(1, 200), 1);
}

TEST(Attainable, Refuses) {
  EXPECT_THROW(SmallestPairedP(0), Undefined);
  EXPECT_THROW(SmallestFriedmanP(3, 1), Undefined);
  EXPECT_THROW(PairsToReach(0), Undefined);
  EXPECT_THROW(PairsToReach(std::nan("")), Undefined);
  EXPECT_THROW(SmallestJonckheereP(std::vector<std::size_t>{3}), Undefined);
}

}  // namespace
}  // namespace retable::stats
