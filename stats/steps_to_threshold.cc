#include "stats/steps_to_threshold.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/sign_test.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::optional<Interval> LogLogInterval(double share, double standard_error, double confidence) {
  if (share <= 0 || share >= 1) return std::nullopt;
  const double reach = NormalQuantile(0.5 + confidence / 2) * standard_error / (share * -std::log(share));
  return Interval{.low = std::pow(share, std::exp(reach)),
                  .high = std::pow(share, std::exp(-reach)),
                  .confidence = confidence};
}

}  // namespace

void RequireSteps(std::span<const Steps> runs) {
  RequireAtLeast(runs.size(), 1, "run");
  for (const Steps& run : runs) {
    if (!(run.steps > 0) || std::isinf(run.steps)) {
      std::ostringstream sentence;
      sentence << "a run has " << run.steps
               << " steps; give the steps to the threshold, or a missed run's whole budget";
      throw Undefined(sentence.str());
    }
  }
}

std::vector<double> MissesAsWorst(std::span<const Steps> runs) {
  RequireSteps(runs);
  std::vector<double> values;
  for (const Steps& run : runs) values.push_back(run.outcome == Outcome::kReached ? run.steps : kInfinity);
  return values;
}

double Median(std::span<const double> values) {
  RequireAtLeast(values.size(), 1, "value");
  RequireNumbers(values, "value");
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double upper = sorted[sorted.size() / 2];
  const double lower = sorted[(sorted.size() - 1) / 2];
  if (lower == upper) return lower;
  const double middle = lower / 2 + upper / 2;
  if (std::isnan(middle)) throw Undefined("the median lies between two opposite infinities");
  return middle;
}

double InterquartileMean(std::span<const double> values) {
  RequireAtLeast(values.size(), 1, "value");
  RequireNumbers(values, "value");
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t cut = sorted.size() / 4;
  const std::span<const double> kept = std::span<const double>(sorted).subspan(cut, sorted.size() - 2 * cut);
  if (std::isinf(kept.front()) || std::isinf(kept.back())) {
    throw Undefined("more than a quarter of " + std::to_string(values.size()) +
                    " values are infinite: the interquartile mean has no value; use the median or ranks");
  }
  double mean = 0;
  for (double value : kept) mean += value / static_cast<double>(kept.size());
  return mean;
}

KaplanMeierResult KaplanMeier(std::span<const Steps> runs, double confidence) {
  RequireSteps(runs);
  RequireLevel(confidence, "confidence");
  std::vector<Steps> sorted(runs.begin(), runs.end());
  std::sort(sorted.begin(), sorted.end(), [](const Steps& a, const Steps& b) { return a.steps < b.steps; });
  KaplanMeierResult result;
  result.n = runs.size();
  double share = 1;
  double greenwood = 0;
  for (std::size_t first = 0, past = 0; first < sorted.size(); first = past) {
    std::size_t arrived = 0;
    for (past = first; past < sorted.size() && sorted[past].steps == sorted[first].steps; ++past) {
      arrived += sorted[past].outcome == Outcome::kReached;
    }
    if (arrived == 0) continue;
    const double left = static_cast<double>(sorted.size() - first);
    const double here = static_cast<double>(arrived);
    share = arrived == sorted.size() - first ? 0 : share * (left - here) / left;
    if (share > 0) greenwood += here / (left * (left - here));
    const double standard_error = share * std::sqrt(greenwood);
    result.points.push_back({.steps = sorted[first].steps,
                             .on_their_way = sorted.size() - first,
                             .arrived = arrived,
                             .share_left = share,
                             .standard_error = standard_error,
                             .interval = LogLogInterval(share, standard_error, confidence)});
    result.reached += arrived;
    // Half and half by products of fractions may end a rounding above .5.
    if (!result.median && share <= 0.5 + 1e-12) result.median = sorted[first].steps;
  }
  return result;
}

std::vector<ProfilePoint> PerformanceProfile(std::span<const double> values,
                                             std::span<const double> thresholds, double confidence) {
  RequireAtLeast(values.size(), 1, "value");
  RequireNumbers(values, "value");
  RequireFinite(thresholds, "threshold");
  std::vector<ProfilePoint> profile;
  for (double threshold : thresholds) {
    std::size_t within = 0;
    for (double value : values) within += value <= threshold;
    profile.push_back({.threshold = threshold,
                       .share = static_cast<double>(within) / static_cast<double>(values.size()),
                       .interval = ClopperPearson(within, values.size(), confidence)});
  }
  return profile;
}

std::vector<std::vector<double>> RatiosToBest(std::span<const std::vector<double>> blocks) {
  std::vector<std::vector<double>> ratios(blocks.begin(), blocks.end());
  for (std::vector<double>& block : ratios) {
    RequireNumbers(block, "value");
    RequireAtLeast(block.size(), 1, "arm");
    const double best = *std::min_element(block.begin(), block.end());
    if (!(best > 0)) throw Undefined("steps must be above 0 to be compared with the fewest");
    for (double& value : block) value = std::isinf(value) ? kInfinity : value / best;
  }
  return ratios;
}

}  // namespace retable::stats
