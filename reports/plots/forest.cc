#include "reports/plots/forest.h"

#include <algorithm>
#include <cmath>

#include "reports/numbers.h"
#include "reports/plots/look.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

constexpr char kPaper[] = "the paper";
constexpr char kHead[] = "one head";
// The two lanes of a row.
constexpr char kAbove[] = "a";
constexpr char kBelow[] = "b";

std::string Number(const Forest& forest, double value) {
  return SignedFixed(forest.factor * value, forest.decimals);
}

// As marks hold it: a digit more than is told.
double Shown(const Forest& forest, double value) {
  return Rounded(forest.factor * value, forest.decimals + 1);
}

std::string WithUnit(const Forest& forest, const std::string& text) {
  return forest.unit.empty() ? text : text + " " + forest.unit;
}

std::string BoundsText(const Forest& forest, const stats::Interval& interval) {
  const auto bound = [&](double value) {
    return std::isinf(value) ? std::string("no bound") : Number(forest, value);
  };
  return bound(interval.low) + " to " + bound(interval.high);
}

std::string RowText(const Forest& forest, const ForestRow& row) {
  std::string text = row.title + " " + WithUnit(forest, Number(forest, *row.estimate));
  if (row.interval) text += " (" + BoundsText(forest, *row.interval) + ")";
  if (row.printed) text += ", the paper " + WithUnit(forest, Number(forest, *row.printed));
  return text;
}

std::string Description(const Forest& forest) {
  std::string text = forest.sentence, missing;
  std::vector<std::string> absent;
  for (std::size_t i = 0, said = 0; i < forest.rows.size(); ++i) {
    const ForestRow& row = forest.rows[i];
    if (row.estimate) text += (said++ == 0 ? ": " : "; ") + RowText(forest, row);
    if (!row.estimate) absent.push_back(row.title);
  }
  text += ".";
  if (forest.luck) {
    text += " Luck alone keeps 95 of 100 means within " + Fixed(100 * *forest.luck, 2) + " points of 0.";
  }
  if (!absent.empty()) text += " Without an estimate: " + Enumerated(absent) + ".";
  return text;
}

json Lane(const ForestRow& row, const char* lane) {
  return {{"row", InLines(row.title)}, {"name", row.title}, {"colour", row.colour}, {"lane", lane}};
}

json Mark(const Forest& forest, const ForestRow& row, const std::string& what, double value) {
  json mark = Lane(row, what == kHead ? kBelow : kAbove);
  mark["what"] = what;
  mark["value"] = Shown(forest, value);
  return mark;
}

std::vector<json> Heads(const Forest& forest) {
  std::vector<json> marks;
  for (const ForestRow& row : forest.rows) {
    if (!row.estimate) continue;
    for (const HeadPoint& head : row.heads) {
      marks.push_back(Mark(forest, row, kHead, head.value));
      marks.back()["head"] = head.head;
      marks.back()["runs"] = head.runs;
    }
  }
  return marks;
}

std::vector<json> Marks(const Forest& forest) {
  std::vector<json> marks;
  for (const ForestRow& row : forest.rows) {
    if (!row.estimate) continue;
    if (row.printed) {
      marks.push_back(Mark(forest, row, kPaper, *row.printed));
      marks.back()["interval"] = "none printed";
    }
    marks.push_back(Mark(forest, row, forest.estimate, *row.estimate));
    marks.back()["interval"] = row.interval ? BoundsText(forest, *row.interval) : "none";
  }
  return marks;
}

std::vector<json> Intervals(const Forest& forest) {
  std::vector<json> intervals;
  for (const ForestRow& row : forest.rows) {
    if (!row.estimate || !row.interval || std::isinf(row.interval->low) || std::isinf(row.interval->high))
      continue;
    json one = Lane(row, kAbove);
    one["low"] = Shown(forest, row.interval->low);
    one["high"] = Shown(forest, row.interval->high);
    one["interval"] =
        BoundsText(forest, *row.interval) + " (" + Fixed(100 * row.interval->confidence, 1) + " %)";
    intervals.push_back(one);
  }
  return intervals;
}

std::vector<json> Margins(const Forest& forest) {
  std::vector<json> margins;
  for (const ForestRow& row : forest.rows) {
    if (!row.estimate || !row.margin) continue;
    margins.push_back({{"row", InLines(row.title)},
                       {"low", Shown(forest, -*row.margin)},
                       {"high", Shown(forest, *row.margin)},
                       {"meaning", "counts as the same"}});
  }
  return margins;
}

// Which mark is what: the one legend of the figure.
json ShapeChannel(const Forest& forest) {
  return {
      {"field", "what"},
      {"type", "nominal"},
      {"scale", {{"domain", {forest.estimate, kPaper, kHead}}, {"range", {"square", "diamond", "circle"}}}},
      {"legend",
       {{"title", nullptr},
        {"orient", "bottom"},
        {"direction", "horizontal"},
        {"columns", 1},
        {"labelLimit", 0},
        {"symbolOpacity", 1},
        {"symbolFillColor", kReference},
        {"symbolStrokeColor", kReference}}}};
}

