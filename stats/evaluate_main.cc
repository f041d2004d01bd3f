// bazel run //stats:evaluate: statistics for programs (JSON lines) and for a person with two columns (CSV).
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "stats/catalog.h"
#include "stats/evaluate.h"

namespace retable::stats {
namespace {

constexpr char kUsage[] =
    "evaluate                               one JSON request a line on standard input, one JSON answer a line\n"
    "evaluate --list                        the tests, their data and their options\n"
    "evaluate --csv FILE --columns A,B      two columns of a CSV file with a header, as pairs\n"
    "A request: {\"test\": \"signed_rank\", \"data\": {\"x\": [1, 2], \"y\": [0, 4]}, \"options\": {\"side\": \"less\"}}\n";

// What a person with two columns is asked to read.
constexpr const char* kForColumns[] = {"student_t", "signed_rank",  "hodges_lehmann", "sign_test",
                                       "sign_flip", "effect_sizes", "spearman"};

std::vector<std::string> Split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) {
    cell.erase(std::remove(cell.begin(), cell.end(), '\r'), cell.end());
    cells.push_back(cell);
  }
  return cells;
}

double ParseCell(const std::string& cell, std::size_t line_number, const std::string& column) {
  std::size_t read = 0;
  double value = 0;
  try {
    value = std::stod(cell, &read);
  } catch (const std::exception&) {
    read = 0;
  }
  if (read == 0 || cell.find_first_not_of(" \t", read) != std::string::npos) {
    throw std::runtime_error("line " + std::to_string(line_number) + ", column " + column + ": \"" + cell +
                             "\" is no number");
  }
  return value;
}

// Columns `names` of a file with a header line.
std::vector<std::vector<double>> ReadColumns(const std::string& path, const std::vector<std::string>& names) {
  // bazel run changes the folder and says where the person was.
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  std::ifstream file(folder == nullptr ? std::filesystem::path(path) : std::filesystem::path(folder) / path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = Split(line);
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    const auto found = std::find(header.begin(), header.end(), name);
    if (found == header.end()) throw std::runtime_error(path + " has no column " + name + "; its header is: " + line);
    places.push_back(static_cast<std::size_t>(found - header.begin()));
  }
  std::vector<std::vector<double>> columns(names.size());
  for (std::size_t line_number = 2; std::getline(file, line); ++line_number) {
    if (line.empty() || line == "\r") continue;
    const std::vector<std::string> cells = Split(line);
    for (std::size_t c = 0; c < names.size(); ++c) {
      const std::string cell = places[c] < cells.size() ? cells[places[c]] : "";
      columns[c].push_back(ParseCell(cell, line_number, names[c]));
    }
  }
  return columns;
}

void List() {
  auto join = [](const std::vector<std::string_view>& names) {
    std::string list;
    for (std::string_view name : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
  };
  for (const CatalogEntry& entry : Catalog()) {
    std::cout << entry.name << ": " << entry.question << "\n    data: " << join(entry.data)
              << "\n    options: " << join(entry.options) << '\n';
  }
  std::cout << "Where d, x and y are listed, give d (differences) or x and y (pairs).\n";
}

void AnswerColumns(const std::string& path, const std::string& names) {
  const std::vector<std::string> chosen = Split(names);
  if (chosen.size() != 2) throw std::runtime_error("--columns takes two names: --columns A,B");
  const auto columns = ReadColumns(path, chosen);
  for (const char* test : kForColumns) {
    const Json request = {{"test", test}, {"data", {{"x", columns[0]}, {"y", columns[1]}}}};
    const Json answer = Evaluate(request);
    std::cout << test << ": "
              << (answer.contains("refused") ? answer["refused"].get<std::string>() : answer["answer"].dump()) << '\n';
  }
}

int Main(const std::vector<std::string>& arguments) {
  if (arguments.empty()) {
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.empty()) std::cout << EvaluateLine(line) << std::endl;
    }
    return 0;
  }
  if (arguments == std::vector<std::string>{"--list"}) {
    List();
    return 0;
  }
  if (arguments == std::vector<std::string>{"--help"}) {
    std::cout << kUsage;
    return 0;
  }
  if (arguments.size() == 4 && arguments[0] == "--csv" && arguments[2] == "--columns") {
    AnswerColumns(arguments[1], arguments[3]);
    return 0;
  }
  throw std::runtime_error(std::string("these arguments are not understood; usage:\n") + kUsage);
}

}  // namespace
}  // namespace retable::stats

int main(int argc, char** argv) {
  try {
    return retable::stats::Main({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "evaluate: " << error.what() << '\n';
    return 2;
  }
}
