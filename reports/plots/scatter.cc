#include "reports/plots/scatter.h"

#include <map>
#include <set>

#include "reports/numbers.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

constexpr int kDecimals = 4;
constexpr double kAside = 0.09;  // between neighbouring series, of the distance of two whole numbers

// Where a series' points of place x are drawn.
double Shown(const Scatter& scatter, std::size_t series, double x) {
  return x + kAside * (static_cast<double>(series) - (static_cast<double>(scatter.series.size()) - 1) / 2);
}

json PointValue(const Scatter& scatter, const ScatterPoint& point) {
  return {{"series", scatter.series[point.series].title},
          {"head", point.head},
          {"x", Rounded(point.x, kDecimals)},
          {"shown", Rounded(Shown(scatter, point.series, point.x), kDecimals)},
          {"y", Rounded(point.y, kDecimals)}};
}

// The mean of each series at each place.
std::vector<json> MeanValues(const Scatter& scatter) {
  struct Sum {
    double sum = 0;
    int n = 0;
  };
  std::map<std::pair<std::size_t, double>, Sum> sums;
  for (const ScatterPoint& point : scatter.points) {
    Sum& sum = sums[{point.series, point.x}];
    sum.sum += point.y;
    ++sum.n;
  }
  std::vector<json> means;
  for (const auto& [place, sum] : sums) {
    means.push_back(PointValue(
        scatter, {.series = place.first, .head = "mean", .x = place.second, .y = sum.sum / sum.n}));
  }
  return means;
}

json XChannel(const Scatter& scatter) {
  json x = Number("shown", {scatter.x});
  std::set<double> places;
  for (const ScatterPoint& point : scatter.points) places.insert(point.x);
  x["scale"] = {
      {"domain", {*places.begin() - 0.5, *places.rbegin() + 0.5}}, {"nice", false}, {"zero", false}};
  x["axis"]["values"] = places;
  x["axis"]["format"] = "d";
  x["axis"]["grid"] = false;
  x["axis"].erase("tickCount");
  return x;
}

json LineLayer(const Scatter& scatter) {
  return {{"data", Values(MeanValues(scatter))},
          {"mark", {{"type", "line"}, {"strokeWidth", 2}}},
          {"encoding",
           {{"x", XChannel(scatter)},
            {"y", Number("y", {scatter.y})},
            {"color", ColourOf(scatter.series, Legend::kPoints)}}}};
}

json PointLayer(const Scatter& scatter) {
  std::vector<json> values;
  for (const ScatterPoint& point : scatter.points) {
    values.push_back(PointValue(scatter, point));
    values.back()["runs"] = point.runs;
  }
  return {
      {"data", Values(values)},
      {"mark", {{"type", "point"}, {"filled", true}, {"size", 45}, {"opacity", 0.9}}},
      {"encoding",
       {{"x", XChannel(scatter)},
        {"y", Number("y", {scatter.y})},
        {"color", ColourOf(scatter.series, Legend::kPoints)},
        {"shape", ShapeOf(scatter.series, Legend::kPoints)},
        {"tooltip",
         Tooltip(
             {{"series", "arm"}, {"head", "head"}, {"x", scatter.x}, {"y", scatter.y}, {"runs", "runs"}})}}}};
}

}  // namespace

std::optional<Plot> DrawScatter(const Scatter& scatter) {
  if (scatter.points.empty()) return std::nullopt;
  std::vector<json> layers;
  if (!scatter.level.empty()) layers.push_back(Rule("y", scatter.level, "no effect"));
  layers.push_back(LineLayer(scatter));
  layers.push_back(PointLayer(scatter));
  return Plot{.id = scatter.id,
              .title = scatter.title,
              .description = scatter.description,
              .spec = Figure(scatter.description, 280, layers)};
}

}  // namespace retable::reports::plots
