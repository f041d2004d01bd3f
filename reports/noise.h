// A/A noise: how large a speedup do baselines show against one another, where nothing differs
// but the batch order?
//
// Each baseline replicate is compared with the mean of the other replicates of its seed, as an arm's run is
// with all of them. It is the noise of one run; an arm's mean has less, by its seeds and not
// by its heads (page.cc).
//   sd = sqrt(sum (s_i - mean)^2 / (n - 1)),
//   p90 = the smallest of the |s_i| with at least 90 % of them at or below it
// The comparisons of one seed are not independent, so no interval is given.
#ifndef RETABLE_REPORTS_NOISE_H_
#define RETABLE_REPORTS_NOISE_H_

#include <optional>
#include <vector>

#include "reports/speedup.h"
#include "training/run.h"

namespace retable::reports {

struct Noise {
  int comparisons = 0;
  double sd = 0;
  double p90 = 0;
};

// Of the baselines, seed by seed, null where not run; nothing where fewer than two comparisons are defined.
std::optional<Noise> BaselineNoise(const std::vector<std::vector<const training::Result*>>& baselines);

// How large an arm's mean can be by luck alone, 95 times in 100: 1.96 sd / sqrt(seeds), with the seeds that
// have a baseline. The heads of a seed share its batch order and its baselines, so only seeds average out.
std::optional<double> LuckOfTheMean(const std::optional<Noise>& noise, const std::vector<Baseline>& means);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_NOISE_H_
