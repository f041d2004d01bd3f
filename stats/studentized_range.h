// The range of k independent standard normals (the studentized range with endless degrees of freedom).
//
//   P(range > q) = k * integral phi(z) (Phi(z)^(k-1) - (Phi(z) - Phi(z - q))^(k-1)) dz,
//     z the largest of the k
// integrated as a tail, not as 1 - a probability, by the trapezoidal rule, which for such integrands is exact
// to rounding; so small probabilities keep their digits, where tables stop at .001. Quantile: the q with
// P(range <= q) = p. Nemenyi's critical value is this quantile over sqrt(2).
//
// Source: H. L. Harter 1960, doi:10.1214/aoms/1177705684. Agrees with R 4.2.2 qtukey and ptukey(df = Inf)
// (tests/stats/studentized_range_test.cc).
// Refuses: k < 2, q < 0, p outside (0, 1).
#ifndef RETABLE_STATS_STUDENTIZED_RANGE_H_
#define RETABLE_STATS_STUDENTIZED_RANGE_H_

#include <cstddef>

namespace retable::stats {

double NormalRangeUpper(double q, std::size_t k);
double NormalRangeQuantile(double p, std::size_t k);

}  // namespace retable::stats

#endif  // RETABLE_STATS_STUDENTIZED_RANGE_H_
