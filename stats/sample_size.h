// What the sample-size functions share: the search for the smallest n, and what they refuse.
#ifndef RETABLE_STATS_SAMPLE_SIZE_H_
#define RETABLE_STATS_SAMPLE_SIZE_H_

#include <algorithm>
#include <cstddef>
#include <string>

#include "stats/side.h"
#include "stats/undefined.h"

namespace retable::stats {

// Refuses levels outside (0, 1), and a power of alpha or less, which needs no data.
void RequirePowerAbove(double power, double alpha);

// Refuses an effect of 0 (no number of pairs sees it), and one that points away from a one-sided alternative.
void RequireEffectTowards(double effect, Side side);

// The smallest n in [first, most] with reaches(n), which must stay true once it is. Refuses where
// there is none.
template <typename Reaches>
std::size_t SmallestSampleSize(std::size_t first, std::size_t most, Reaches reaches) {
  std::size_t high = first;
  while (!reaches(high)) {
    if (high >= most) throw Undefined("more than " + std::to_string(most) + " would be needed");
    high = std::min(most, 2 * high);
  }
  std::size_t low = first;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (reaches(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

}  // namespace retable::stats

#endif  // RETABLE_STATS_SAMPLE_SIZE_H_
