// Interval: a confidence interval and the level it really has.
#ifndef RETABLE_STATS_INTERVAL_H_
#define RETABLE_STATS_INTERVAL_H_

namespace retable::stats {

struct Interval {
  double low = 0;
  double high = 0;
  // The level asked for; for intervals from a discrete distribution, the level reached, which is
  // at least that.
  double confidence = 0;
};

}  // namespace retable::stats

#endif  // RETABLE_STATS_INTERVAL_H_
