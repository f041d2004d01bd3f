#include "stats/ranks.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/checks.h"
#include "stats/undefined.h"

namespace retable::stats {

Ranks MidRanks(std::span<const double> values, double tolerance) {
  RequireNumbers(values, "value");
  if (!(tolerance >= 0)) throw Undefined("a tie tolerance must be 0 or more");
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

  Ranks ranks;
  ranks.doubled.resize(values.size());
  for (std::size_t first = 0, past = 0; first < order.size(); first = past) {
    const double smallest = values[order[first]];
    past = first + 1;
    while (past < order.size() &&
           (values[order[past]] == smallest || values[order[past]] - smallest <= tolerance)) {
      ++past;
    }
    // Places first+1 .. past, counted from 1: twice their mean is first + past + 1.
    for (std::size_t i = first; i < past; ++i)
      ranks.doubled[order[i]] = static_cast<std::int64_t>(first + past + 1);
    if (past - first > 1) ranks.tie_sizes.push_back(static_cast<std::int64_t>(past - first));
  }
  return ranks;
}

double AbsoluteTolerance(std::span<const double> values, double relative) {
  double largest = 0;
  for (double value : values) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return relative * largest;
}

}  // namespace retable::stats
