#include "reports/verify/number_checks.h"

#include <cctype>
#include <cmath>
#include <functional>
#include <utility>

#include "reports/numbers.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;

std::string PlaceName(const std::string& section, std::size_t row, const std::string& column) {
  return section + ", row " + std::to_string(row + 1) + ", " + column;
}

bool IsWordAt(const std::string& text, std::size_t at) {
  return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

// Whether the text goes on at `at` with `part`, and no word or number runs on behind it.
bool HoldsAt(const std::string& text, std::size_t at, const std::string& part) {
  if (text.compare(at, part.size(), part) != 0) return false;
  return !IsWordAt(text, at + part.size() - 1) || !IsWordAt(text, at + part.size());
}

// Whether `part` stands in the text as whole words.
bool Holds(const std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    const bool runs_on = at > 0 && IsWordAt(text, at - 1) && IsWordAt(text, at);
    if (!runs_on && HoldsAt(text, at, part)) return true;
  }
  return false;
}

std::string Digits(double value) { return json(RoundedSignificant(value, 9)).dump(); }

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
                           const std::string& words, double tolerance) {
  seen_.insert(&cell);
  ++numbers_;
  if (!expected || std::isinf(*expected)) {
    if (!cell.is_string()) {
      Find(place + " is " + cell.dump() + " and the runs define no number");
    } else if (!words.empty() && !HoldsAt(cell.get<std::string>(), 0, words)) {
      Find(place + " is " + cell.dump() + " and should be '" + words + "'");
    }
  } else if (!cell.is_number() || !(std::abs(cell.get<double>() - *expected) <= tolerance)) {
    Find(place + " is " + cell.dump() + " and the runs give " + Digits(*expected));
  }
}

void NumberChecks::Number(const std::string& section, std::size_t row, const std::string& column,
                          const std::optional<double>& expected, const std::string& words, double tolerance) {
  const json* cell = Cell(section, row, column);
  if (cell != nullptr) Compare(*cell, PlaceName(section, row, column), expected, words, tolerance);
}

void NumberChecks::PValue(const std::string& section, std::size_t row, const std::string& column,
                          const std::optional<double>& expected, const std::string& words, double error) {
  Number(section, row, column, expected, words, error + 1e-5 * expected.value_or(0) + 1e-15);
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
  Compare(cell->at("low"), place + " low", expected->low, "none", kRounding);
  Compare(cell->at("high"), place + " high", expected->high, "none", kRounding);
  Compare(cell->at("confidence"), place + " confidence", expected->confidence, "", kRounding);
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
  if (!cell->is_string() || !HoldsAt(cell->get<std::string>(), 0, start)) {
    Find(PlaceName(section, row, column) + " is " + cell->dump() + " and should begin with '" + start + "'");
  }
}

void NumberChecks::Says(const std::string& id, const std::string& text) {
  ++numbers_;
  const json* section = Section(id);
  for (const std::string key : {"paragraphs", "items"}) {
    if (section == nullptr || !section->contains(key)) continue;
    for (const json& line : section->at(key)) {
      if (Holds(line.get<std::string>(), text)) return;
    }
  }
  Find("section " + id + " does not say '" + text + "', as the runs do");
}

std::string NumberChecks::Item(const std::string& id, std::size_t item) const {
  const json* section = Section(id);
  if (section == nullptr || !section->contains("items") || item >= section->at("items").size()) return "";
  return section->at("items")[item].get<std::string>();
}

void NumberChecks::ItemSays(const std::string& id, std::size_t item, const std::string& text) {
  ++numbers_;
  if (Holds(Item(id, item), text)) return;
  Find(id + ", item " + std::to_string(item + 1) + " does not say '" + text + "', as the runs do");
}

json NumberChecks::Shown(const std::string& id, std::size_t row, const std::string& column) const {
  const json* section = Section(id);
  const bool has_row = section != nullptr && section->contains("rows") && row < section->at("rows").size();
  return has_row ? section->at("rows")[row].value(column, json()) : json();
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
