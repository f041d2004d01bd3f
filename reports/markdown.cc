#include "reports/markdown.h"

namespace retable::reports {
namespace {

std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

std::string TableText(const Grid& grid) {
  std::string header = "|", rule = "|", rows;
  for (const Column& column : grid.columns) {
    header += " " + Escaped(column.title) + " |";
    rule += " --- |";
  }
  for (const auto& row : grid.rows) {
    rows += "|";
    for (const Entry& entry : row) rows += " " + Escaped(entry.text) + " |";
    rows += "\n";
  }
  return header + "\n" + rule + "\n" + rows;
}

// What stands in brackets ends at the first one that closes.
std::string InBrackets(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

// The file is beside the report, in the folder that is named after the last part of the table's id.
std::string PlotText(const std::string& table, const Plot& plot) {
  const std::string folder = table.substr(table.rfind('/') + 1);
  return "\n![" + InBrackets(plot.description) + "](" + folder + "/" + plot.id + ".svg)\n";
}

std::string SectionText(const std::string& table, const Section& section) {
  std::string text = "\n## " + section.title + "\n";
  for (const std::string& paragraph : section.paragraphs) text += "\n" + paragraph + "\n";
  if (!section.items.empty()) text += "\n";
  for (const std::string& item : section.items) text += "- " + item + "\n";
  if (section.grid && section.length == Length::kLong) {
    text += "\n" + std::to_string(section.grid->rows.size()) + " rows, in the HTML and JSON reports.\n";
  } else if (section.grid) {
    text += "\n" + TableText(*section.grid);
  }
  for (const Plot& plot : section.plots) text += PlotText(table, plot);
  if (!section.command.empty()) text += "\n```\n" + section.command + "\n```\n";
  return text;
}

}  // namespace

std::string Markdown(const Page& page) {
  std::string text = "# " + page.title + "\n";
  for (const Section& section : page.sections) text += SectionText(page.table, section);
  return text;
}

}  // namespace retable::reports
