#include "stats/sign_flip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/student_t.h"
#include "stats/undefined.h"
#include "tests/stats/samples.h"

namespace retable::stats {
namespace {

using Values = std::vector<double>;

double P(const Values& d, Side side = Side::kTwoSided) { return SignFlip(d, {.side = side}).p; }

// By definition, on whole numbers, where sums are exact.
double EnumeratedTwoSided(const Values& d) {
  double observed = 0;
  for (double value : d) observed += value;
  int as_far = 0;
  for (unsigned signs = 0; signs < 1u << d.size(); ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) sum += (signs >> i & 1u) != 0 ? d[i] : -d[i];
    as_far += std::abs(sum) >= std::abs(observed);
  }
  return std::ldexp(as_far, -static_cast<int>(d.size()));
}

TEST(SignFlip, AgreesWithFisherOnDarwinsMaize) {
  // R. A. Fisher 1935, section 21: 863 of 16,384.
  const Values d = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};
  EXPECT_EQ(P(d), 863. / 16384);
}

TEST(SignFlip, AgreesWithScipyOnVectorD) {
  // scipy 1.10.1 permutation_test(permutation_type='samples', n_resamples=inf) of the mean, 65,536
  // assignments.
  EXPECT_EQ(P(VectorD()), .01611328125);
  EXPECT_EQ(P(VectorD(), Side::kGreater), .008056640625);
}

TEST(SignFlip, DecimalsThatAddUpInAnotherOrderTie) {
  // Exact rational enumeration; raw doubles give .75 for the first.
  EXPECT_EQ(P({.1, .2, .3, -.4}), 7. / 8);
  EXPECT_EQ(P({.1, .2, -.3}), 1);
  EXPECT_EQ(P({.3, .1, .2, .5, -.1}), 3. / 16);
}

TEST(SignFlip, ToleranceIsRelativeAndPinsNothing) {
  EXPECT_EQ(P({1e-14, 2e-14, 4e-14}), .25);
  EXPECT_EQ(P({1e200, 2e200, 4e200}), .25);
}

TEST(SignFlip, EqualsEnumerationOnWholeNumbers) {
  Draws draws(11);
  for (int repeat = 0; repeat < 20; ++repeat) {
    Values d;
    for (int i = 0; i < 11; ++i) d.push_back(std::floor(20 * draws.Uniform()) - 8);
    EXPECT_EQ(P(d), EnumeratedTwoSided(d));
  }
}

TEST(SignFlip, CountsAllAssignmentsUpToForty) {
  Values d(40, 1.0);
  const auto result = SignFlip(d);
  EXPECT_EQ(result.distribution, NullDistribution::kExact);
  EXPECT_EQ(result.p, std::ldexp(2.0, -40));
  d[0] = -1;
  EXPECT_EQ(SignFlip(d).p, std::ldexp(2.0 * 41, -40));
}

TEST(SignFlip, MonteCarloIsWithinItsErrorAndNeverZero) {
  const auto drawn = SignFlip(VectorD(), {.distribution = NullDistribution::kMonteCarlo});
  EXPECT_EQ(drawn.distribution, NullDistribution::kMonteCarlo);
  EXPECT_EQ(drawn.draws, 99'999u);
  // A binomial share: four standard errors.
  EXPECT_NEAR(drawn.p, .01611328125, 4 * std::sqrt(.016 * .984 / 1e5));
  const Values clear(60, 1.0);
  EXPECT_EQ(SignFlip(clear, {.side = Side::kGreater, .draws = 999}).p, .001);
  EXPECT_EQ(SignFlip(clear, {.draws = 999}).p, .001);
}

TEST(SignFlip, SameSeedSameP) {
  Draws draws(12);
  const Values d = draws.Normal(50, .2);
  EXPECT_EQ(SignFlip(d, {.draws = 999, .seed = 7}).p, SignFlip(d, {.draws = 999, .seed = 7}).p);
  EXPECT_NE(SignFlip(d, {.draws = 9999, .seed = 7}).p, SignFlip(d, {.draws = 9999, .seed = 8}).p);
}

TEST(SignFlip, OppositeSamplesTieInMonteCarloToo) {
  // A strict comparison would call a sample of zeros but one significant.
  Values d(50, 0.0);
  d[3] = 1;
  EXPECT_EQ(SignFlip(d, {.draws = 999}).p, 1);
}

TEST(SignFlip, ScalingSwappingAndReordering) {
  Values d = VectorD();
  for (int k : {-1000, -600, 600, 1000}) EXPECT_EQ(P(Scaled(d, k)), P(d)) << k;
  EXPECT_EQ(P(Negated(d)), P(d));
  EXPECT_EQ(P(Negated(d), Side::kLess), P(d, Side::kGreater));
  const double p = P(d);
  std::reverse(d.begin(), d.end());
  EXPECT_EQ(P(d), p);
}

TEST(SignFlip, NearsStudentsTOnNormalData) {
  Draws draws(13);
  const Values d = draws.Normal(40, .3);
  EXPECT_NEAR(P(d), OneSampleT(d).p, .1 * P(d) + .002);
}

TEST(SignFlip, FalseAlarmsUnderTheNullStayBelowAlpha) {
  Draws draws(14);
  int rejected = 0;
  for (int repeat = 0; repeat < 4000; ++repeat) rejected += P(draws.Normal(10)) <= .05;
  // 51 of 1,024 assignments, in pairs, gives an exact size of 50/1024 for data without ties.
  EXPECT_NEAR(rejected, 4000 * 50. / 1024, 4 * std::sqrt(4000 * .05 * .95));
}

TEST(SignFlip, Refuses) {
  EXPECT_THROW(SignFlip(Values{0, 0}), Undefined);
  EXPECT_THROW(SignFlip(Values{}), Undefined);
  EXPECT_THROW(SignFlip(Values{1, std::nan("")}), Undefined);
  EXPECT_THROW(SignFlip(Values{1, INFINITY}), Undefined);
  EXPECT_THROW(SignFlip(Values(41, 1.0), {.distribution = NullDistribution::kExact}), Undefined);
  EXPECT_THROW(SignFlip(Values(41, 1.0), {.draws = 0}), Undefined);
  EXPECT_THROW(SignFlip(Values(100'000, 1.0)), Undefined);  // 1e10 steps: fewer draws serve
  EXPECT_NO_THROW(SignFlip(Values(100'000, 1.0), {.draws = 99}));
  EXPECT_THROW(SignFlip(Values{1, 2}, {.distribution = NullDistribution::kAsymptotic}), Undefined);
}

}  // namespace
}  // namespace retable::stats
