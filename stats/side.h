// Side: which departures from the null hypothesis count as evidence.
//
// kGreater asks whether the quantity lies above its null value, kLess below, kTwoSided either. A one-sided
// interval runs to infinity on the side that the alternative points to: kGreater gives [low, +inf), kLess
// (-inf, high]. Two-sided p-values of tests with an exact distribution are twice the smaller tail, at most 1.
// No p is 0: one that a double cannot hold (below 5e-324) is given as the smallest double above 0.
#ifndef RETABLE_STATS_SIDE_H_
#define RETABLE_STATS_SIDE_H_

#include <algorithm>
#include <limits>

namespace retable::stats {

enum class Side { kTwoSided, kGreater, kLess };

// Two tails of one test, each with the observed value in it.
struct Tails {
  double less = 1;     // P(T <= observed)
  double greater = 1;  // P(T >= observed)
};

// A probability kept above 0.
inline double AboveZero(double p) { return std::max(p, std::numeric_limits<double>::denorm_min()); }

inline double PValue(const Tails& tails, Side side) {
  switch (side) {
    case Side::kGreater:
      return AboveZero(tails.greater);
    case Side::kLess:
      return AboveZero(tails.less);
    case Side::kTwoSided:
      break;
  }
  return AboveZero(std::min(1.0, 2 * std::min(tails.less, tails.greater)));
}

}  // namespace retable::stats

#endif  // RETABLE_STATS_SIDE_H_
