#include "stats/friedman.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Blocks = std::vector<std::vector<double>>;

Blocks Demsar() {
  Blocks blocks;
  for (std::size_t i = 0; i < 14; ++i) {
    blocks.push_back({kDemsarC45[i], kDemsarC45m[i], kDemsarC45cf[i], kDemsarC45mcf[i]});
  }
  return blocks;
}

void ExpectRanks(const FriedmanResult& result, const std::vector<double>& ranks) {
  for (std::size_t j = 0; j < ranks.size(); ++j) EXPECT_NEAR(result.mean_ranks[j], ranks[j], 5e-4);
}

TEST(Friedman, SmallExactValuesAreEnumeration) {
  const Blocks three(3, {1, 2, 3});
  EXPECT_NEAR(Friedman(three).p, 1. / 36, 1e-16);
  EXPECT_NEAR(Friedman(three, {.distribution = NullDistribution::kAsymptotic}).p, .0498, 5e-5);
  const Blocks five(5, {1, 2, 3});
  EXPECT_NEAR(Friedman(five).p, 1. / 1296, 1e-18);
  EXPECT_NEAR(Friedman(five, {.distribution = NullDistribution::kAsymptotic}).p, .00674, 5e-6);
  const Blocks mixed = {{1, 2, 3}, {1, 2, 3}, {1, 3, 2}, {2, 1, 3}, {1, 2, 3}};
  EXPECT_NEAR(Friedman(mixed).p, 17. / 432, 1e-16);
  EXPECT_NEAR(Friedman(mixed, {.distribution = NullDistribution::kAsymptotic}).p, .0407622, 5e-8);
}

TEST(Friedman, AgreesWithScipyOnFiveLevels) {
  // scipy 1.10.1 friedmanchisquare.
  const Blocks rows = {{1, 2, 3, 4, 5}, {1, 3, 2, 4, 5}, {2, 1, 3, 5, 4}, {1, 2, 3, 4, 5}};
  const auto result = Friedman(rows, {.distribution = NullDistribution::kAsymptotic});
  EXPECT_NEAR(result.chi_squared, 14, 1e-12);
  EXPECT_NEAR(result.p, .007295055724436127, 1e-16);
}

TEST(Friedman, DemsarsTableAsPrinted) {
  // J. Demsar 2006, table 6, as its digits stand: R 4.2.2 friedman.test and by hand.
  const auto result = Friedman(Demsar());
  ExpectRanks(result, {3.143, 2.000, 2.929, 1.929});
  EXPECT_NEAR(result.uncorrected_chi_squared, 9.857143, 5e-7);
  EXPECT_NEAR(result.chi_squared, 10.952381, 5e-7);
  EXPECT_NEAR(ImanDavenportF(result.uncorrected_chi_squared, 14, 4), 3.986667, 5e-7);
}

TEST(Friedman, DemsarsTableWithItsHiddenDigit) {
  // The paper's own chi-squared needs the 13th row's printed tie broken.
  Blocks blocks = Demsar();
  blocks[12][2] = .97501;
  const auto result = Friedman(blocks);
  ExpectRanks(result, {3.143, 2.000, 2.893, 1.964});
  EXPECT_NEAR(result.uncorrected_chi_squared, 9.278571, 5e-7);
  EXPECT_NEAR(result.chi_squared, 10.228346, 5e-7);
  EXPECT_NEAR(ImanDavenportF(result.uncorrected_chi_squared, 14, 4), 3.686313, 5e-7);
  ASSERT_TRUE(result.f.has_value());
  EXPECT_NEAR(*result.f, 4.185130, 5e-7);
  EXPECT_LT(*result.f_p, .02);
}

TEST(Nemenyi, CriticalDifferencesAreTheTable) {
  // R 4.2.2: qtukey(1 - alpha, 4, Inf) / sqrt(2) * sqrt(4 * 5 / (6 * 14)).
  EXPECT_NEAR(NemenyiCriticalDifference(14, 4), 1.253559, 5e-7);
  EXPECT_NEAR(NemenyiCriticalDifference(14, 4, .10), 1.118060, 5e-7);
}

TEST(Nemenyi, PairsAgreeWithR) {
  // R 4.2.2 ptukey on rank sums 44, 28, 40.5, 27.5 of 14 blocks: pairs 12 13 14 23 24 34.
  const std::vector<double> ranks = {44. / 14, 28. / 14, 40.5 / 14, 27.5 / 14};
  const std::vector<double> expected = {.088673, .956177, .074185, .259228, .999859, .226697};
  std::size_t pair = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = i + 1; j < 4; ++j) {
      EXPECT_NEAR(NemenyiP(ranks[i], ranks[j], 14, 4), expected[pair++], 6e-7);
    }
  }
  EXPECT_EQ(NemenyiP(2, 2, 14, 4), 1);
}

TEST(Nemenyi, PAndCriticalDifferenceAgree) {
  for (double alpha : {.01, .05, .10}) {
    EXPECT_NEAR(NemenyiP(1, 1 + NemenyiCriticalDifference(9, 5, alpha), 9, 5), alpha, 1e-10);
  }
}

TEST(Friedman, OnlyTheNamesOfArmsChangeWithTheirOrder) {
  Draws draws(131);
  Blocks blocks;
  for (int i = 0; i < 7; ++i) blocks.push_back(draws.Normal(4));
  const auto result = Friedman(blocks);
  Blocks turned = blocks;
  for (auto& block : turned) std::rotate(block.begin(), block.begin() + 1, block.end());
  EXPECT_NEAR(Friedman(turned).p, result.p, 1e-14);
  EXPECT_EQ(Friedman(turned).mean_ranks[0], result.mean_ranks[1]);
}

TEST(Friedman, DirectionTurnsRanksAroundAndNothingElse) {
  const auto larger = Friedman(Demsar(), {.better = Better::kLarger});
  const auto smaller = Friedman(Demsar(), {.better = Better::kSmaller});
  EXPECT_NEAR(larger.mean_ranks[0] + smaller.mean_ranks[0], 5, 1e-14);
  EXPECT_NEAR(larger.p, smaller.p, 1e-14);
}

TEST(Friedman, ExactAndAsymptoticMeet) {
  Draws draws(132);
  Blocks blocks;
  for (int i = 0; i < 40; ++i) blocks.push_back(draws.Normal(3));
  EXPECT_NEAR(Friedman(blocks).p, Friedman(blocks, {.distribution = NullDistribution::kAsymptotic}).p, .05);
}

TEST(Friedman, FHasNoValueForPerfectAgreement) {
  const auto result = Friedman(Blocks(4, {1, 2, 3}));
  EXPECT_FALSE(result.f.has_value());
  EXPECT_THROW(ImanDavenportF(8, 4, 3), Undefined);
}

TEST(Friedman, Refuses) {
  EXPECT_THROW(Friedman(Blocks{{1, 2}}), Undefined);
  EXPECT_THROW(Friedman(Blocks{{1}, {2}}), Undefined);
  EXPECT_THROW(Friedman(Blocks{{1, 2}, {1, 2, 3}}), Undefined);
  EXPECT_THROW(Friedman(Blocks{{1, 1}, {1, 1}}), Undefined);
  EXPECT_THROW(Friedman(Blocks{{1, 2}, {1, std::nan("")}}), Undefined);
}

}  // namespace
}  // namespace retable::stats
