// The sign test: do more than half of the differences point one way?
//
// k positive of n differences that are not zero; under the null hypothesis k is binomial(n, 1/2).
//   P(K >= k) = sum_{j=k}^{n} C(n, j) / 2^n, summed exactly
// Two-sided p = twice the smaller tail, at most 1.
// Zeros are dropped and reported. A |d| of at most zero_tolerance * max|d| is a zero.
//
// Clopper and Pearson's interval for a proportion k of n holds every proportion that the two one-sided
// binomial tests at (1 - confidence)/2 do not reject: at least the stated level, whatever the truth.
// One-sided intervals end at 0 or 1.
//   low = Beta quantile(tail; k, n-k+1), 0 if k = 0;  high = Beta quantile(1-tail; k+1, n-k), 1 if k = n
//
// Sources: W. J. Conover, Practical Nonparametric Statistics, 3rd ed., section 3.4; C. J. Clopper and E. S.
// Pearson 1934, doi:10.1093/biomet/26.4.404; E. B. Wilson 1927, doi:10.1080/01621459.1927.10502953. Agrees
// with R 4.2.2 binom.test (tests/stats/sign_test_test.cc).
// Refuses: NaN; no difference that is not zero; an empty sample.
#ifndef RETABLE_STATS_SIGN_TEST_H_
#define RETABLE_STATS_SIGN_TEST_H_

#include <cstddef>
#include <span>

#include "stats/interval.h"
#include "stats/side.h"

namespace retable::stats {

struct SignTestOptions {
  Side side = Side::kTwoSided;
  double confidence = 0.95;
  double zero_tolerance = 1e-12;  // relative
};

struct SignTestResult {
  std::size_t positive = 0;
  std::size_t negative = 0;
  std::size_t zeros = 0;
  double p = 1;
  double proportion = 0;  // positive / (positive + negative)
  Interval interval;      // of that proportion
};

SignTestResult SignTest(std::span<const double> differences, const SignTestOptions& options = {});
SignTestResult SignTestOfCounts(std::size_t positive, std::size_t negative,
                                const SignTestOptions& options = {});

Interval ClopperPearson(std::size_t k, std::size_t n, double confidence = 0.95, Side side = Side::kTwoSided);

// Wilson's: the proportions p with (k/n - p)^2 <= z^2 p (1 - p) / n. Nearer to its level on average than
// Clopper and Pearson's, and below it for some truths.
Interval WilsonInterval(std::size_t k, std::size_t n, double confidence = 0.95);

// Both tails of k for binomial(n, 1/2).
Tails FairCoinTails(std::size_t k, std::size_t n);

}  // namespace retable::stats

#endif  // RETABLE_STATS_SIGN_TEST_H_
