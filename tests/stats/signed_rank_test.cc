#include "stats/signed_rank.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/normal.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double ExactP(const Values& d, Side side = Side::kTwoSided) { return SignedRank(d, {.side = side}).p; }

// By definition: every assignment of signs to the ranks of the differences, which must hold no zeros or ties.
double EnumeratedGreater(const Values& d) {
  const std::size_t n = d.size();
  auto rank_sum = [&](auto positive) {
    int sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (!positive(i)) continue;
      for (std::size_t j = 0; j < n; ++j) sum += std::abs(d[j]) <= std::abs(d[i]);
    }
    return sum;
  };
  const int observed = rank_sum([&](std::size_t i) { return d[i] > 0; });
  int as_large = 0;
  for (unsigned signs = 0; signs < 1u << n; ++signs) {
    as_large += rank_sum([&](std::size_t i) { return (signs >> i & 1u) != 0; }) >= observed;
  }
  return as_large / std::ldexp(1.0, static_cast<int>(n));
}

// Agreement. Fractions are exact rational enumeration; where a program gives the same, it is named.

TEST(SignedRank, TiesKeepTheirExactDistribution) {
  // exactRankTests::wilcox.exact and enumeration; R's wilcox.test falls back to .05791 and .5862 here.
  EXPECT_EQ(ExactP({1, 1, 2, 3, 4}), 1. / 16);
  EXPECT_EQ(SignedRank(Values{1, 1, 2, 3, 4}).positive_rank_sum, 15);
  EXPECT_EQ(ExactP({1.5, -1.5, 2.0}), 3. / 4);
  EXPECT_EQ(SignedRank(Values{1.5, -1.5, 2.0}).positive_rank_sum, 4.5);
}

TEST(SignedRank, DroppedAndPrattZerosKeepTheirExactDistribution) {
  const Values d = {0, 1, 2, 3, 4};
  const auto dropped = SignedRank(d);
  EXPECT_EQ(dropped.zeros, 1u);
  EXPECT_EQ(dropped.n, 5u);
  EXPECT_EQ(dropped.positive_rank_sum, 10);
  EXPECT_EQ(dropped.p, 1. / 8);
  const auto pratt = SignedRank(d, {.zeros = Zeros::kPratt});
  EXPECT_EQ(pratt.positive_rank_sum, 14);
  EXPECT_EQ(pratt.p, 1. / 8);
}

TEST(SignedRank, HalfRanksAreNotTruncatedInEitherTail) {
  // scipy issues 19872 and 20765: one-sided p-values of a half-integer statistic were not mirror images.
  const Values x = {62, 66, 61, 68, 74, 62, 68, 62, 55, 59};
  const Values y = {71, 71, 69, 61, 75, 71, 77, 72, 62, 65};
  const auto two_sided = SignedRank(x, y);
  EXPECT_EQ(two_sided.positive_rank_sum, 4.5);
  EXPECT_EQ(two_sided.p, 1. / 64);
  EXPECT_EQ(SignedRank(x, y, {.side = Side::kLess}).p, 1. / 128);
  EXPECT_EQ(SignedRank(y, x, {.side = Side::kGreater}).p, 1. / 128);
}

TEST(SignedRank, DecimalsThatRoundDifferentlyStillTie) {
  // scipy issue 17667: raw doubles give T+ = 5 and .5625.
  const auto result =
      SignedRank(Values{.5, .825, .375, .5}, Values{.525, .775, .325, .55}, {.side = Side::kGreater});
  EXPECT_EQ(result.positive_rank_sum, 6);
  EXPECT_EQ(result.p, .5);
}

TEST(SignedRank, WithoutToleranceRawDoublesAreRanked) {
  // The same data as another program ranks them.
  const auto raw = SignedRank(Values{.5, .825, .375, .5}, Values{.525, .775, .325, .55},
                              {.side = Side::kGreater, .tie_tolerance = 0});
  EXPECT_EQ(raw.positive_rank_sum, 5);
  EXPECT_EQ(raw.p, .5625);
}

