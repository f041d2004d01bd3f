// Request: one question to //stats:evaluate, as JSON.
//
//   {"test": "signed_rank", "data": {"x": [..], "y": [..]}, "options": {"side": "greater"}}
// Numbers may be given as "inf" and "-inf", which JSON lacks. Reading a field refuses what is missing or of
// another kind with a sentence that names it (Undefined, like every refusal).
#ifndef RETABLE_STATS_REQUEST_H_
#define RETABLE_STATS_REQUEST_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stats/matrix_view.h"
#include "stats/undefined.h"

namespace retable::stats {

using Json = nlohmann::ordered_json;

// A value as it stood in the request, for sentences; long ones cut short.
std::string Quoted(const Json& value);

// Numbers that fill rows * columns, row after row.
struct Table {
  std::vector<double> values;
  std::size_t rows = 0;
  std::size_t columns = 0;
  MatrixView View() const { return {values, rows, columns}; }
};

class Request {
 public:
  // Refuses fields of `data` and `options` that are not among the known ones.
  Request(Json json, const std::vector<std::string_view>& known_data,
          const std::vector<std::string_view>& known_options);

  bool Has(std::string_view field) const;
  std::vector<double> Column(std::string_view field) const;
  std::vector<int> Labels(std::string_view field) const;
  std::vector<std::vector<double>> Rows(std::string_view field) const;
  // "d", or the differences of "x" and "y".
  std::vector<double> Differences() const;

  // "a": a table of numbers, row after row; all rows of one length.
  Table ReadTable(std::string_view field) const;

  double Number(std::string_view option) const;
  double Number(std::string_view option, double otherwise) const;
  std::size_t Count(std::string_view option, std::size_t otherwise) const;
  int Label(std::string_view option, int otherwise) const;

  template <typename Enum>
  Enum Choice(std::string_view option,
              std::initializer_list<std::pair<std::string_view, Enum>> choices) const {
    const std::string chosen = Word(option, choices.begin()->first);  // the first is the default
    std::string names;
    for (const auto& [name, value] : choices) {
      if (name == chosen) return value;
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    throw Undefined("option \"" + std::string(option) + "\" is " + Quoted(chosen) + "; it can be " + names);
  }

 private:
  std::string Word(std::string_view option, std::string_view otherwise) const;

  Json data_;
  Json options_;
};

// The JSON of a line. Refuses, with a sentence: what is no JSON; more than 64 MiB; objects or lists inside
// one another more than 16 deep; an object with more than 100 fields, or with one field twice, which JSON
// leaves open how to read.
Json ParseLine(std::string_view line);

// A number as JSON; infinities as "inf" and "-inf".
Json ToJson(double value);

}  // namespace retable::stats

#endif  // RETABLE_STATS_REQUEST_H_
