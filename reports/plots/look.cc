#include "reports/plots/look.h"

#include <array>
#include <cctype>
#include <sstream>
#include <stdexcept>

#include "reports/numbers.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

constexpr std::array kColours = {"#0072B2", "#D55E00", "#009E73", "#C46BA0", "#3C96C8", "#A07800"};
constexpr std::array kShapes = {"circle", "square",        "triangle-up",    "diamond",
                                "cross",  "triangle-down", "triangle-right", "triangle-left"};
const std::array<std::vector<int>, 5> kDashes = {{{1, 0}, {7, 3}, {2, 2}, {9, 3, 2, 3}, {4, 4}}};

json LegendOf(Legend legend) {
  if (legend == Legend::kNone) return nullptr;
  json shown = {{"title", nullptr},
                {"orient", "bottom"},
                {"direction", "vertical"},
                {"labelLimit", 0},
                {"symbolOpacity", 1}};
  if (legend == Legend::kLines) {
    shown["symbolType"] = "stroke";
    shown["symbolSize"] = 500;
    shown["symbolStrokeWidth"] = 2;
  }
  return shown;
}

// A channel that gives every series its value.
template <typename Value>
json SeriesChannel(const std::vector<Series>& series, Value Series::*value, Legend legend) {
  json domain = json::array(), range = json::array();
  for (const Series& one : series) {
    domain.push_back(one.title);
    range.push_back(one.*value);
  }
  return {{"field", "series"},
          {"type", "nominal"},
          {"scale", {{"domain", domain}, {"range", range}}},
          {"legend", LegendOf(legend)}};
}

}  // namespace

std::vector<Series> ArmSeries(const suites::Table& table) {
  std::vector<Series> series;
  for (const suites::Arm& arm : table.arms) {
    const std::size_t i = series.size();
    series.push_back({.title = arm.title,
                      .colour = kColours[i % kColours.size()],
                      .shape = kShapes[i % kShapes.size()],
                      .dash = kDashes[i % kDashes.size()]});
  }
  return series;
}

Series BaselineSeries() {
  return {.title = "baseline, nothing injected", .colour = kReference, .shape = "circle", .dash = {1, 0}};
}

std::vector<std::string> Sides(const suites::Table& table) {
  std::vector<std::string> sides = {suites::kBaseline};
  for (const suites::Arm& arm : table.arms) sides.push_back(arm.id);
  return sides;
}

Series SeriesOf(const suites::Table& table, const std::string& side) {
  if (side == suites::kBaseline) return BaselineSeries();
  const std::vector<Series> series = ArmSeries(table);
  for (std::size_t a = 0; a < series.size(); ++a) {
    if (table.arms[a].id == side) return series[a];
  }
  throw std::invalid_argument("table " + table.id + " has no arm '" + side + "'");
}

json Figure(const std::string& description, int height, const std::vector<json>& layers) {
  return {{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"},
          {"description", description},
          {"width", "container"},
          {"height", height},
          {"layer", layers}};
}

json Values(const std::vector<json>& values) { return {{"values", values}}; }

json Number(const std::string& field, const std::vector<std::string>& title) {
  return {{"field", field},
          {"type", "quantitative"},
          {"scale", {{"zero", false}, {"nice", true}}},
          {"axis", {{"title", title}, {"tickCount", 6}}}};
}

json ColourOf(const std::vector<Series>& series, Legend legend) {
  return SeriesChannel(series, &Series::colour, legend);
}
json ShapeOf(const std::vector<Series>& series, Legend legend) {
  return SeriesChannel(series, &Series::shape, legend);
}
json DashOf(const std::vector<Series>& series, Legend legend) {
  return SeriesChannel(series, &Series::dash, legend);
}

json Tooltip(const std::vector<Tip>& tips) {
  json channel = json::array();
  for (const Tip& tip : tips) channel.push_back({{"field", tip.field}, {"title", tip.title}});
  return channel;
}

json Rule(const std::string& channel, const std::vector<double>& at, const std::string& meaning) {
  std::vector<json> values;
  for (const double place : at) values.push_back({{"at", place}, {"meaning", meaning}});
  return {{"data", Values(values)},
          {"mark", {{"type", "rule"}, {"color", kReference}, {"strokeDash", {3, 3}}}},
          {"encoding",
           {{channel, {{"field", "at"}, {"type", "quantitative"}}},
            {"tooltip", Tooltip({{"meaning", "line"}, {"at", "at"}})}}}};
}

std::string InLines(const std::string& text) {
  constexpr std::size_t kWidth = 22;
  std::istringstream words(text);
  std::string lines, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > kWidth) {
      lines += line + "\n";
      line = "";
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return lines + line;
}

std::string Capital(std::string text) {
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

double InPercent(double fraction) { return Rounded(100 * fraction, 3); }

std::string Enumerated(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

}  // namespace retable::reports::plots
