#include "reports/noise.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"
#include "stats/normal.h"

namespace retable::reports {
namespace {

using Replicates = std::vector<const training::Result*>;

// The speedup of each replicate against the mean of the others, where it has one.
std::vector<double> AgainstOthers(const Replicates& replicates) {
  std::vector<double> speedups;
  for (std::size_t i = 0; i < replicates.size(); ++i) {
    Replicates others = replicates;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const Response response = Speedup(MeanBaseline(others), replicates[i]);
    if (response.outcome == Outcome::kReached) speedups.push_back(response.value);
  }
  return speedups;
}

double NinetiethPercentile(std::vector<double> values) {
  for (double& value : values) value = std::abs(value);
  std::sort(values.begin(), values.end());
  return values[(9 * values.size() + 9) / 10 - 1];  // the ceil(0.9 n)-th smallest
}

}  // namespace

std::optional<Noise> BaselineNoise(const std::vector<Replicates>& baselines) {
  std::vector<double> speedups;
  for (const Replicates& replicates : baselines) {
    const std::vector<double> of_seed = AgainstOthers(replicates);
    speedups.insert(speedups.end(), of_seed.begin(), of_seed.end());
  }
  if (speedups.size() < 2) return std::nullopt;
  return Noise{.comparisons = static_cast<int>(speedups.size()),
               .sd = stats::MeanAndSd(speedups).sd,
               .p90 = NinetiethPercentile(speedups)};
}

std::optional<double> LuckOfTheMean(const std::optional<Noise>& noise, const std::vector<Baseline>& means) {
  const auto seeds =
      std::count_if(means.begin(), means.end(), [](const Baseline& mean) { return mean.undefined.empty(); });
  if (!noise || seeds == 0) return std::nullopt;
  return stats::NormalQuantile(0.975) * noise->sd / std::sqrt(static_cast<double>(seeds));
}

}  // namespace retable::reports
