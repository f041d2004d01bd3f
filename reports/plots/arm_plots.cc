#include "reports/plots/arm_plots.h"

#include <set>

#include "reports/defined.h"
#include "reports/noise.h"
#include "reports/numbers.h"
#include "reports/plots/forest.h"
#include "reports/plots/look.h"
#include "reports/plots/runs_behind.h"
#include "reports/plots/scatter.h"
#include "stats/spearman.h"

namespace retable::reports::plots {
namespace {

// Of one arm, where it is defined.
std::optional<double> DepthCorrelation(const std::vector<ScatterPoint>& points, std::size_t series) {
  std::vector<double> x, y;
  for (const ScatterPoint& point : points) {
    if (point.series != series) continue;
    x.push_back(point.x);
    y.push_back(point.y);
  }
  return IfDefined(
      [&] { return stats::Spearman(x, y, {.distribution = stats::NullDistribution::kStudent}).estimate; });
}

std::string DepthDescription(const Scatter& scatter) {
  std::vector<std::string> ranks;
  for (std::size_t a = 0; a < scatter.series.size(); ++a) {
    if (const auto rho = DepthCorrelation(scatter.points, a))
      ranks.push_back(scatter.series[a].title + " " + SignedFixed(*rho, 2));
  }
  std::string text =
      "Speedup of each head against its layer, seeds averaged; lines join the means of the layers.";
  if (!ranks.empty()) text += " Spearman's correlation of speedup with layer: " + Enumerated(ranks) + ".";
  return text;
}

}  // namespace

std::optional<Plot> ForestOfArms(const Material& material) {
  Forest forest{.id = "forest",
                .title = "Mean speedup of each arm",
                .sentence = "Mean speedup over heads with its 95 % interval",
                .axis = "speedup, %",
                .unit = "%",
                .estimate = "mean, with its interval",
                .luck = LuckOfTheMean(material.noise, material.responses.means)};
  const std::vector<Series> series = ArmSeries(material.table);
  const RunsOfHeads runs = FindRunsOfHeads(material);
  for (std::size_t a = 0; a < series.size(); ++a) {
    const ArmEvidence& evidence = material.evidence.arms[a];
    ForestRow row{.title = series[a].title,
                  .colour = series[a].colour,
                  .estimate = evidence.mean,
                  .interval = evidence.interval,
                  .printed = material.table.arms[a].printed};
    for (std::size_t b = 0; b < evidence.heads.size(); ++b) {
      if (evidence.heads[b].outcome != Outcome::kReached) continue;
      const std::string& head = material.responses.blocks[b];
      row.heads.push_back(
          {.head = head, .value = evidence.heads[b].speedup, .runs = RunsBehind(runs, evidence.arm, head)});
    }
    forest.rows.push_back(row);
  }
  return DrawForest(forest);
}

std::optional<Plot> SpeedupByDepth(const Material& material) {
  Scatter scatter{.id = "depth",
                  .title = "Speedup by depth",
                  .description = "",
                  .x = "layer",
                  .y = "speedup, %",
                  .level = {0},
                  .series = ArmSeries(material.table)};
  const RunsOfHeads runs = FindRunsOfHeads(material);
  std::set<int> layers;
  for (std::size_t a = 0; a < scatter.series.size(); ++a) {
    const std::string& arm = material.evidence.arms[a].arm;
    const std::vector<HeadResponse>& heads = material.evidence.arms[a].heads;
    for (std::size_t b = 0; b < heads.size(); ++b) {
      const suites::Block& block = material.scale.blocks[b];
      if (heads[b].outcome != Outcome::kReached || block.heads.size() != 1) continue;
      layers.insert(block.heads.front().layer);
      scatter.points.push_back({.series = a,
                                .head = block.id,
                                .x = static_cast<double>(block.heads.front().layer),
                                .y = 100 * heads[b].speedup,
                                .runs = RunsBehind(runs, arm, block.id)});
    }
  }
  if (layers.size() < 2) return std::nullopt;
  scatter.description = DepthDescription(scatter);
  return DrawScatter(scatter);
}

}  // namespace retable::reports::plots
