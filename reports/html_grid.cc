#include "reports/html_grid.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "reports/html_text.h"
#include "reports/joined.h"

namespace retable::reports {
namespace {

constexpr char kVerdictColumn[] = "verdict";

std::string FilterName(Filter filter) {
  switch (filter) {
    case Filter::kNone:
      return "";
    case Filter::kArm:
      return "arm";
    case Filter::kBlock:
      return "block";
    case Filter::kSeed:
      return "seed";
    case Filter::kOneArm:
      return "one-arm";
  }
  throw std::invalid_argument("no filter");
}

// Whether any cell of the column holds a number: the column is then set as one.
bool HoldsNumbers(const Grid& grid, std::size_t column) {
  return std::any_of(grid.rows.begin(), grid.rows.end(),
                     [column](const auto& row) { return row.at(column).value.is_number(); });
}

std::string HeaderCell(const Column& column, bool is_number) {
  std::string cell = "<th scope=\"col\"";
  if (is_number) cell += " class=\"n\"";
  if (column.filter != Filter::kNone) cell += " data-filter=\"" + FilterName(column.filter) + "\"";
  return cell + ">" + Escaped(column.title) + "</th>";
}

// A number and its per cent sign stay on one line.
std::string Typeset(const std::string& text) {
  std::string html = Escaped(text);
  for (std::size_t at = html.find(" %"); at != std::string::npos; at = html.find(" %", at)) {
    html.replace(at, 1, "&nbsp;");
  }
  return html;
}

// A cell is sorted by data-value: a number, or the lower bound of an interval. A number that is its own text
// needs none.
std::string SortValue(const Entry& entry) {
  const nlohmann::json& value = entry.value;
  if (value.is_number()) return value.dump() == entry.text ? "" : value.dump();
  const bool is_interval = value.is_object() && value.contains("low") && value.at("low").is_number();
  return is_interval ? value.at("low").dump() : "";
}

std::string Attributes(const Entry& entry, bool is_number) {
  std::string attributes;
  if (is_number) attributes = entry.value.is_number() ? " class=\"n\"" : " class=\"w\"";
  if (const std::string value = SortValue(entry); !value.empty()) {
    attributes += " data-value=\"" + value + "\"";
  }
  if (!entry.runs.empty()) attributes += " data-runs=\"" + Escaped(Joined(entry.runs, " ")) + "\"";
  return attributes;
}

std::string BodyCell(const Column& column, const Entry& entry, bool is_first, bool is_number) {
  const std::string tag = is_first ? "th" : "td";
  const std::string text = column.id == kVerdictColumn ? BadgeHtml(entry.text) : Typeset(entry.text);
  return "<" + tag + (is_first ? " scope=\"row\"" : "") + Attributes(entry, is_number) + ">" + text + "</" +
         tag + ">";
}

}  // namespace

std::string GridHtml(const Grid& grid, const std::string& caption) {
  std::vector<bool> is_number(grid.columns.size());
  std::string html =
      "<div class=\"grid\">\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Table: " +
      Escaped(caption) + "\">\n<table>\n<caption>" + Escaped(caption) + "</caption>\n<thead><tr>";
  for (std::size_t c = 0; c < grid.columns.size(); ++c) {
    is_number[c] = HoldsNumbers(grid, c);
    html += HeaderCell(grid.columns[c], is_number[c]);
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Entry>& row : grid.rows) {
    html += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      html += BodyCell(grid.columns[c], row[c], c == 0, is_number[c]);
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table>\n</div>\n</div>\n";
}

std::string BadgeHtml(const std::string& verdict) {
  std::string kind;
  for (const char c : verdict) {
    if (c == ' ') kind += '-';
    if (c >= 'a' && c <= 'z') kind += c;
  }
  return "<span class=\"badge " + kind + "\">" + Escaped(verdict) + "</span>";
}

}  // namespace retable::reports
