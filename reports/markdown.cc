#include "reports/markdown.h"

#include <cctype>

namespace retable::reports {
namespace {

bool IsWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Whether the character would be read as markup there. A letter after & may open an entity; an underscore
// inside a word is one; a bar matters in a cell, and a bracket in a description, which ends at it.
bool IsMarkup(const std::string& text, std::size_t at) {
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  switch (text[at]) {
    case '\\':
    case '<':
    case '*':
    case '`':
    case '[':
      return true;
    case '&':
      return IsWordCharacter(after) || after == '#';
    case '_':
      return !IsWordCharacter(before) || !IsWordCharacter(after);
    default:
      return false;
  }
}

// Text that is shown as it is. `also` names characters that are markup where it stands.
std::string Escaped(const std::string& text, const std::string& also = "") {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsMarkup(text, i) || also.find(text[i]) != std::string::npos) escaped += '\\';
    escaped += text[i] == '\n' ? ' ' : text[i];
  }
  return escaped;
}

std::string Cell(const std::string& text) { return " " + Escaped(text, "|") + " |"; }

std::string TableText(const Grid& grid) {
  std::string header = "|", rule = "|", rows;
  for (const Column& column : grid.columns) {
    header += Cell(column.title);
    rule += " --- |";
  }
  for (const auto& row : grid.rows) {
    rows += "|";
    for (const Entry& entry : row) rows += Cell(entry.text);
    rows += "\n";
  }
  return header + "\n" + rule + "\n" + rows;
}

// The file is beside the report, in the folder that is named after the last part of the table's id.
std::string PlotText(const std::string& table, const Plot& plot) {
  const std::string folder = table.substr(table.rfind('/') + 1);
  return "\n![" + Escaped(plot.description, "]") + "](" + folder + "/" + plot.id + ".svg)\n";
}

std::string SectionText(const std::string& table, const Section& section) {
  std::string text = "\n## " + Escaped(section.title) + "\n";
  for (const std::string& paragraph : section.paragraphs) text += "\n" + Escaped(paragraph) + "\n";
  if (!section.items.empty()) text += "\n";
  for (const std::string& item : section.items) text += "- " + Escaped(item) + "\n";
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
  std::string text = "# " + Escaped(page.title) + "\n";
  for (const Section& section : page.sections) text += SectionText(page.table, section);
  return text;
}

}  // namespace retable::reports
