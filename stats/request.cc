#include "stats/request.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stats/signed_rank.h"

namespace retable::stats {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string Listed(const std::vector<std::string_view>& names) {
  std::string list;
  for (std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list.empty() ? "none" : list;
}

Json Object(const Json& json, const char* part, const std::vector<std::string_view>& known) {
  if (!json.contains(part)) return Json::object();
  const Json& object = json.at(part);
  if (!object.is_object()) throw Undefined(std::string("\"") + part + "\" must be an object");
  for (const auto& [name, value] : object.items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw Undefined(std::string("\"") + part + "\" has no field \"" + name + "\"; known: " + Listed(known));
    }
  }
  return object;
}

double AsNumber(const Json& value, std::string_view field) {
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return kInfinity;
  if (value == "-inf") return -kInfinity;
  throw Undefined("\"" + std::string(field) + "\" holds " + value.dump() + ", which is no number");
}

std::vector<double> AsColumn(const Json& values, std::string_view field) {
  if (!values.is_array()) throw Undefined("\"" + std::string(field) + "\" must be a list of numbers");
  std::vector<double> column;
  for (const Json& value : values) column.push_back(AsNumber(value, field));
  return column;
}

const Json& Find(const Json& object, std::string_view field) {
  const auto found = object.find(std::string(field));
  if (found == object.end()) throw Undefined("\"" + std::string(field) + "\" is missing");
  return *found;
}

}  // namespace

Request::Request(Json json, const std::vector<std::string_view>& known_data,
                 const std::vector<std::string_view>& known_options)
    : data_(Object(json, "data", known_data)), options_(Object(json, "options", known_options)) {}

bool Request::Has(std::string_view field) const { return data_.contains(std::string(field)); }

std::vector<double> Request::Column(std::string_view field) const { return AsColumn(Find(data_, field), field); }

std::vector<int> Request::Labels(std::string_view field) const {
  std::vector<int> labels;
  for (double value : Column(field)) {
    if (value != std::floor(value) || std::abs(value) > 1e9) {
      throw Undefined("\"" + std::string(field) + "\" must hold whole numbers");
    }
    labels.push_back(static_cast<int>(value));
  }
  return labels;
}

std::vector<std::vector<double>> Request::Rows(std::string_view field) const {
  const Json& rows = Find(data_, field);
  if (!rows.is_array()) throw Undefined("\"" + std::string(field) + "\" must be a list of lists of numbers");
  std::vector<std::vector<double>> table;
  for (const Json& row : rows) table.push_back(AsColumn(row, field));
  return table;
}

std::vector<double> Request::Differences() const {
  if (Has("d") && (Has("x") || Has("y"))) throw Undefined("give differences \"d\", or columns \"x\" and \"y\", not both");
  if (Has("d")) return Column("d");
  const std::vector<double> x = Column("x");
  return PairedDifferences(x, Column("y"));
}

double Request::Number(std::string_view option) const { return AsNumber(Find(options_, option), option); }

double Request::Number(std::string_view option, double otherwise) const {
  return options_.contains(std::string(option)) ? Number(option) : otherwise;
}

std::size_t Request::Count(std::string_view option, std::size_t otherwise) const {
  const double value = Number(option, static_cast<double>(otherwise));
  if (!(value >= 0 && value <= 1e15) || value != std::floor(value)) {
    throw Undefined("option \"" + std::string(option) + "\" must be a whole number, 0 or more");
  }
  return static_cast<std::size_t>(value);
}

std::string Request::Word(std::string_view option, std::string_view otherwise) const {
  if (!options_.contains(std::string(option))) return std::string(otherwise);
  const Json& value = Find(options_, option);
  if (!value.is_string()) throw Undefined("option \"" + std::string(option) + "\" must be a word in quotes");
  return value.get<std::string>();
}

Json ToJson(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value)) throw Undefined("an answer is not a number: this is a fault of ours, please report it");
  return value;
}

}  // namespace retable::stats
