#include "reports/verify/number_checks.h"

#include <cmath>
#include <functional>

#include "reports/numbers.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;

constexpr double kRounding = 0.51e-6;  // fractions stand in a report with six decimals

std::string PlaceName(const std::string& section, std::size_t row, const std::string& column) {
  return section + ", row " + std::to_string(row + 1) + ", " + column;
}

std::string Shown(double value) { return json(RoundedSignificant(value, 9)).dump(); }

}  // namespace

const json* NumberChecks::Section(const std::string& id) const {
  for (const json& section : report_.at("sections")) {
    if (section.at("id") == id) return &section;
  }
  return nullptr;
}

const json& NumberChecks::RowsOf(const std::string& id) {
  static const json kNone = json::array();
  const json* section = Section(id);
  if (section != nullptr && section->contains("rows")) return section->at("rows");
  Find("it has no grid '" + id + "'");
  return kNone;
}

const json* NumberChecks::Cell(const std::string& section, std::size_t row, const std::string& column) {
  const json* found = Section(section);
  if (found != nullptr && found->contains("rows") && row < found->at("rows").size() &&
      found->at("rows")[row].contains(column)) {
    const json& cell = found->at("rows")[row].at(column);
    seen_.insert(&cell);
    return &cell;
  }
  Find(PlaceName(section, row, column) + " is missing");
  return nullptr;
}

void NumberChecks::Compare(const json& cell, const std::string& place, const std::optional<double>& expected,
                           double tolerance) {
  seen_.insert(&cell);
  ++numbers_;
  if (!expected || std::isinf(*expected)) {
    if (cell.is_number()) Find(place + " is " + cell.dump() + " and the runs define no number");
  } else if (!cell.is_number()) {
    Find(place + " is " + cell.dump() + " and the runs give " + Shown(*expected));
  } else if (!(std::abs(cell.get<double>() - *expected) <= tolerance)) {
    Find(place + " is " + cell.dump() + " and the runs give " + Shown(*expected));
  }
}

void NumberChecks::Number(const std::string& section, std::size_t row, const std::string& column,
                          const std::optional<double>& expected, double tolerance) {
  const json* cell = Cell(section, row, column);
  if (cell != nullptr) Compare(*cell, PlaceName(section, row, column), expected, tolerance);
}

void NumberChecks::PValue(const std::string& section, std::size_t row, const std::string& column,
                          const std::optional<double>& expected, double error) {
  Number(section, row, column, expected, error + 1e-5 * expected.value_or(0) + 1e-15);
}

void NumberChecks::Interval(const std::string& section, std::size_t row, const std::string& column,
                            const std::optional<PlainInterval>& expected) {
  const json* cell = Cell(section, row, column);
  if (cell == nullptr) return;
  const std::string place = PlaceName(section, row, column);
  if (!expected || !cell->is_object()) {
    if (expected) Find(place + " is " + cell->dump() + " and the runs give an interval");
    if (!expected && cell->is_object())
      Find(place + " is " + cell->dump() + " and the runs define no interval");
    return;
  }
  Compare(cell->at("low"), place + " low", expected->low, kRounding);
  Compare(cell->at("high"), place + " high", expected->high, kRounding);
  Compare(cell->at("confidence"), place + " confidence", expected->confidence, kRounding);
}

void NumberChecks::Value(const std::string& section, std::size_t row, const std::string& column,
                         const json& expected) {
  const json* cell = Cell(section, row, column);
  if (cell == nullptr) return;
  ++numbers_;
  if (*cell != expected) {
    Find(PlaceName(section, row, column) + " is " + cell->dump() + " and should be " + expected.dump());
  }
}

void NumberChecks::Starts(const std::string& section, std::size_t row, const std::string& column,
                          const std::string& start) {
  const json* cell = Cell(section, row, column);
  if (cell == nullptr) return;
  ++numbers_;
  if (!cell->is_string() || !cell->get<std::string>().starts_with(start)) {
    Find(PlaceName(section, row, column) + " is " + cell->dump() + " and should begin with '" + start + "'");
  }
}

void NumberChecks::Says(const std::string& id, const std::string& text) {
  ++numbers_;
  const json* section = Section(id);
  for (const std::string key : {"paragraphs", "items"}) {
    if (section == nullptr || !section->contains(key)) continue;
    for (const json& line : section->at(key)) {
      if (line.get<std::string>().find(text) != std::string::npos) return;
    }
  }
  Find("section " + id + " does not say '" + text + "', as the runs do");
}

void NumberChecks::RequireAllChecked() {
  const std::function<void(const json&, const std::string&)> walk = [&](const json& value,
                                                                        const std::string& place) {
    if (seen_.contains(&value) && !value.is_object()) return;
    if (value.is_number()) Find(place + " has no second path");
    if (!value.is_structured()) return;
    for (const auto& [key, inner] : value.items()) walk(inner, place + ", " + key);
  };
  for (const json& section : report_.at("sections")) {
    if (section.contains("rows")) walk(section.at("rows"), section.at("id").get<std::string>());
  }
}

}  // namespace retable::reports::verify
