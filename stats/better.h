// Better: which way a response improves.
#ifndef RETABLE_STATS_BETTER_H_
#define RETABLE_STATS_BETTER_H_

namespace retable::stats {

enum class Better { kLarger, kSmaller };

}  // namespace retable::stats

#endif  // RETABLE_STATS_BETTER_H_
