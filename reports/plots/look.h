// How figures look: one colour, shape and dash for each arm in all figures of a table, and the parts of a
// Vega-Lite specification that they share.
//
// Colours: four of Okabe and Ito's and two darkened ones, each with a contrast of 3 or more against white and
// against #0d1117, so that marks need no theme; shape and dash tell series apart without colour. Text, axes
// and background are left to whoever draws. Past six arms colours repeat, with other shapes and dashes.
// Source: M. Okabe and K. Ito, Color Universal Design, 2008; contrast as WCAG 2.1 defines it.
#ifndef RETABLE_REPORTS_PLOTS_LOOK_H_
#define RETABLE_REPORTS_PLOTS_LOOK_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suites/table.h"

namespace retable::reports::plots {

struct Series {
  std::string title;
  std::string colour;
  std::string shape;
  std::vector<int> dash;  // lengths of stroke and gap; {1, 0} is solid
};

// Of every arm, in the order of the table; and of the baseline.
std::vector<Series> ArmSeries(const suites::Table& table);
Series BaselineSeries();

// kBaseline and every arm's id; and the series of one of them.
std::vector<std::string> Sides(const suites::Table& table);
Series SeriesOf(const suites::Table& table, const std::string& side);

// Of what is no series: rules at 0, thresholds, bands of luck.
inline constexpr char kReference[] = "#808080";

// A figure whose width is its place's: {"$schema", "description", "width", "height", "layer"}.
nlohmann::json Figure(const std::string& description, int height, const std::vector<nlohmann::json>& layers);

// {"values": [...]} as a layer's data.
nlohmann::json Values(const std::vector<nlohmann::json>& values);

// A channel of numbers. The title may have several lines; the axis need not start at 0.
nlohmann::json Number(const std::string& field, const std::vector<std::string>& title);

// Channels of the field "series" with a legend below the figure, in which channels of the same
// kind are merged.
enum class Legend { kNone, kPoints, kLines };
nlohmann::json ColourOf(const std::vector<Series>& series, Legend legend);
nlohmann::json ShapeOf(const std::vector<Series>& series, Legend legend);
nlohmann::json DashOf(const std::vector<Series>& series, Legend legend);

// Entries of a tooltip: field and what people call it.
struct Tip {
  std::string field;
  std::string title;
};
nlohmann::json Tooltip(const std::vector<Tip>& tips);

// A horizontal or vertical rule of the reference colour; channel "x" or "y".
nlohmann::json Rule(const std::string& channel, const std::vector<double>& at, const std::string& meaning);

// The text in lines of at most 22 characters where its words allow, joined by "\n"; an axis shows them as
// lines with kLinesOfLabel as its labelExpr.
std::string InLines(const std::string& text);
inline constexpr char kLinesOfLabel[] = "split(datum.label, '\\n')";

// 0.0123456 -> 1.235: a fraction in per cent, as figures hold it.
double InPercent(double fraction);

// "Speedup" of "speedup".
std::string Capital(std::string text);

// "a, b and c".
std::string Enumerated(const std::vector<std::string>& parts);

}  // namespace retable::reports::plots

#endif  // RETABLE_REPORTS_PLOTS_LOOK_H_
