// Tails and quantiles of the normal and of Student's distribution, accurate in both tails.
//
// Upper(x) = P(X > x), never computed as 1 - cdf, so 1e-300 is as good as .3. Student's distribution with one
// degree of freedom is the Cauchy distribution and is computed as such: Boost.Math is flat at .5 near
// 0 there (boostorg/math#1429).
#ifndef RETABLE_STATS_NORMAL_H_
#define RETABLE_STATS_NORMAL_H_

#include "stats/side.h"

namespace retable::stats {

double NormalUpper(double z);
double NormalQuantile(double p);

double StudentUpper(double t, double df);
double StudentQuantile(double p, double df);

// Both tails of an observed z or t, for PValue().
Tails NormalTails(double z);
Tails StudentTails(double t, double df);

}  // namespace retable::stats

#endif  // RETABLE_STATS_NORMAL_H_