// One rectangle from low to high; over the whole height, or one in each row.
json Bands(const std::vector<json>& values, const json& y) {
  json encoding = {{"x", {{"field", "low"}, {"type", "quantitative"}}},
                   {"x2", {{"field", "high"}}},
                   {"tooltip", Tooltip({{"meaning", "band"}, {"low", "from"}, {"high", "to"}})}};
  if (!y.is_null()) encoding["y"] = y;
  return {{"data", Values(values)},
          {"mark", {{"type", "rect"}, {"color", kReference}, {"opacity", 0.18}}},
          {"encoding", encoding}};
}

json LuckBand(const Forest& forest, double luck) {
  return Bands({{{"low", Shown(forest, -luck)}, {"high", Shown(forest, luck)}, {"meaning", "luck"}}},
               nullptr);
}

// Room for the longest label.
int RowHeight(const Forest& forest) {
  std::ptrdiff_t lines = 1;
  for (const ForestRow& row : forest.rows) {
    const std::string label = InLines(row.title);
    lines = std::max(lines, 1 + std::count(label.begin(), label.end(), '\n'));
  }
  return std::max(58, 14 + 15 * static_cast<int>(lines));
}

json RowChannel(const Forest& forest) {
  json domain = json::array();
  for (const ForestRow& row : forest.rows) {
    if (row.estimate) domain.push_back(InLines(row.title));
  }
  return {{"field", "row"},
          {"type", "nominal"},
          {"sort", nullptr},
          {"scale", {{"domain", domain}, {"padding", 0.1}}},
          {"axis", {{"title", nullptr}, {"labelExpr", kLinesOfLabel}, {"ticks", false}}}};
}

// Of the marks in rows: the place in the row, and the row's colour.
json InRow(const json& y) {
  return {{"y", y},
          {"yOffset", {{"field", "lane"}, {"type", "nominal"}, {"scale", {{"domain", {kAbove, kBelow}}}}}},
          {"color", {{"field", "colour"}, {"type", "nominal"}, {"scale", nullptr}}}};
}

json IntervalLayer(const Forest& forest, const std::vector<json>& intervals, const json& y) {
  json encoding = InRow(y);
  encoding["x"] = {{"field", "low"}, {"type", "quantitative"}};
  encoding["x2"] = {{"field", "high"}};
  encoding["tooltip"] =
      Tooltip({{"name", "row"}, {"interval", forest.unit.empty() ? "interval" : "interval, " + forest.unit}});
  return {
      {"data", Values(intervals)}, {"mark", {{"type", "rule"}, {"strokeWidth", 3}}}, {"encoding", encoding}};
}

// What a mark of either lane tells; a field that the marks lack would be shown as undefined.
json HeadTooltip(const Forest& forest) {
  return Tooltip({{"name", "row"},
                  {"what", "what"},
                  {"head", "head"},
                  {"value", forest.unit.empty() ? "value" : forest.unit},
                  {"runs", "runs"}});
}
json MarkTooltip(const Forest& forest) {
  return Tooltip({{"name", "row"},
                  {"what", "what"},
                  {"value", forest.unit.empty() ? "value" : forest.unit},
                  {"interval", "interval"}});
}

json PointLayer(const Forest& forest, const json& y, const std::vector<json>& values, const json& tooltip,
                int size, double opacity) {
  std::vector<std::string> axis = {forest.axis};
  if (forest.luck) axis = {forest.axis, "grey band: what luck alone", "gives 95 of 100 means"};
  json encoding = InRow(y);
  encoding["x"] = plots::Number("value", axis);
  encoding["x"]["scale"]["zero"] = true;
  encoding["shape"] = ShapeChannel(forest);
  encoding["tooltip"] = tooltip;
  return {{"data", Values(values)},
          {"mark", {{"type", "point"}, {"filled", true}, {"size", size}, {"opacity", opacity}}},
          {"encoding", encoding}};
}

}  // namespace

std::optional<Plot> DrawForest(const Forest& forest) {
  const json y = RowChannel(forest);
  const std::size_t rows = y["scale"]["domain"].size();
  if (rows == 0) return std::nullopt;
  std::vector<json> layers;
  if (forest.luck) layers.push_back(LuckBand(forest, *forest.luck));
  if (const auto margins = Margins(forest); !margins.empty()) layers.push_back(Bands(margins, y));
  layers.push_back(Rule("x", {0}, "no effect"));
  if (const auto intervals = Intervals(forest); !intervals.empty()) {
    layers.push_back(IntervalLayer(forest, intervals, y));
  }
  if (const auto heads = Heads(forest); !heads.empty())
    layers.push_back(PointLayer(forest, y, heads, HeadTooltip(forest), 30, 0.6));
  layers.push_back(PointLayer(forest, y, Marks(forest), MarkTooltip(forest), 110, 1));
  const std::string description = Description(forest);
  return Plot{.id = forest.id,
              .title = forest.title,
              .description = description,
              .spec = Figure(description, RowHeight(forest) * static_cast<int>(rows), layers)};
}

}  // namespace retable::reports::plots
