#include "reports/plots/gains.h"

#include <algorithm>
#include <string>
#include <vector>

#include "reports/numbers.h"
#include "reports/plots/look.h"
#include "stats/interval.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;
using suites::Quantity;

constexpr std::size_t kFewest = 3;
constexpr char kX[] = "input dependence";
constexpr char kY[] = "speedup over the wrong documents, points";

struct Gain {
  Series series;
  double input_dependence = 0;
  double gain = 0;
  std::optional<stats::Interval> interval;
};

// Whether the claim is that an arm beats its twin on the wrong documents.
bool IsAgainstItsTwin(const suites::Table& table, const suites::Claim& claim) {
  const auto against = std::find_if(table.arms.begin(), table.arms.end(),
                                    [&](const suites::Arm& arm) { return arm.id == claim.against; });
  return against != table.arms.end() && against->shuffled && claim.against == claim.arm + "_shuffled";
}

std::optional<double> InputDependence(const Evidence& evidence, const std::string& arm) {
  for (const ArmEvidence& measure : evidence.measures) {
    if (measure.arm == arm && measure.quantity == Quantity::kInputDependence) return measure.mean;
  }
  return std::nullopt;
}

// The largest gain first.
std::vector<Gain> GainsOf(const Material& material) {
  std::vector<Gain> gains;
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    if (!IsAgainstItsTwin(material.table, claim)) continue;
    const Effect& effect = material.evidence.claims[c].effect;
    const std::optional<double> dependence = InputDependence(material.evidence, claim.arm);
    if (!effect.estimate || !dependence) continue;
    const Series series = SeriesOf(material.table, claim.arm);
    gains.push_back({series, *dependence, *effect.estimate, effect.interval});
  }
  std::stable_sort(gains.begin(), gains.end(), [](const Gain& a, const Gain& b) { return a.gain > b.gain; });
  return gains;
}

std::string Description(const std::vector<Gain>& gains) {
  std::vector<std::string> parts;
  for (const Gain& gain : gains) {
    std::string part = gain.series.title + " " + Points(gain.gain);
    if (gain.interval) {
      part += " (" + SignedFixed(100 * gain.interval->low, 2) + " to " +
              SignedFixed(100 * gain.interval->high, 2) + ")";
    }
    parts.push_back(part + " at " + Fixed(gain.input_dependence, 2));
  }
  return "What each pattern gains over itself on the wrong documents, with Student's interval, against its "
         "mean input "
         "dependence; the largest gain first: " +
         Enumerated(parts) + ".";
}

std::vector<json> ValuesOf(const std::vector<Gain>& gains) {
  std::vector<json> values;
  for (const Gain& gain : gains) {
    json value = {{"series", gain.series.title},
                  {"x", Rounded(gain.input_dependence, 4)},
                  {"y", Rounded(100 * gain.gain, 3)}};
    if (gain.interval) {
      value["low"] = Rounded(100 * gain.interval->low, 3);
      value["high"] = Rounded(100 * gain.interval->high, 3);
    }
    values.push_back(value);
  }
  return values;
}

std::vector<Series> SeriesOfGains(const std::vector<Gain>& gains) {
  std::vector<Series> series;
  for (const Gain& gain : gains) series.push_back(gain.series);
  return series;
}

json IntervalLayer(const std::vector<Series>& series, const std::vector<json>& values) {
  std::vector<json> with_interval;
  std::copy_if(values.begin(), values.end(), std::back_inserter(with_interval),
               [](const json& value) { return value.contains("low"); });
  return {{"data", Values(with_interval)},
          {"mark", {{"type", "rule"}, {"strokeWidth", 2}, {"opacity", 0.6}}},
          {"encoding",
           {{"x", Number("x", {kX})},
            {"y", {{"field", "low"}, {"type", "quantitative"}}},
            {"y2", {{"field", "high"}}},
            {"color", ColourOf(series, Legend::kPoints)}}}};
}

json PointLayer(const std::vector<Series>& series, const std::vector<json>& values) {
  return {{"data", Values(values)},
          {"mark", {{"type", "point"}, {"filled", true}, {"size", 60}, {"opacity", 1}}},
          {"encoding",
           {{"x", Number("x", {kX})},
            {"y", Number("y", {kY})},
            {"color", ColourOf(series, Legend::kPoints)},
            {"shape", ShapeOf(series, Legend::kPoints)},
            {"tooltip", Tooltip({{"series", "arm"}, {"x", kX}, {"y", kY}})}}}};
}

}  // namespace

std::optional<Plot> GainsByInputDependence(const Material& material) {
  const std::vector<Gain> gains = GainsOf(material);
  if (gains.size() < kFewest) return std::nullopt;
  const std::vector<json> values = ValuesOf(gains);
  const std::vector<Series> series = SeriesOfGains(gains);
  const std::string description = Description(gains);
  return Plot{
      .id = "gains",
      .title = "Gain over the wrong documents against input dependence",
      .description = description,
      .spec = Figure(description, 380,
                     {Rule("y", {0}, "no gain"), IntervalLayer(series, values), PointLayer(series, values)})};
}

}  // namespace retable::reports::plots
