#include "stats/request.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "stats/checks.h"
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
      throw Undefined(std::string("\"") + part + "\" has no field " + Quoted(name) +
                      "; known: " + Listed(known));
    }
  }
  return object;
}

double AsNumber(const Json& value, std::string_view field) {
  if (value.is_number()) return value.get<double>();
  if (value == "inf") return kInfinity;
  if (value == "-inf") return -kInfinity;
  throw Undefined("\"" + std::string(field) + "\" holds " + Quoted(value) + ", which is no number");
}

int AsLabel(double value, std::string_view field) {
  if (value != std::floor(value) || std::abs(value) > 1e9) {
    throw Undefined("\"" + std::string(field) + "\" must be of whole numbers within a billion of 0");
  }
  return static_cast<int>(value);
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

std::vector<double> Request::Column(std::string_view field) const {
  return AsColumn(Find(data_, field), field);
}

std::vector<int> Request::Labels(std::string_view field) const {
  std::vector<int> labels;
  for (double value : Column(field)) labels.push_back(AsLabel(value, field));
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
  if (Has("d") && (Has("x") || Has("y")))
    throw Undefined("give differences \"d\", or columns \"x\" and \"y\", not both");
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

int Request::Label(std::string_view option, int otherwise) const {
  return AsLabel(Number(option, otherwise), option);
}

Table Request::ReadTable(std::string_view field) const {
  Table table;
  for (const std::vector<double>& row : Rows(field)) {
    if (table.rows++ == 0) table.columns = row.size();
    RequireSameSize(table.columns, row.size());
    table.values.insert(table.values.end(), row.begin(), row.end());
  }
  return table;
}

std::string Request::Word(std::string_view option, std::string_view otherwise) const {
  if (!options_.contains(std::string(option))) return std::string(otherwise);
  const Json& value = Find(options_, option);
  if (!value.is_string()) throw Undefined("option \"" + std::string(option) + "\" must be a word in quotes");
  return value.get<std::string>();
}

std::string Quoted(const Json& value) {
  constexpr std::size_t kLongest = 60;
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

namespace {

// Watches a parse from inside (nlohmann/json's callback) and refuses what would make it ambiguous or endless.
class Watch {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (depth > kDeepest) throw Undefined("the request holds lists or objects more than 16 deep");
    if (event == Event::object_start) open_.emplace_back();
    if (event == Event::object_end) open_.pop_back();
    if (event != Event::key) return true;
    std::set<std::string>& fields = open_.back();
    const std::string name = parsed.get<std::string>();
    if (!fields.insert(name).second) throw Undefined("field " + Quoted(name) + " is given twice");
    if (fields.size() > kMostFields) throw Undefined("an object of the request has more than 100 fields");
    return true;
  }

 private:
  static constexpr int kDeepest = 16;
  static constexpr std::size_t kMostFields = 100;
  std::vector<std::set<std::string>> open_;  // fields seen so far of the objects that are not closed
};

}  // namespace

Json ParseLine(std::string_view line) {
  constexpr std::size_t kLongest = std::size_t{64} << 20;
  if (line.size() > kLongest) throw Undefined("the line is longer than 64 MiB");
  Watch watch;
  Json json = Json::parse(
      line,
      [&watch](int depth, Json::parse_event_t event, Json& parsed) { return watch(depth, event, parsed); },
      /*allow_exceptions=*/false);
  if (json.is_discarded()) {
    throw Undefined(
        "the line is no JSON; numbers beyond 1.8e308 and NaN are none, infinities are \"inf\" and \"-inf\"");
  }
  return json;
}

Json ToJson(double value) {
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (std::isnan(value))
    throw Undefined("an answer is not a number: this is a fault of ours, please report it");
  return value;
}

}  // namespace retable::stats
