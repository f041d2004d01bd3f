#include "stats/multiplicity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

void ExpectNear(const Values& got, const Values& expected, double tolerance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], tolerance) << "p number " << i + 1;
}

TEST(Multiplicity, AgreesWithRInTheOrderOfTheInput) {
  // R 4.2.2: p.adjust(c(.01, .04, .03, .005), method).
  const Values p = {.01, .04, .03, .005};
  ExpectNear(Holm(p), {.03, .06, .06, .02}, 1e-15);
  ExpectNear(Hochberg(p), {.03, .04, .04, .02}, 1e-15);
  ExpectNear(Hommel(p), {.03, .04, .04, .02}, 1e-15);
  ExpectNear(BenjaminiHochberg(p), {.02, .04, .04, .02}, 1e-15);
  ExpectNear(BenjaminiYekutieli(p), {.0416667, .0833333, .0833333, .0416667}, 5e-8);
}

TEST(Multiplicity, AgreesOnEightPValues) {
  // R 4.2.2 p.adjust.
  const Values p = {.001, .008, .039, .041, .042, .06, .074, .205};
  ExpectNear(Holm(p), {.008, .056, .234, .234, .234, .234, .234, .234}, 1e-15);
  ExpectNear(BenjaminiHochberg(p), {.008, .032, .0672, .0672, .0672, .08, .0845714, .205}, 5e-8);
  // The seventh by hand: .074 * 8 / 7 * (1 + 1/2 + ... + 1/8) = .2298531.
  ExpectNear(BenjaminiYekutieli(p),
             {.0217429, .0869714, .18264, .18264, .18264, .2174286, .2298531, .5571607}, 5e-8);
}

TEST(Multiplicity, AClaimThatWasNotRunStillCounts) {
  ExpectNear(Holm(Values{.01, .02}, 5), {.05, .08}, 1e-15);
  ExpectNear(Hochberg(Values{.01, .02}, 5), {.05, .08}, 1e-15);
  ExpectNear(BenjaminiHochberg(Values{.01, .02}, 5), {.05, .05}, 1e-15);
  // The same as giving the missing ones p = 1.
  const Values full = BenjaminiYekutieli(Values{.01, .02, 1, 1, 1});
  ExpectNear(BenjaminiYekutieli(Values{.01, .02}, 5), {full[0], full[1]}, 1e-15);
}

// By definition: the largest Simes level, min over i of |I| p(i) / i, of any set I of claims that holds this
// one.
double ByClosedTesting(const Values& p, std::size_t claim) {
  double largest = 0;
  for (unsigned set = 1; set < 1u << p.size(); ++set) {
    if ((set >> claim & 1u) == 0) continue;
    Values members;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if ((set >> i & 1u) != 0) members.push_back(p[i]);
    }
    std::sort(members.begin(), members.end());
    double simes = 1;
    for (std::size_t i = 0; i < members.size(); ++i) {
      simes = std::min(simes, static_cast<double>(members.size()) * members[i] / static_cast<double>(i + 1));
    }
    largest = std::max(largest, simes);
  }
  return largest;
}

TEST(Multiplicity, HommelIsClosedTestingWithSimes) {
  Draws draws(601);
  for (int repeat = 0; repeat < 50; ++repeat) {
    Values p;
    for (int i = 0; i < 7; ++i) p.push_back(std::round(100 * std::pow(draws.Uniform(), 2)) / 100);
    const Values adjusted = Hommel(p);
    const Values hochberg = Hochberg(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_NEAR(adjusted[i], ByClosedTesting(p, i), 1e-14);
      EXPECT_LE(adjusted[i], hochberg[i] + 1e-14);
    }
  }
}

TEST(Multiplicity, MissingClaimsAreCountedWhereRForgetsThem) {
  // R 4.2.2: p.adjust(c(.01, .02, NA), "bonferroni") gives .02 .04 NA, as if two claims had been made.
  ExpectNear(Holm(Values{.01, .02}, 3), {.03, .04}, 1e-15);
  ExpectNear(Hommel(Values{.01, .02}, 3), {.03, .04}, 1e-15);
}

TEST(Multiplicity, StaysInOrderAndWithinOne) {
  for (auto adjust : {Holm, Hochberg, Hommel, BenjaminiHochberg, BenjaminiYekutieli}) {
    const Values p = {.9, .2, .2, .01, 1, 0, .5};
    const Values adjusted = adjust(p, 9);
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(adjusted[i], p[i]);
      EXPECT_LE(adjusted[i], 1);
      for (std::size_t j = 0; j < p.size(); ++j) {
        if (p[i] <= p[j]) {
          EXPECT_LE(adjusted[i], adjusted[j]);
        }
      }
    }
  }
}

TEST(Multiplicity, EqualPValuesAreAllRejectedTogether) {
  ExpectNear(BenjaminiHochberg(Values{.05, .05, .05}), {.05, .05, .05}, 0);
  ExpectNear(Hochberg(Values{.05, .05, .05}), {.05, .05, .05}, 0);
}

TEST(Multiplicity, OneClaimIsLeftAlone) {
  for (auto adjust : {Holm, Hochberg, Hommel, BenjaminiHochberg, BenjaminiYekutieli}) {
    EXPECT_EQ(adjust(Values{.03}, 0), Values{.03});
    EXPECT_TRUE(adjust(Values{}, 4).empty());
  }
}

TEST(Multiplicity, RefusesWhatIsNoPValue) {
  EXPECT_THROW(Holm(Values{.1, std::nan("")}), Undefined);
  EXPECT_THROW(Holm(Values{.1, 1.1}), Undefined);
  EXPECT_THROW(Holm(Values{-.1}), Undefined);
  EXPECT_THROW(Holm(Values{.1, .2, .3}, 2), Undefined);
  EXPECT_THROW(BenjaminiYekutieli(Values{.1}, std::size_t{1} << 60), Undefined);
  EXPECT_THROW(Hommel(Values{.1}, 5001), Undefined);
}

}  // namespace
}  // namespace retable::stats