TEST(SignedRank, RsFallbackForTiesIsTheCorrectedNormal) {
  // R 4.2.2: wilcox.test(d) warns and returns these even with exact = TRUE.
  auto p = [](const Values& d) {
    return SignedRank(d,
                      {.distribution = NullDistribution::kAsymptotic, .continuity = Continuity::kCorrected})
        .p;
  };
  EXPECT_NEAR(p({1, 1, 2, 3, 4}), .05791, 5e-6);
  EXPECT_NEAR(p({0, 1, 2, 3, 4}), .1003, 5e-5);
  EXPECT_NEAR(p({1.5, -1.5, 2.0}), .5862136811, 5e-11);
}

TEST(SignedRank, DifferencesThatAreOneNumberUpToRoundingAreMadeEqual) {
  const Values d = PairedDifferences(Values{4.33, 1.1, 7.77}, Values{4.28, 1.05, 7.72});
  EXPECT_EQ(d[0], d[1]);
  EXPECT_EQ(d[0], d[2]);
  // With infinities beside, finite differences keep their values.
  EXPECT_EQ(PairedDifferences(Values{kInfinity, 1, 2}, Values{kInfinity, 3, 2.5}), (Values{0, -2, -.5}));
  EXPECT_EQ(PairedDifferences(Values{1e16 + 32}, Values{1e16}), (Values{32}));
  EXPECT_THROW(PairedDifferences(Values{1.7e308}, Values{-1.7e308}), Undefined);
}

TEST(SignedRank, RoundingIsNoDifference) {
  EXPECT_EQ(SignedRank(Values{.1 + .2, 1, 2}, Values{.3, .5, .5}).zeros, 1u);
}

TEST(SignedRank, AgreesWithScipysOwnTestValues) {
  // scipy 1.10 test_morestats.py, wilcoxon: -5..7, and the same with 0 replaced by 1.
  Values d;
  for (int i = -5; i <= 7; ++i) d.push_back(i);
  const auto dropped = SignedRank(d);
  EXPECT_EQ(dropped.positive_rank_sum, 50.5);
  EXPECT_EQ(dropped.negative_rank_sum, 27.5);
  EXPECT_EQ(dropped.p, 405. / 1024);
  d[5] = 1;
  const auto replaced = SignedRank(d);
  EXPECT_EQ(replaced.positive_rank_sum, 59);
  EXPECT_EQ(replaced.negative_rank_sum, 32);
  EXPECT_EQ(replaced.p, 387. / 1024);
}

TEST(SignedRank, AgreesWithScipysDocumentation) {
  // scipy.stats.wilcoxon, example of its page.
  const auto result = SignedRank(Values{6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75});
  EXPECT_EQ(result.positive_rank_sum, 96);
  EXPECT_EQ(result.p, .041259765625);
}

TEST(SignedRank, AgreesWithRsHelpPage) {
  // R 4.2.2: wilcox.test(x, y, paired = TRUE, conf.int = TRUE) on the data of its help page.
  const auto result = SignedRank(kHollanderWolfeX, kHollanderWolfeY);
  EXPECT_EQ(result.positive_rank_sum, 40);
  EXPECT_EQ(result.p, .0390625);
  EXPECT_EQ(SignedRank(kHollanderWolfeX, kHollanderWolfeY, {.side = Side::kGreater}).p, .01953125);
  const Values d = PairedDifferences(kHollanderWolfeX, kHollanderWolfeY);
  EXPECT_NEAR(HodgesLehmannEstimate(d), .46, 1e-12);
  const Interval interval = HodgesLehmannInterval(d);
  EXPECT_NEAR(interval.low, .01, 1e-12);
  EXPECT_NEAR(interval.high, .786, 1e-12);
  EXPECT_EQ(interval.confidence, 1 - .0390625);
}

TEST(SignedRank, SmallTailIsSummedAndNotASubtraction) {
  // scipy issue 26026: the exact path answered 0.
  Values d = {-1};
  for (int i = 2; i <= 54; ++i) d.push_back(i);
  const auto result = SignedRank(d);
  EXPECT_EQ(result.positive_rank_sum, 1484);
  EXPECT_EQ(result.p, std::ldexp(1.0, -52));
}

TEST(SignedRank, CentreOfTheDistributionHasPOne) {
  EXPECT_EQ(ExactP({-1, -2, 3}), 1);
  EXPECT_EQ(ExactP({-1, 2, -3, -4, 5}), 1);
}

