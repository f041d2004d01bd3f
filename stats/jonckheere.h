// Jonckheere and Terpstra's test: do independent groups rise in their declared order?
//
//   J = sum over groups i < j of the number of pairs (x in i, y in j) with x < y, a tie counting 1/2
// Null hypothesis: every assignment of the N values to the groups is as likely. kGreater asks for a rise,
// kLess for a fall; two-sided p = twice the smaller tail, at most 1.
//   kExact       the distribution given the ties, by dynamic programming over the distinct values, upwards
//                (within reach: prod (n_i + 1) * sums <= 8 million cells, e.g. 3 groups of 25)
//   kAsymptotic  z = (J - mean) / sd with the variance corrected for ties; equals Kendall's z
//                of value against group
// kAutomatic is kExact where it is within reach.
//
// Sources: T. J. Terpstra 1952, doi:10.1016/S1385-7258(52)50043-X; A. R. Jonckheere 1954,
// doi:10.1093/biomet/41.1-2.133. Agrees with exact rational enumeration and with R 4.2.2's cor.test(method =
// "kendall") of value against group (tests/stats/jonckheere_test.cc).
// Refuses: NaN (infinities rank last), fewer than 2 groups, an empty group, values that are all equal, values
// times groups past 20 million.
#ifndef RETABLE_STATS_JONCKHEERE_H_
#define RETABLE_STATS_JONCKHEERE_H_

#include <cstddef>
#include <span>
#include <vector>

#include "stats/null_distribution.h"
#include "stats/side.h"

namespace retable::stats {

struct JonckheereOptions {
  Side side = Side::kGreater;
  NullDistribution distribution = NullDistribution::kAutomatic;
  double tie_tolerance = 1e-12;  // of the largest |value|
};

struct JonckheereResult {
  double j = 0;
  double mean = 0;      // of J under the null hypothesis
  double variance = 0;  // likewise, with ties
  double p = 1;
  NullDistribution distribution = NullDistribution::kExact;
};

JonckheereResult Jonckheere(std::span<const std::vector<double>> groups,
                            const JonckheereOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_JONCKHEERE_H_
