// Undefined: the one exception of this library.
//
// A statistic that the data do not define (no differences, no spread, a level that the sample cannot reach)
// is refused with a sentence that names the value and, where there is one, the way out. No function of stats/
// answers NaN, 0 or 1 in its place.
#ifndef RETABLE_STATS_UNDEFINED_H_
#define RETABLE_STATS_UNDEFINED_H_

#include <stdexcept>

namespace retable::stats {

class Undefined : public std::domain_error {
 public:
  using std::domain_error::domain_error;
};

}  // namespace retable::stats

#endif  // RETABLE_STATS_UNDEFINED_H_
