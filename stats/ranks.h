// Mid-ranks: which place does each value take, and which values share one?
//
// Values that differ by at most `tolerance` (absolute) from the smallest of their group are tied, and get the
// mean of the places the group fills. Ranks are returned doubled, hence whole: 2 is the smallest value's
// rank, a pair that shares places 1 and 2 has 3 each. Infinities of one sign tie. Refuses NaN and a negative
// tolerance. Why a tolerance: .825 - .775 and .375 - .325 are one number to a reader and two to a processor.
#ifndef RETABLE_STATS_RANKS_H_
#define RETABLE_STATS_RANKS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace retable::stats {

struct Ranks {
  std::vector<std::int64_t> doubled;    // in the order of the values
  std::vector<std::int64_t> tie_sizes;  // sizes of the groups of two or more, smallest value first
};

Ranks MidRanks(std::span<const double> values, double tolerance = 0);

// The absolute tolerance that `relative` makes of the values: relative * max |finite value|.
double AbsoluteTolerance(std::span<const double> values, double relative);

}  // namespace retable::stats

#endif  // RETABLE_STATS_RANKS_H_
