#include "stats/jonckheere.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/kendall.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Groups = std::vector<std::vector<double>>;

const Groups kPieceWork = {{40, 35, 38, 43, 44, 41}, {38, 40, 47, 44, 40, 42}, {48, 40, 45, 43, 46, 44}};

TEST(Jonckheere, AgreesOnThePieceWorkData) {
  // Hollander and Wolfe's data; exact rational dynamic programming, and R 4.2.2's Kendall z.
  const auto exact = Jonckheere(kPieceWork);
  EXPECT_EQ(exact.j, 79);
  EXPECT_EQ(exact.mean, 54);
  EXPECT_NEAR(exact.variance, 150.286764706, 5e-10);
  EXPECT_EQ(exact.distribution, NullDistribution::kExact);
  EXPECT_NEAR(exact.p, 359641. / 17153136, 1e-16);
  const auto asymptotic = Jonckheere(kPieceWork, {.distribution = NullDistribution::kAsymptotic});
  EXPECT_NEAR(asymptotic.p, .020710394, 5e-10);
}

TEST(Jonckheere, EqualsKendallOfValueAgainstGroup) {
  std::vector<double> values, labels;
  for (std::size_t g = 0; g < 3; ++g) {
    for (double value : kPieceWork[g]) {
      values.push_back(value);
      labels.push_back(static_cast<double>(g));
    }
  }
  EXPECT_NEAR(
      Kendall(values, labels, {.side = Side::kGreater, .distribution = NullDistribution::kAsymptotic}).p,
      Jonckheere(kPieceWork, {.distribution = NullDistribution::kAsymptotic}).p, 1e-15);
}

TEST(Jonckheere, PerfectOrderOfThreeByThreeIsOneIn1680) {
  const Groups groups = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  EXPECT_EQ(Jonckheere(groups).j, 27);
  EXPECT_NEAR(Jonckheere(groups).p, 1. / 1680, 1e-17);
  EXPECT_NEAR(Jonckheere(groups, {.distribution = NullDistribution::kAsymptotic}).p, .00135, 5e-6);
}

TEST(Jonckheere, EqualsEnumerationOfLabels) {
  Draws draws(121);
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::vector<double> values;
    for (int i = 0; i < 8; ++i) values.push_back(std::floor(5 * draws.Uniform()));
    values[0] = -1;  // never all equal
    std::vector<std::size_t> labels = {0, 0, 0, 1, 1, 2, 2, 2};
    auto grouped = [&] {
      Groups groups(3);
      for (std::size_t i = 0; i < 8; ++i) groups[labels[i]].push_back(values[i]);
      return groups;
    };
    const auto exact = Jonckheere(grouped());
    double as_large = 0;
    double all = 0;
    do {
      as_large += Jonckheere(grouped(), {.distribution = NullDistribution::kAsymptotic}).j >= exact.j;
      ++all;
    } while (std::next_permutation(labels.begin(), labels.end()));
    EXPECT_NEAR(exact.p, as_large / all, 1e-14);
  }
}

TEST(Jonckheere, ReversedGroupsAreAFall) {
  Groups reversed = kPieceWork;
  std::reverse(reversed.begin(), reversed.end());
  EXPECT_NEAR(Jonckheere(reversed, {.side = Side::kLess}).p, Jonckheere(kPieceWork).p, 1e-15);
  Groups scaled = kPieceWork;
  for (auto& group : scaled) group = Scaled(group, -700);
  EXPECT_EQ(Jonckheere(scaled).p, Jonckheere(kPieceWork).p);
}

TEST(Jonckheere, ManyValuesInManyGroupsAreRefusedBeforeTheyFillTheMemory) {
  EXPECT_THROW(Jonckheere(Groups(50'000, {1.0, 2.0})), Undefined);
  Groups two(2, std::vector<double>(50'000, 1.0));
  two[1][0] = 2;
  EXPECT_EQ(Jonckheere(two).distribution, NullDistribution::kAsymptotic);
}

TEST(Jonckheere, Refuses) {
  EXPECT_THROW(Jonckheere(Groups{{1, 2}}), Undefined);
  EXPECT_THROW(Jonckheere(Groups{{1, 2}, {}}), Undefined);
  EXPECT_THROW(Jonckheere(Groups{{1, 1}, {1}}), Undefined);
  EXPECT_THROW(Jonckheere(Groups{{1, std::nan("")}, {1}}), Undefined);
}

}  // namespace
}  // namespace retable::stats
