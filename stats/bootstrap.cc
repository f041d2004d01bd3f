#include "stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/normal.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Rows = std::vector<std::size_t>;
using Units = std::vector<Rows>;

double Evaluate(const RowStatistic& statistic, const Rows& rows) {
  const double value = statistic(rows);
  if (!std::isfinite(value)) throw Undefined("the statistic is no finite number on a resample");
  return value;
}

Rows Join(const Units& units, const std::vector<std::size_t>& chosen) {
  Rows rows;
  for (std::size_t unit : chosen) rows.insert(rows.end(), units[unit].begin(), units[unit].end());
  return rows;
}

// The statistic without each of the chosen units in turn.
std::vector<double> Jackknife(const Units& units, const std::vector<std::size_t>& chosen,
                              const RowStatistic& statistic) {
  std::vector<double> values;
  for (std::size_t out = 0; out < chosen.size(); ++out) {
    std::vector<std::size_t> kept = chosen;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(out));
    values.push_back(Evaluate(statistic, Join(units, kept)));
  }
  return values;
}

double JackknifeError(const std::vector<double>& jackknife) {
  const double n = static_cast<double>(jackknife.size());
  return (n - 1) / std::sqrt(n) * MeanAndSd(jackknife).sd;
}

struct Drawn {
  std::vector<double> values;
  std::vector<double> studentised;  // of kStudentised
};

Drawn Draw(const Units& units, const RowStatistic& statistic, double estimate,
           const BootstrapOptions& options) {
  Random random(options.seed);
  Drawn drawn;
  std::vector<std::size_t> chosen(units.size());
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    for (std::size_t& unit : chosen) unit = random.Below(units.size());
    drawn.values.push_back(Evaluate(statistic, Join(units, chosen)));
    if (options.kind != BootstrapKind::kStudentised) continue;
    const double error = JackknifeError(Jackknife(units, chosen, statistic));
    // A resample of one repeated unit has no error of its own; it says nothing about t.
    if (error > 0) drawn.studentised.push_back((drawn.values.back() - estimate) / error);
  }
  return drawn;
}

double Quantile(const std::vector<double>& sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() + 1) - 1;
  if (place <= 0) return sorted.front();
  if (place >= static_cast<double>(sorted.size() - 1)) return sorted.back();
  const std::size_t below = static_cast<std::size_t>(place);
  const double share = place - static_cast<double>(below);
  return sorted[below] + share * (sorted[below + 1] - sorted[below]);
}

Interval StudentisedInterval(double estimate, double error, std::vector<double> studentised,
                             double confidence) {
  if (studentised.size() < 2 || !(error > 0)) throw Undefined("no resample has a standard error of its own");
  std::sort(studentised.begin(), studentised.end());
  const double tail = (1 - confidence) / 2;
  return {.low = estimate - error * Quantile(studentised, 1 - tail),
          .high = estimate - error * Quantile(studentised, tail),
          .confidence = confidence};
}

void RequireWork(const Units& units, const BootstrapOptions& options) {
  double rows = 0;
  for (const Rows& unit : units) rows += static_cast<double>(unit.size());
  const double jackknife = rows * static_cast<double>(units.size());
  const double draws = static_cast<double>(options.draws);
  switch (options.kind) {
    case BootstrapKind::kPercentile:
      return RequireWithinReach(draws * rows, "ask for fewer draws");
    case BootstrapKind::kBca:
      return RequireWithinReach(draws * rows + jackknife, "ask for fewer draws, or for percentiles");
    case BootstrapKind::kStudentised:
      return RequireWithinReach(draws * jackknife, "ask for fewer draws, or for percentiles");
  }
}

