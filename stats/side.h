// Side: which departures from the null hypothesis count as evidence.
//
// kGreater asks whether the quantity lies above its null value, kLess below, kTwoSided either. A one-sided interval
// runs to infinity on the side that the alternative points to: kGreater gives [low, +inf), kLess (-inf, high].
// Two-sided p-values of tests with an exact distribution are twice the smaller tail, at most 1.
#ifndef RETABLE_STATS_SIDE_H_
#define RETABLE_STATS_SIDE_H_

#include <algorithm>

namespace retable::stats {

enum class Side { kTwoSided, kGreater, kLess };

// Two tails of one test, each with the observed value in it.
struct Tails {
  double less = 1;     // P(T <= observed)
  double greater = 1;  // P(T >= observed)
};

inline double PValue(const Tails& tails, Side side) {
  switch (side) {
    case Side::kGreater:
      return tails.greater;
    case Side::kLess:
      return tails.less;
    case Side::kTwoSided:
      break;
  }
  return std::min(1.0, 2 * std::min(tails.less, tails.greater));
}

}  // namespace retable::stats

#endif  // RETABLE_STATS_SIDE_H_