TEST(SignedRank, AgreesOnDemsarsClassifiersUnderEachZeroRule) {
  // C4.5 against C4.5+m, J. Demsar 2006 table 2; exact rational enumeration, z as the paper prints it.
  const Values d = PairedDifferences(kDemsarC45m, kDemsarC45);
  const auto dropped = SignedRank(d);
  EXPECT_EQ(dropped.n - dropped.zeros, 12u);
  EXPECT_EQ(dropped.positive_rank_sum, 71.5);
  EXPECT_NEAR(dropped.p, 15. / 2048, 1e-16);
  EXPECT_NEAR(SignedRank(d, {.zeros = Zeros::kPratt}).p, 1. / 128, 1e-16);
  const auto split = SignedRank(d, {.zeros = Zeros::kZsplit});
  EXPECT_EQ(split.positive_rank_sum, 93);
  EXPECT_EQ(split.negative_rank_sum, 12);
  EXPECT_NEAR(split.p, 1. / 128, 1e-16);
  const auto z = SignedRank(d, {.zeros = Zeros::kZsplit, .distribution = NullDistribution::kAsymptotic});
  // The paper's z = -40.5 / sqrt(253.75) = -2.542 leaves the ties out of the variance; with them -2.5437.
  EXPECT_NEAR(z.p, 2 * NormalUpper(2.542), 6e-5);
  EXPECT_NEAR(z.p, 2 * NormalUpper(2.5437), 1e-5);
}

TEST(SignedRank, AgreesWithScipyOnVectorD) {
  // scipy 1.10.1 wilcoxon(mode='exact' and 'approx', correction=False and True), and exact enumeration.
  const Values d = VectorD();
  const auto exact = SignedRank(d);
  EXPECT_EQ(exact.positive_rank_sum, 112);
  EXPECT_EQ(exact.negative_rank_sum, 24);
  EXPECT_EQ(exact.p, .021392822265625);
  EXPECT_EQ(ExactP(d, Side::kGreater), .0106964111328125);
  EXPECT_NEAR(SignedRank(d, {.distribution = NullDistribution::kAsymptotic}).p, .022894784183124583, 1e-15);
  EXPECT_NEAR(
      SignedRank(d, {.distribution = NullDistribution::kAsymptotic, .continuity = Continuity::kCorrected}).p,
      .02449141623665392, 1e-15);
  EXPECT_NEAR(HodgesLehmannEstimate(d), 1.92, 1e-12);
}

TEST(SignedRank, AgreesWithScipyOnTiesAndZeros) {
  // scipy 1.10.1 wilcoxon(zero_method=..., mode='approx', correction=...) on vector T; exact by enumeration.
  const Values d = {0, 0, 1, 1, -1, 2, 2, -2, 3, 4, 5, -3, 6, 7, 8, 1};
  auto p = [&](Zeros zeros, Continuity continuity) {
    return SignedRank(
               d, {.zeros = zeros, .distribution = NullDistribution::kAsymptotic, .continuity = continuity})
        .p;
  };
  EXPECT_NEAR(p(Zeros::kDrop, Continuity::kNone), .025296495790661896, 1e-15);
  EXPECT_NEAR(p(Zeros::kDrop, Continuity::kCorrected), .027430259927205658, 1e-15);
  EXPECT_NEAR(p(Zeros::kPratt, Continuity::kNone), .023896573573600675, 1e-15);
  EXPECT_NEAR(p(Zeros::kPratt, Continuity::kCorrected), .025560490441213966, 1e-15);
  EXPECT_NEAR(p(Zeros::kZsplit, Continuity::kNone), .024110118179857216, 1e-15);
  EXPECT_NEAR(p(Zeros::kZsplit, Continuity::kCorrected), .02578423491765985, 1e-15);
  EXPECT_EQ(SignedRank(d).negative_rank_sum, 17);
  EXPECT_EQ(SignedRank(d, {.zeros = Zeros::kPratt}).negative_rank_sum, 23);
  EXPECT_EQ(SignedRank(d, {.zeros = Zeros::kZsplit}).negative_rank_sum, 24.5);
  EXPECT_EQ(SignedRank(d).positive_rank_sum, 88);
  EXPECT_EQ(ExactP(d), .0252685546875);
  EXPECT_EQ(ExactP(d, Side::kGreater), .01263427734375);
}

