#include "reports/plots/correlations.h"

#include <cctype>
#include <cmath>
#include <set>
#include <string>

#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/plots/look.h"
#include "reports/sentences.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;
using suites::Quantity;

std::string AxisTitle(const Material& material, const suites::Variable& variable) {
  if (variable.quantity == Quantity::kDepth) return "layer";
  const std::string unit = UnitOf(variable.quantity).of_value;
  return Name(variable.quantity) + " of " + SeriesOf(material.table, variable.arm).title +
         (unit.empty() ? "" : "," + unit);
}

// "Speedup against input dependence: real attention"
std::string TitleOf(const Material& material, const suites::Correlation& correlation) {
  std::string title = Name(correlation.y.quantity) + " against " + Name(correlation.x.quantity);
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  title += ": " + SeriesOf(material.table, correlation.y.arm).title;
  return title + (correlation.sink ? ", sink-free" : "");
}

double Shown(Quantity quantity, double value) {
  const Unit unit = UnitOf(quantity);
  return Rounded(unit.factor * value, unit.decimals + 1);
}

std::vector<json> PointValues(const suites::Correlation& correlation, const ClaimData& data) {
  std::vector<json> values;
  for (std::size_t b = 0; b < data.x.size(); ++b) {
    if (!std::isfinite(data.x[b]) || !std::isfinite(data.y[b])) continue;
    values.push_back({{"head", data.blocks[b]},
                      {"layer", data.layers[b]},
                      {"x", Shown(correlation.x.quantity, data.x[b])},
                      {"y", Shown(correlation.y.quantity, data.y[b])}});
  }
  return values;
}

std::string Description(const Material& material, const suites::Claim& claim, const ClaimEvidence& evidence,
                        std::size_t drawn) {
  const suites::Correlation& correlation = *claim.correlation;
  const std::string noun = BlockNoun(material.scale);
  std::string text = "Of each " + noun + ", " + AxisTitle(material, correlation.y) + " against " +
                     AxisTitle(material, correlation.x) + ".";
  if (evidence.effect.estimate)
    text += " Rank correlation " + SignedFixed(*evidence.effect.estimate, 2) + ".";
  if (correlation.sink) text += " Only " + noun + "s that are sink-free.";
  if (drawn < evidence.data.x.size()) {
    text +=
        " Not drawn: " + Counted(static_cast<int>(evidence.data.x.size() - drawn), "censored " + noun) + ".";
  }
  return text;
}

json PointLayer(const Material& material, const suites::Correlation& correlation,
                const std::vector<json>& values) {
  const std::string x = AxisTitle(material, correlation.x), y = AxisTitle(material, correlation.y);
  const std::string colour = SeriesOf(material.table, correlation.y.arm).colour;
  return {{"data", Values(values)},
          {"mark", {{"type", "point"}, {"filled", true}, {"size", 55}, {"opacity", 0.9}, {"color", colour}}},
          {"encoding",
           {{"x", Number("x", {x})},
            {"y", Number("y", {y})},
            {"tooltip",
             Tooltip({{"head", BlockNoun(material.scale)}, {"layer", "layer"}, {"x", x}, {"y", y}})}}}};
}

}  // namespace

std::vector<Plot> ScattersOfCorrelations(const Material& material) {
  std::vector<Plot> plots;
  std::set<std::string> drawn;
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    if (!claim.correlation) continue;
    const bool is_subset = claim.correlation->sink.has_value();
    if (!drawn.insert(Label(claim) + (is_subset ? " sink-free" : "")).second) continue;
    const ClaimEvidence& evidence = material.evidence.claims[c];
    const std::vector<json> values = PointValues(*claim.correlation, evidence.data);
    if (values.empty()) continue;
    const std::string description = Description(material, claim, evidence, values.size());
    plots.push_back({.id = "points_" + claim.id,
                     .title = TitleOf(material, *claim.correlation),
                     .description = description,
                     .spec = Figure(description, 260, {PointLayer(material, *claim.correlation, values)})});
  }
  return plots;
}

}  // namespace retable::reports::plots
