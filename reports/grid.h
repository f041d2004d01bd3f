// A report before it has a format: sections of sentences and grids. Markdown, JSON and HTML are views of it.
#ifndef RETABLE_REPORTS_GRID_H_
#define RETABLE_REPORTS_GRID_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "stats/interval.h"

namespace retable::reports {

// One cell of a grid: what people read and what programs read. A missing number is a sentence in both.
struct Entry {
  std::string text;
  nlohmann::json value;
  std::vector<std::string> runs =
      {};  // keys of the runs that the cell was computed from, where it names them
};

Entry Words(const std::string& words);
Entry Count(int count);
// Fractions: "+3.60 %" and 0.036.
Entry PercentEntry(double fraction);
Entry PointsEntry(double fraction);
// "+1.20 to +3.00 (95.0 %)" and {"low": 0.012, "high": 0.03, "confidence": 0.95}: bounds are shown times `factor`.
Entry IntervalEntry(const stats::Interval& interval, double factor = 100, int decimals = 2);
Entry PValueEntry(double p);
// What `make` gives of the value; where there is none, why.
template <typename Value, typename Make>
Entry OrWords(const std::optional<Value>& value, Make make, const std::string& words) {
  return value ? make(*value) : Words(words);
}

// What a reader can filter a grid's rows and columns by.
enum class Filter {
  kNone,
  kArm,    // the column's cells name arms
  kBlock,  // ... blocks
  kSeed,   // ... seeds
  kOneArm  // the column is that of one arm, which its title names
};

struct Column {
  std::string id;     // in JSON
  std::string title;  // in Markdown and HTML
  Filter filter = Filter::kNone;
  // The keys of its values, where they are objects; CSV has a column for each.
  std::vector<std::string> parts = {};
};

// Of a column of IntervalEntry.
inline const std::vector<std::string> kIntervalParts = {"low", "high", "confidence"};

struct Grid {
  std::vector<Column> columns;
  std::vector<std::vector<Entry>> rows = {};
};

// A figure as a Vega-Lite specification, with its data inside.
struct Plot {
  std::string id;  // of its SVG file
  std::string title;
  std::string description;  // what it shows, for those who cannot see it
  nlohmann::json spec;
};

// Markdown has no room for the grid of a long section and says how many rows there are.
enum class Length { kShort, kLong };

struct Section {
  std::string id;
  std::string title;
  std::vector<std::string> paragraphs = {};
  std::vector<std::string> items = {};  // a list
  std::optional<Grid> grid = std::nullopt;
  std::vector<Plot> plots = {};
  std::string command = "";  // a line for the shell
  Length length = Length::kShort;
};

struct Page {
  std::string table;
  std::string scale;
  std::string title;
  std::vector<std::string> caveats = {};  // why this is no evidence, or not yet; each a sentence
  std::vector<Section> sections = {};
};

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_GRID_H_
