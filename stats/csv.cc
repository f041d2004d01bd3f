#include "stats/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace retable::stats {
namespace {

std::string Trimmed(std::string_view cell) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t first = cell.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return "";
  cell = cell.substr(first, cell.find_last_not_of(kBlank) - first + 1);
  if (cell.size() >= 2 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
  return std::string(cell);
}

class Lines {
 public:
  explicit Lines(std::istream& file) : file_(file) {}

  // The cells of the next line that is not blank; none at the end.
  std::vector<std::string> Next() {
    for (std::string line; std::getline(file_, line);) {
      if (++number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
      if (Trimmed(line).empty()) continue;
      if (separator_ == 0) {
        const std::size_t place = line.find_first_of(",;\t");
        separator_ = place == std::string::npos ? ',' : line[place];
      }
      return Split(line);
    }
    return {};
  }

  std::size_t Number() const { return number_; }

 private:
  std::vector<std::string> Split(std::string_view line) const {
    std::vector<std::string> cells;
    for (std::size_t first = 0; first <= line.size();) {
      const std::size_t past = std::min(line.find(separator_, first), line.size());
      cells.push_back(Trimmed(line.substr(first, past - first)));
      first = past + 1;
    }
    return cells;
  }

  std::istream& file_;
  std::size_t number_ = 0;
  char separator_ = 0;
};

double ParseCell(std::string_view cell, const Lines& lines, const std::string& column) {
  const std::string_view digits = cell.starts_with('+') ? cell.substr(1) : cell;
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || std::isnan(value)) {
    throw std::runtime_error("line " + std::to_string(lines.Number()) + ", column " + column + ": \"" +
                             std::string(cell.substr(0, 60)) + "\" is no number");
  }
  return value;
}

}  // namespace

std::vector<std::vector<double>> ReadCsvColumns(std::istream& file, const std::vector<std::string>& names) {
  Lines lines(file);
  const std::vector<std::string> header = lines.Next();
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    if (std::count(header.begin(), header.end(), name) != 1) {
      std::string list;
      for (const std::string& known : header) list += (list.empty() ? "" : ", ") + known;
      throw std::runtime_error("the file does not have one column \"" + name + "\"; its header is: " + list);
    }
    places.push_back(
        static_cast<std::size_t>(std::find(header.begin(), header.end(), name) - header.begin()));
  }
  std::vector<std::vector<double>> columns(names.size());
  for (std::vector<std::string> cells = lines.Next(); !cells.empty(); cells = lines.Next()) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      columns[c].push_back(ParseCell(places[c] < cells.size() ? cells[places[c]] : "", lines, names[c]));
    }
  }
  return columns;
}

CsvMatrix ReadCsvMatrix(std::istream& file) {
  Lines lines(file);
  CsvMatrix matrix;
  for (std::vector<std::string> cells = lines.Next(); !cells.empty(); cells = lines.Next()) {
    if (matrix.rows++ == 0) matrix.columns = cells.size();
    if (cells.size() != matrix.columns) {
      throw std::runtime_error("line " + std::to_string(lines.Number()) + " has " +
                               std::to_string(cells.size()) + " numbers; the first has " +
                               std::to_string(matrix.columns));
    }
    for (std::size_t c = 0; c < cells.size(); ++c) {
      matrix.values.push_back(ParseCell(cells[c], lines, std::to_string(c + 1)));
    }
  }
  if (matrix.rows == 0) throw std::runtime_error("the file holds no numbers");
  return matrix;
}

}  // namespace retable::stats
