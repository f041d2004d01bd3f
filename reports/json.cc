#include "reports/json.h"

namespace retable::reports {
namespace {

nlohmann::json RowsJson(const Grid& grid) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& row : grid.rows) {
    nlohmann::json object = nlohmann::json::object();
    for (std::size_t c = 0; c < row.size(); ++c) object[grid.columns.at(c).id] = row[c].value;
    rows.push_back(object);
  }
  return rows;
}

nlohmann::json SectionJson(const Section& section) {
  nlohmann::json json = {{"id", section.id}, {"title", section.title}};
  if (!section.paragraphs.empty()) json["paragraphs"] = section.paragraphs;
  if (!section.items.empty()) json["items"] = section.items;
  if (section.grid) json["rows"] = RowsJson(*section.grid);
  if (!section.command.empty()) json["command"] = section.command;
  return json;
}

}  // namespace

std::string Json(const Page& page) {
  nlohmann::json json = {{"schema", kReportSchema},
                         {"table", page.table},
                         {"scale", page.scale},
                         {"title", page.title},
                         {"caveats", page.caveats}};
  for (const Section& section : page.sections) json["sections"].push_back(SectionJson(section));
  return json.dump(2) + "\n";
}

}  // namespace retable::reports
