// Welch's t test: do two independent groups differ in their mean, their spreads being free?
//
//   t = (mean(x) - mean(y) - mean_0) / se,  se^2 = s_x^2 / n_x + s_y^2 / n_y,  variances with n - 1
//   degrees of freedom  se^4 / ((s_x^2/n_x)^2 / (n_x - 1) + (s_y^2/n_y)^2 / (n_y - 1))   (Satterthwaite's)
// For runs without pairs. Arms that share seeds or heads are pairs: this test would throw the pairing away,
// and with it most of the evidence (R's sleep data: p = .079 here, .003 paired).
//
// Source: B. L. Welch 1947, doi:10.1093/biomet/34.1-2.28.
// Agrees with R 4.2.2 t.test (tests/stats/welch_t_test.cc).
// Refuses: NaN, infinities, fewer than 2 values in a group, two groups without spread, results
// beyond a double.
#ifndef RETABLE_STATS_WELCH_T_H_
#define RETABLE_STATS_WELCH_T_H_

#include <span>

#include "stats/interval.h"
#include "stats/student_t.h"

namespace retable::stats {

struct WelchTResult {
  double difference = 0;  // mean(x) - mean(y)
  double standard_error = 0;
  double t = 0;
  double df = 0;
  double p = 1;
  Interval interval;  // of the difference
};

// options.mean is the difference under the null hypothesis.
WelchTResult WelchT(std::span<const double> x, std::span<const double> y,
                    const StudentTOptions& options = {});

}  // namespace retable::stats

#endif  // RETABLE_STATS_WELCH_T_H_
