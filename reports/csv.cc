#include "reports/csv.h"

#include <stdexcept>
#include <vector>

namespace retable::reports {
namespace {

using Fields = std::vector<std::string>;

std::string WithoutFormula(const std::string& text) {
  const bool is_formula = !text.empty() && std::string("=+-@\t\r\n").find(text.front()) != std::string::npos;
  return is_formula ? "'" + text : text;
}

std::string Quoted(const std::string& text) {
  if (text.find_first_of("\",\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string Text(const Column& column, const nlohmann::json& value) {
  if (value.is_string()) return WithoutFormula(value.get<std::string>());
  if (value.is_number() || value.is_boolean()) return value.dump();
  throw std::invalid_argument(
      "column '" + column.id + "' holds " + value.dump() +
      ", which is no cell of a CSV file: give a number, words or a list of them, or name the "
      "parts of the column's objects");
}

std::string Field(const Column& column, const nlohmann::json& value) {
  if (!value.is_array()) return Quoted(Text(column, value));
  std::string list;
  for (const nlohmann::json& one : value) list += (&one == &value.front() ? "" : ";") + Text(column, one);
  return Quoted(list);
}

void AddHeader(const Column& column, Fields& fields) {
  if (column.parts.empty()) return fields.push_back(Quoted(WithoutFormula(column.id)));
  for (const std::string& part : column.parts) fields.push_back(Quoted(column.id + "_" + part));
}

void AddValue(const Column& column, const nlohmann::json& value, Fields& fields) {
  if (column.parts.empty()) return fields.push_back(Field(column, value));
  for (const std::string& part : column.parts) {
    fields.push_back(Field(column, value.is_object() ? value.at(part) : value));
  }
}

std::string Line(const Fields& fields) {
  std::string line;
  for (std::size_t f = 0; f < fields.size(); ++f) line += (f == 0 ? "" : ",") + fields[f];
  return line + "\n";
}

}  // namespace

std::string Csv(const Grid& grid) {
  Fields header;
  for (const Column& column : grid.columns) AddHeader(column, header);
  std::string text = Line(header);
  for (const std::vector<Entry>& row : grid.rows) {
    Fields fields;
    for (std::size_t c = 0; c < grid.columns.size(); ++c) AddValue(grid.columns[c], row.at(c).value, fields);
    text += Line(fields);
  }
  return text;
}

}  // namespace retable::reports
