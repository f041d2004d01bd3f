#include "reports/plots/arm_plots.h"

#include <set>

#include "reports/defined.h"
#include "reports/labels.h"
#include "reports/noise.h"
#include "reports/numbers.h"
#include "reports/plots/forest.h"
#include "reports/plots/look.h"
#include "reports/plots/runs_behind.h"
#include "reports/plots/scatter.h"
#include "stats/spearman.h"

namespace retable::reports::plots {
namespace {

// " %" without its space; "speedup, %".
std::string Bare(const std::string& unit) { return unit.empty() ? "" : unit.substr(1); }
std::string WithUnit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + "," + unit;
}

// Of the table's response; null of an arm that has it not.
const ArmEvidence* EvidenceOf(const Material& material, const std::string& arm) {
  for (const ArmEvidence& evidence : material.evidence.arms) {
    if (evidence.arm == arm) return &evidence;
  }
  return nullptr;
}

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

std::string DepthDescription(const Scatter& scatter, const std::string& name) {
  std::vector<std::string> ranks;
  for (std::size_t a = 0; a < scatter.series.size(); ++a) {
    if (const auto rho = DepthCorrelation(scatter.points, a))
      ranks.push_back(scatter.series[a].title + " " + SignedFixed(*rho, 2));
  }
  std::string text =
      Capital(name) + " of each head against its layer, seeds averaged; lines join the means of the layers.";
  if (!ranks.empty())
    text += " Spearman's correlation of " + name + " with layer: " + Enumerated(ranks) + ".";
  return text;
}

}  // namespace

std::optional<Plot> ForestOfArms(const Material& material) {
  const suites::Quantity response = material.table.response;
  const Unit unit = UnitOf(response);
  const std::string noun = BlockNoun(material.scale), name = Name(response);
  Forest forest{.id = "forest",
                .title = "Mean " + name + " of each arm",
                .sentence = "Mean " + name + " over " + noun + "s with its 95 % interval",
                .axis = WithUnit(name, unit.of_value),
                .unit = Bare(unit.of_value),
                .factor = unit.factor,
                .decimals = unit.decimals,
                .estimate = "mean, with its interval",
                .luck = LuckOfTheMean(material.noise, material.responses.means)};
  if (response != suites::Quantity::kSpeedup) forest.luck.reset();
  const RunsOfHeads runs = FindRunsOfHeads(material, response);
  for (const ArmEvidence& evidence : material.evidence.arms) {
    const Series series = SeriesOf(material.table, evidence.arm);
    ForestRow row{.title = series.title,
                  .colour = series.colour,
                  .estimate = evidence.mean,
                  .interval = evidence.interval,
                  .printed = ArmOf(material.table, evidence.arm).printed};
    for (std::size_t b = 0; b < evidence.blocks.size(); ++b) {
      if (evidence.blocks[b].outcome != Outcome::kReached) continue;
      const std::string& block = evidence.names[b];
      row.heads.push_back(
          {.head = block, .value = evidence.blocks[b].value, .runs = RunsBehind(runs, evidence.arm, block)});
    }
    forest.rows.push_back(row);
  }
  return DrawForest(forest);
}

std::optional<Plot> ResponseByDepth(const Material& material) {
  const suites::Quantity response = material.table.response;
  const Unit unit = UnitOf(response);
  const std::string name = Name(response);
  Scatter scatter{.id = "depth",
                  .title = Capital(name) + " by depth",
                  .description = "",
                  .x = "layer",
                  .y = WithUnit(name, unit.of_value),
                  .level = {0},
                  .series = ArmSeries(material.table)};
  const RunsOfHeads runs = FindRunsOfHeads(material, response);
  std::set<int> layers;
  for (std::size_t a = 0; a < scatter.series.size(); ++a) {
    const std::string& arm = material.table.arms[a].id;
    const ArmEvidence* evidence = EvidenceOf(material, arm);
    if (evidence == nullptr || evidence->names != material.responses.blocks) continue;
    for (std::size_t b = 0; b < evidence->blocks.size(); ++b) {
      const suites::Block& block = material.scale.blocks[b];
      if (evidence->blocks[b].outcome != Outcome::kReached || block.heads.size() != 1) continue;
      layers.insert(block.heads.front().layer);
      scatter.points.push_back({.series = a,
                                .head = block.id,
                                .x = static_cast<double>(block.heads.front().layer),
                                .y = unit.factor * evidence->blocks[b].value,
                                .runs = RunsBehind(runs, arm, block.id)});
    }
  }
  if (layers.size() < 2) return std::nullopt;
  scatter.description = DepthDescription(scatter, name);
  return DrawScatter(scatter);
}

}  // namespace retable::reports::plots
