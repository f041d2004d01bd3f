// The noncentral t distribution: of t when the mean is not the hypothesised one. Power and intervals
// of dz need it.
//
// T = (Z + delta) / sqrt(chi^2_df / df). Upper = P(T > t), Lower = P(T <= t), each from its own tail and held
// within [0, 1]: Boost.Math's left tail can fall below 0 by rounding (boostorg/math#1430) and there is worth
// its first digits only. NoncentralityAt(t, df, p) is the delta for which P(T > t) = p; it grows with p.
// Source: N. L. Johnson, S. Kotz, N. Balakrishnan, Continuous Univariate Distributions 2, 2nd
// ed., chapter 31.
// Refuses: df <= 0, values that are not finite, p outside (0, 1), |delta| above 50,000.
#ifndef RETABLE_STATS_NONCENTRAL_T_H_
#define RETABLE_STATS_NONCENTRAL_T_H_

namespace retable::stats {

double NoncentralTLower(double t, double df, double delta);
double NoncentralTUpper(double t, double df, double delta);
double NoncentralityAt(double t, double df, double p);

}  // namespace retable::stats

#endif  // RETABLE_STATS_NONCENTRAL_T_H_
