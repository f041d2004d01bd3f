#include "stats/effect_size.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/noncentral_t.h"
#include "stats/pearson.h"
#include "stats/signed_rank.h"
#include "stats/student_t.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

double Finite(double effect) {
  if (!std::isfinite(effect))
    throw Undefined("the effect is too large for a double; give the values in another unit");
  return effect;
}

double SpreadOf(std::span<const double> values) {
  const double sd = MeanAndSd(values).sd;
  if (IsRounding(sd, LargestMagnitude(values)))
    throw Undefined("a column without spread gives no unit of effect");
  return sd;
}

}  // namespace

double HedgesCorrection(double df) {
  if (!(df >= 2)) throw Undefined("Hedges's correction needs at least 2 degrees of freedom");
  return std::exp(std::lgamma(df / 2) - std::lgamma((df - 1) / 2)) / std::sqrt(df / 2);
}

double Dz(std::span<const double> differences) {
  const StudentTResult test = OneSampleT(differences);
  return test.mean / test.sd;
}

double HedgesGz(std::span<const double> differences) {
  return HedgesCorrection(static_cast<double>(differences.size()) - 1) * Dz(differences);
}

Interval DzInterval(std::span<const double> differences, double confidence) {
  RequireLevel(confidence, "confidence");
  const StudentTResult test = OneSampleT(differences);
  const double root = std::sqrt(static_cast<double>(test.n));
  const double tail = (1 - confidence) / 2;
  return {.low = NoncentralityAt(test.t, test.df, tail) / root,
          .high = NoncentralityAt(test.t, test.df, 1 - tail) / root,
          .confidence = confidence};
}

double Dav(std::span<const double> x, std::span<const double> y) {
  RequireSameSize(x.size(), y.size());
  return Finite((MeanAndSd(x).mean - MeanAndSd(y).mean) / (SpreadOf(x) / 2 + SpreadOf(y) / 2));
}

double Dpooled(std::span<const double> x, std::span<const double> y) {
  const Moments of_x = MeanAndSd(x);
  const Moments of_y = MeanAndSd(y);
  const double largest = std::max(of_x.sd, of_y.sd);
  if (IsRounding(largest, std::max(LargestMagnitude(x), LargestMagnitude(y)))) {
    throw Undefined("two columns without spread give no unit of effect");
  }
  const double df_x = static_cast<double>(x.size() - 1);
  const double df_y = static_cast<double>(y.size() - 1);
  const double squares = df_x * std::pow(of_x.sd / largest, 2) + df_y * std::pow(of_y.sd / largest, 2);
  return Finite((of_x.mean - of_y.mean) / (largest * std::sqrt(squares / (df_x + df_y))));
}

double Drm(std::span<const double> x, std::span<const double> y) {
  const StudentTResult test = PairedT(x, y);
  // The estimate is all that is needed; a Monte Carlo p, unlike t, is defined for a straight line too.
  const double r = Pearson(x, y, {.distribution = NullDistribution::kMonteCarlo, .draws = 1}).estimate;
  return test.mean / test.sd * std::sqrt(2 * (1 - r));
}

double CliffsDelta(std::span<const double> x, std::span<const double> y) {
  RequireAtLeast(x.size(), 1, "value");
  RequireAtLeast(y.size(), 1, "value");
  RequireNumbers(x, "value");
  RequireNumbers(y, "value");
  std::vector<double> sorted(y.begin(), y.end());
  std::sort(sorted.begin(), sorted.end());
  double balance = 0;
  for (double value : x) {
    const auto [below, above] = std::equal_range(sorted.begin(), sorted.end(), value);
    balance += static_cast<double>(below - sorted.begin()) - static_cast<double>(sorted.end() - above);
  }
  return balance / (static_cast<double>(x.size()) * static_cast<double>(y.size()));
}

double RankBiserial(std::span<const double> differences) {
  const SignedRankResult test = SignedRank(differences, {.distribution = NullDistribution::kAsymptotic});
  return (test.positive_rank_sum - test.negative_rank_sum) /
         (test.positive_rank_sum + test.negative_rank_sum);
}

}  // namespace retable::stats