BootstrapResult Run(const Units& units, const RowStatistic& statistic, const BootstrapOptions& options) {
  RequireLevel(options.confidence, "confidence");
  RequireAtLeast(units.size(), 2, "unit");
  RequireAtLeast(options.draws, 2, "draw");
  RequireWork(units, options);
  std::vector<std::size_t> all(units.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  BootstrapResult result;
  result.estimate = Evaluate(statistic, Join(units, all));
  Drawn drawn = Draw(units, statistic, result.estimate, options);
  const Moments moments = MeanAndSd(drawn.values);
  if (IsRounding(moments.sd, LargestMagnitude(drawn.values))) {
    throw Undefined("every resample has the same value: a bootstrap interval has no width to show");
  }
  result.standard_error = moments.sd;
  if (options.kind == BootstrapKind::kStudentised) {
    const double error = JackknifeError(Jackknife(units, all, statistic));
    result.interval = StudentisedInterval(result.estimate, error, drawn.studentised, options.confidence);
    return result;
  }
  Levels levels = {(1 - options.confidence) / 2, (1 + options.confidence) / 2};
  if (options.kind == BootstrapKind::kBca) {
    levels = BcaLevels(BiasCorrection(drawn.values, result.estimate),
                       Acceleration(Jackknife(units, all, statistic)), options.confidence);
  }
  std::sort(drawn.values.begin(), drawn.values.end());
  result.interval = {Quantile(drawn.values, levels.low), Quantile(drawn.values, levels.high),
                     options.confidence};
  return result;
}

Units SingleRows(std::size_t rows) {
  Units units;
  for (std::size_t row = 0; row < rows; ++row) units.push_back({row});
  return units;
}

}  // namespace

double BiasCorrection(std::span<const double> drawn, double estimate) {
  const double tolerance = 1e-12 * std::max(LargestMagnitude(drawn), std::abs(estimate));
  double share = 0;
  for (double value : drawn)
    share += value < estimate - tolerance ? 1 : value <= estimate + tolerance ? 0.5 : 0;
  share /= static_cast<double>(drawn.size());
  if (!(share > 0 && share < 1)) {
    throw Undefined("every resample lies to one side of the estimate: the bias correction is infinite");
  }
  return NormalQuantile(share);
}

double Acceleration(std::span<const double> jackknife) {
  const Moments moments = MeanAndSd(jackknife);
  if (IsRounding(moments.sd, LargestMagnitude(jackknife))) return 0;  // no unit has any influence
  double squares = 0;
  double cubes = 0;
  for (double value : jackknife) {
    const double u = (moments.mean - value) / moments.sd;
    squares += u * u;
    cubes += u * u * u;
  }
  return cubes / (6 * squares * std::sqrt(squares));
}

Levels BcaLevels(double bias_correction, double acceleration, double confidence) {
  RequireLevel(confidence, "confidence");
  auto level = [&](double z) {
    const double shifted = bias_correction + z;
    const double denominator = 1 - acceleration * shifted;
    if (denominator <= 0)
      throw Undefined("the acceleration is too large for a BCa interval at this confidence");
    return NormalUpper(-(bias_correction + shifted / denominator));
  };
  const double z = NormalQuantile(0.5 + confidence / 2);
  return {.low = level(-z), .high = level(z)};
}

BootstrapResult Bootstrap(std::span<const double> values, const Statistic& statistic,
                          const BootstrapOptions& options) {
  RequireFinite(values, "value");
  std::vector<double> chosen;
  return BootstrapRows(
      values.size(),
      [&](std::span<const std::size_t> rows) {
        chosen.clear();
        for (std::size_t row : rows) chosen.push_back(values[row]);
        return statistic(chosen);
      },
      options);
}

BootstrapResult BootstrapRows(std::size_t rows, const RowStatistic& statistic,
                              const BootstrapOptions& options) {
  return Run(SingleRows(rows), statistic, options);
}

BootstrapResult BootstrapClusters(std::span<const int> clusters, const RowStatistic& statistic,
                                  const BootstrapOptions& options) {
  std::map<int, Rows> by_label;
  for (std::size_t row = 0; row < clusters.size(); ++row) by_label[clusters[row]].push_back(row);
  Units units;
  for (auto& [label, rows] : by_label) units.push_back(std::move(rows));
  return Run(units, statistic, options);
}

}  // namespace retable::stats
