// The statistics of a report once more, by their definitions: enumeration, integration, sorting. Slow, plain,
// and sharing nothing with stats/, so that an error there shows.
//
// Tails hold the observed value. Ties and zeros as in stats/: |d| that differ by at most 1e-12 max|d| share a
// mid-rank, zeros are dropped; sums of sign flips tie within 1e-12 sum|d|. Up to 20 differences every
// assignment of signs is enumerated. Past that the rank sums are counted, all of them, by halving and adding
// (exact but for rounding), and sign flips are 200,000 seeded ones: `error` says how far their share may lie
// from the truth (five standard errors).
//
// Adjusted p-values rise with every p: where these carry errors, those of the adjusted ones lie between the adjustments
// of all lower and all upper ends.
#ifndef RETABLE_REPORTS_VERIFY_PLAIN_STATISTICS_H_
#define RETABLE_REPORTS_VERIFY_PLAIN_STATISTICS_H_

#include <optional>
#include <vector>

namespace retable::reports::verify {

struct PlainTails {
  double less = 1;
  double greater = 1;
  double error = 0;  // of either; 0 where every assignment was counted
};

// The place of each value among all, ties at the mean of theirs.
std::vector<double> MidRanks(const std::vector<double>& values);

// Five standard errors of a share of so many random draws, and what a share of few hits hides.
double DrawnError(double share, double draws);
inline constexpr double kDraws = 200'000;          // our own
inline constexpr double kDrawsOfReports = 99'999;  // of the reports' correlations and choices

// Nothing where the data do not define the test.
std::optional<PlainTails> SignedRankTails(const std::vector<double>& differences);
std::optional<PlainTails> SignFlipTails(const std::vector<double>& differences);
std::optional<PlainTails> SignTestTails(const std::vector<double>& differences);
std::optional<PlainTails> StudentTails(const std::vector<double>& differences);

// P(T > t) of Student's t: the share of the integral of cos^(df - 1) beyond atan(t / sqrt(df)), by Simpson's rule in the
// cube root of the distance from the end, where the integrand is smooth for any df of 1 or more.
double StudentUpper(double t, double df);
// The t with P(T > t) = tail, by bisection.
double StudentCritical(double tail, double df);

// P(Z > z) of the normal distribution, and the z with P(Z > z) = tail.
double NormalUpper(double z);
double NormalCritical(double tail);

struct PlainInterval {
  double low = 0;
  double high = 0;
  double confidence = 0;
};

struct PlainEffect {
  double estimate = 0;
  std::optional<PlainInterval> interval;
};

// Median of the averages of all pairs (each value with itself too), and the interval between two of them.
std::optional<PlainEffect> HodgesLehmann(const std::vector<double>& differences, double confidence);
// Mean with Student's interval; nothing without a value or with an infinite one, no interval without spread.
std::optional<PlainEffect> Mean(const std::vector<double>& values, double confidence);
double StandardDeviation(const std::vector<double>& values);

// Holm's adjusted p of each given p in a family of `family` claims: max over the smaller ones of (family - i)
// p(i), at most 1.
std::vector<std::optional<double>> Holm(const std::vector<std::optional<double>>& ps, int family);
// Benjamini and Hochberg's: min over the larger ones of family p(i) / i, at most 1.
std::vector<std::optional<double>> BenjaminiHochberg(const std::vector<std::optional<double>>& ps,
                                                     int family);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_PLAIN_STATISTICS_H_
