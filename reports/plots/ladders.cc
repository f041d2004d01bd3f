#include "reports/plots/ladders.h"

#include <cmath>
#include <optional>
#include <string>

#include "reports/defined.h"
#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/plots/look.h"
#include "stats/student_t.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

// One arm of the ladder over the blocks.
struct Step {
  std::string title;
  std::vector<double> values;  // of `blocks`
  double mean = 0;
  std::optional<stats::Interval> interval;
};

double Shown(const Unit& unit, double value) { return Rounded(unit.factor * value, unit.decimals + 1); }

std::vector<Step> Steps(const Material& material, const suites::Claim& claim, const ClaimData& data) {
  std::vector<Step> steps;
  for (std::size_t a = 0; a < claim.ladder.size(); ++a) {
    Step& step = steps.emplace_back();
    step.title = SeriesOf(material.table, claim.ladder[a]).title;
    for (const std::vector<double>& rungs : data.rungs) step.values.push_back(rungs[a]);
    for (const double value : step.values) step.mean += value / static_cast<double>(step.values.size());
    step.interval = IfDefined([&] { return stats::OneSampleT(step.values).interval; });
  }
  return steps;
}

std::vector<json> BlockValues(const std::vector<Step>& steps, const ClaimData& data, const Unit& unit) {
  std::vector<json> values;
  for (const Step& step : steps) {
    for (std::size_t b = 0; b < data.blocks.size(); ++b) {
      if (!std::isfinite(step.values[b])) continue;
      values.push_back({{"at", InLines(step.title)},
                        {"name", step.title},
                        {"head", data.blocks[b]},
                        {"y", Shown(unit, step.values[b])}});
    }
  }
  return values;
}

std::vector<json> MeanValues(const std::vector<Step>& steps, const Unit& unit) {
  std::vector<json> values;
  for (const Step& step : steps) {
    if (!std::isfinite(step.mean)) continue;
    json one = {{"at", InLines(step.title)}, {"name", step.title}, {"mean", Shown(unit, step.mean)}};
    // Without spread over blocks the interval is the mean itself.
    one["low"] = Shown(unit, step.interval ? step.interval->low : step.mean);
    one["high"] = Shown(unit, step.interval ? step.interval->high : step.mean);
    values.push_back(one);
  }
  return values;
}

std::string Description(const std::vector<Step>& steps, const std::string& name, const std::string& noun,
                        const Unit& unit) {
  std::vector<std::string> means;
  for (const Step& step : steps) {
    if (std::isfinite(step.mean)) means.push_back(step.title + " " + ValueEntry(unit, step.mean).text);
  }
  return "Mean " + name + " over " + noun +
         "s along the ladder, with its 95 % interval; thin lines are single " + noun + "s. " +
         Enumerated(means) + ".";
}

json StepChannel(const std::vector<Step>& steps) {
  json domain = json::array();
  for (const Step& step : steps) domain.push_back(InLines(step.title));
  return {{"field", "at"},
          {"type", "nominal"},
          {"sort", nullptr},
          {"scale", {{"domain", domain}, {"padding", 0.3}}},
          {"axis", {{"title", nullptr}, {"labelAngle", 0}, {"labelExpr", kLinesOfLabel}}}};
}

std::vector<json> Layers(const Material& material, const std::vector<Step>& steps, const ClaimData& data,
                         const std::string& axis, const std::string& noun, const Unit& unit) {
  const json x = StepChannel(steps);
  json lines = {{"x", x},
                {"y", Number("y", {axis})},
                {"detail", {{"field", "head"}}},
                {"tooltip", Tooltip({{"head", noun}, {"name", "arm"}, {"y", axis}})}};
  json means = {{"x", x},
                {"y", Number("mean", {axis})},
                {"tooltip", Tooltip({{"name", "arm"}, {"mean", "mean"}, {"low", "from"}, {"high", "to"}})}};
  json intervals = {
      {"x", x}, {"y", {{"field", "low"}, {"type", "quantitative"}}}, {"y2", {{"field", "high"}}}};
  const json mean_data = Values(MeanValues(steps, unit));
  const std::string colour = ArmSeries(material.table).front().colour;
  return {Rule("y", {0}, "no effect"),
          {{"data", Values(BlockValues(steps, data, unit))},
           {"mark", {{"type", "line"}, {"strokeWidth", 1}, {"opacity", 0.5}, {"color", kReference}}},
           {"encoding", lines}},
          {{"data", mean_data},
           {"mark", {{"type", "rule"}, {"strokeWidth", 3}, {"color", colour}}},
           {"encoding", intervals}},
          {{"data", mean_data},
           {"mark",
            {{"type", "line"},
             {"strokeWidth", 2},
             {"color", colour},
             {"point", {{"filled", true}, {"size", 70}, {"color", colour}}}}},
           {"encoding", means}}};
}

}  // namespace

std::vector<Plot> CurvesOfLadders(const Material& material) {
  std::vector<Plot> plots;
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    const ClaimData& data = material.evidence.claims[c].data;
    if (claim.ladder.empty() || data.rungs.empty()) continue;
    const Unit unit = UnitOf(claim.response);
    const std::string noun = BlockNoun(material.scale), name = Name(claim.response);
    const std::string axis = name + (unit.of_value.empty() ? "" : "," + unit.of_value);
    const std::vector<Step> steps = Steps(material, claim, data);
    const std::string description = Description(steps, name, noun, unit);
    plots.push_back({.id = "ladder_" + claim.id,
                     .title = "Along the ladder: " + name,
                     .description = description,
                     .spec = Figure(description, 280, Layers(material, steps, data, axis, noun, unit))});
  }
  return plots;
}

}  // namespace retable::reports::plots
