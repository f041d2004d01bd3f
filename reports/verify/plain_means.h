// Means beside what they are compared with, by their definitions: with baselines that all blocks share, with random
// choices, as a ratio, on a curve.
#ifndef RETABLE_REPORTS_VERIFY_PLAIN_MEANS_H_
#define RETABLE_REPORTS_VERIFY_PLAIN_MEANS_H_

#include <optional>
#include <vector>

#include "reports/verify/plain_statistics.h"

namespace retable::reports::verify {

// A seed's baselines, each in the units of the blocks, and its share of the mean over blocks.
struct SeedLuck {
  double share = 0;
  std::vector<double> baselines;
};

// t = (mean - null) / SE with
//   SE^2 = V sum share^2 (1 + 1 / R) + v / B,  V the baselines' variance about their seeds' means, pooled over seeds,
//   R baselines of a seed, v the variance of the B blocks; its degrees of freedom by Welch and Satterthwaite.
struct SharedNoise {
  double mean = 0;
  double error = 0;  // SE
  double df = 0;
};
// Nothing with fewer than 2 blocks, an infinite one, no seed with 2 baselines, a seed without any that has a share, or no
// spread.
std::optional<SharedNoise> NoiseOf(const std::vector<double>& blocks, const std::vector<SeedLuck>& seeds);
PlainTails TailsOf(const SharedNoise& noise, double null);
PlainInterval IntervalOf(const SharedNoise& noise, double confidence);

// Do the chosen lie below as many drawn from the pool? By 200,000 seeded draws. greater: that they do.
struct PlainChoice {
  double difference = 0;  // of the means, pool - chosen
  double z = 0;           // in standard errors of a mean of draws
  PlainTails tails;
  std::optional<PlainInterval> interval;
};
// Nothing with fewer than 2 chosen or in the pool, or a constant pool.
std::optional<PlainChoice> ChoiceOf(const std::vector<double>& chosen, const std::vector<double>& pool,
                                    double confidence);

// mean(x) / mean(y) and Fieller's interval: those ratios r for which the mean of x - r y is not told from 0 by Student's
// t, found by walking outwards. Nothing where mean(y) itself is not told from 0, or with fewer than 2 pairs.
std::optional<PlainEffect> RatioOf(const std::vector<double>& x, const std::vector<double>& y,
                                   double confidence);

// Where on the rising curve through (shares, means of the columns) the mean of `values` lies. Means are made rising by
// max over starts of min over ends of the mean between.
double PlaceOf(const std::vector<double>& shares, const std::vector<std::vector<double>>& columns,
               const std::vector<double>& values);

// Within what a percentile bootstrap of 9,999 draws has its ends, but for one report in ten thousand: between quantiles
// of 40,000 draws of our own one per cent to either side. Nothing with fewer than 2 blocks or where all draws are one.
struct PlaceBounds {
  PlainInterval low, high;  // of the ends
};
std::optional<PlaceBounds> PlaceBoundsOf(const std::vector<double>& shares,
                                         const std::vector<std::vector<double>>& columns,
                                         const std::vector<double>& values);

}  // namespace retable::reports::verify

#endif  // RETABLE_REPORTS_VERIFY_PLAIN_MEANS_H_