TEST(SignedRank, LowerTailOfSixteenIsTheTable) {
  // Exact enumeration: W = 0..7 at n = 16, one-sided.
  const Values tail = {1.52587890625e-5,  3.0517578125e-5,  4.57763671875e-5, 7.62939453125e-5,
                       1.068115234375e-4, 1.52587890625e-4, 2.13623046875e-4, 2.899169921875e-4};
  for (int w = 0; w <= 7; ++w) {
    Values d;
    // One positive difference of rank w gives T+ = w.
    for (int rank = 1; rank <= 16; ++rank) d.push_back(rank == w ? rank : -rank);
    EXPECT_EQ(ExactP(d, Side::kLess), tail[static_cast<std::size_t>(w)]) << "W = " << w;
    EXPECT_EQ(ExactP(d), 2 * tail[static_cast<std::size_t>(w)]) << "W = " << w;
  }
}

TEST(SignedRank, SmallestPNeedsSixEightAndElevenPairs) {
  auto smallest = [](int n) {
    Values d;
    for (int i = 1; i <= n; ++i) d.push_back(i);
    return ExactP(d);
  };
  EXPECT_EQ(smallest(3), .25);
  EXPECT_EQ(smallest(5), .0625);
  EXPECT_EQ(smallest(6), .03125);
  EXPECT_EQ(smallest(8), .0078125);
  EXPECT_NEAR(smallest(11), .000977, 5e-7);
}

// Properties.

TEST(SignedRank, EqualsEnumerationOnRandomSamples) {
  Draws draws(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Values d = draws.Normal(9, 0.4);
    EXPECT_EQ(ExactP(d, Side::kGreater), EnumeratedGreater(d));
  }
}

TEST(SignedRank, ScalingByPowersOfTwoChangesNothing) {
  const Values d = VectorD();
  for (int k : {-900, -60, 1, 60, 900}) EXPECT_EQ(ExactP(Scaled(d, k)), ExactP(d)) << k;
  EXPECT_EQ(HodgesLehmannEstimate(Scaled(d, 900)), std::ldexp(HodgesLehmannEstimate(d), 900));
}

TEST(SignedRank, SwappingArmsMirrorsTheResult) {
  const Values d = VectorD();
  const Values mirrored = Negated(d);
  EXPECT_EQ(ExactP(mirrored), ExactP(d));
  EXPECT_EQ(ExactP(mirrored, Side::kLess), ExactP(d, Side::kGreater));
  EXPECT_EQ(SignedRank(mirrored).positive_rank_sum, SignedRank(d).negative_rank_sum);
  EXPECT_EQ(HodgesLehmannEstimate(mirrored), -HodgesLehmannEstimate(d));
  EXPECT_EQ(HodgesLehmannInterval(mirrored).low, -HodgesLehmannInterval(d).high);
}

TEST(SignedRank, OrderOfPairsDoesNotMatter) {
  Values d = VectorD();
  const double p = ExactP(d);
  std::reverse(d.begin(), d.end());
  EXPECT_EQ(ExactP(d), p);
}

TEST(SignedRank, TheTwoTailsShareOnlyTheObservedValue) {
  const Values d = {3, -1, 4, 1, -5, 9, 2, -6};
  // P(T <= t) + P(T >= t) = 1 + P(T = t): by enumeration of the tails at t and at its neighbour.
  const double less = ExactP(d, Side::kLess);
  const double greater = ExactP(d, Side::kGreater);
  EXPECT_GT(less + greater, 1);
  EXPECT_LT(less + greater, 1.2);
}

TEST(SignedRank, FalseAlarmsUnderTheNullStayBelowAlpha) {
  // 4,000 null samples of 10; the exact size at .05 is at most .05, plus four standard errors of the count.
  Draws draws(2);
  int rejected = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) rejected += ExactP(draws.Normal(10)) <= .05;
  EXPECT_LE(rejected, 4000 * .05 + 4 * std::sqrt(4000 * .05 * .95));
  // The largest attainable level at or under .05 for n = 10 is 2 * 25/1024.
  EXPECT_GE(rejected, 4000 * 50. / 1024 - 4 * std::sqrt(4000 * .05 * .95));
}

