// Nelder and Mead's simplex search: a minimum of a function of a few numbers, without derivatives.
//
// Starts from a simplex with edges `step` along each axis, restarts once from its own answer (a collapsed
// simplex is its known fault), and stops when the values at the corners agree to `tolerance` and the corners
// to its root.
// Source: J. A. Nelder and R. Mead 1965, doi:10.1093/comjnl/7.4.308 (coefficients 1, 2, 1/2, 1/2).
// Refuses: more than 5,000 evaluations.
#ifndef RETABLE_STATS_NELDER_MEAD_H_
#define RETABLE_STATS_NELDER_MEAD_H_

#include <functional>
#include <vector>

namespace retable::stats {

std::vector<double> MinimizeBySimplex(const std::function<double(const std::vector<double>&)>& function,
                                      const std::vector<double>& start, double step,
                                      double tolerance = 1e-13);

}  // namespace retable::stats

#endif  // RETABLE_STATS_NELDER_MEAD_H_