TEST(SignedRank, TestAndIntervalAgree) {
  // 0 lies outside the 95 % interval exactly when p <= 1 - the level reached.
  Draws draws(3);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const Values d = draws.Normal(12, 0.6);
    const Interval interval = HodgesLehmannInterval(d);
    const bool outside = interval.low > 0 || interval.high < 0;
    EXPECT_EQ(outside, ExactP(d) <= 1 - interval.confidence + 1e-12);
  }
}

TEST(SignedRank, OneSidedIntervalIsTheEndOfAWiderTwoSidedOne) {
  const Values d = VectorD();
  const Interval one_sided = HodgesLehmannInterval(d, .95, Side::kGreater);
  EXPECT_EQ(one_sided.low, HodgesLehmannInterval(d, .90).low);
  EXPECT_EQ(one_sided.high, kInfinity);
  EXPECT_EQ(HodgesLehmannInterval(d, .95, Side::kLess).low, -kInfinity);
}

TEST(SignedRank, MissesRankAsTheLargestDifferences) {
  // Arm y missed its threshold twice: infinitely many steps; both missed once: no difference.
  const Values x = {10, 12, 11, 20, kInfinity, 15, 14};
  const Values y = {14, kInfinity, 18, 18, kInfinity, kInfinity, 21};
  const auto result = SignedRank(x, y);
  EXPECT_EQ(result.zeros, 1u);
  EXPECT_EQ(result.positive_rank_sum, 1);
  EXPECT_EQ(result.p, 4. / 64);
}

TEST(SignedRank, ExactAndAsymptoticMeetAtAThousand) {
  Draws draws(4);
  const Values d = draws.Normal(1000, 0.08);
  const auto exact = SignedRank(d);
  EXPECT_EQ(exact.distribution, NullDistribution::kExact);
  const auto asymptotic = SignedRank(d, {.distribution = NullDistribution::kAsymptotic});
  EXPECT_EQ(asymptotic.distribution, NullDistribution::kAsymptotic);
  EXPECT_NEAR(exact.p, asymptotic.p, .01 * exact.p + 1e-6);
  const auto past = SignedRank(draws.Normal(1001));
  EXPECT_EQ(past.distribution, NullDistribution::kAsymptotic);
  EXPECT_EQ(Name(past.distribution), "asymptotic");
}

TEST(SignedRank, TailsOfAThousandReachTheFloorWithoutUnderflow) {
  Values d(1000);
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = static_cast<double>(i + 1);
  EXPECT_EQ(ExactP(d, Side::kGreater), std::ldexp(1.0, -1000));
}

// Refusals.

TEST(SignedRank, RefusesZerosOnlyAndNotANumber) {
  EXPECT_THROW(SignedRank(Values{0, 0, 0}), Undefined);
  EXPECT_THROW(SignedRank(Values{}), Undefined);
  EXPECT_THROW(SignedRank(Values{1, std::nan(""), 2}), Undefined);
  EXPECT_THROW(SignedRank(Values{1, 2}, Values{1}), Undefined);
  EXPECT_THROW(SignedRank(Values(1001, 1.0), {.distribution = NullDistribution::kExact}), Undefined);
}

TEST(SignedRank, RefusesAnIntervalThatTheSampleCannotGive) {
  EXPECT_THROW(HodgesLehmannInterval(Values{1, 2, 3, 4, 5}), Undefined);
  EXPECT_NO_THROW(HodgesLehmannInterval(Values{1, 2, 3, 4, 5, 6}));
  EXPECT_THROW(HodgesLehmannInterval(Values{1, 2, 3, 4, 5, 6}, 1.0), Undefined);
  EXPECT_THROW(HodgesLehmannEstimate(Values{kInfinity, -kInfinity}), Undefined);
  try {
    HodgesLehmannInterval(Values{1, 2, 3, 4, 5});
  } catch (const Undefined& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("5 differences"), std::string::npos) << refusal.what();
    EXPECT_NE(std::string(refusal.what()).find("93.75"), std::string::npos) << refusal.what();
  }
}

}  // namespace
}  // namespace retable::stats
