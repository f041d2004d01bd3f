// bazel run //stats:evaluate: statistics for programs (JSON lines) and for a person with two columns (CSV).
#include <cstddef>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "stats/catalog.h"
#include "stats/csv.h"
#include "stats/evaluate.h"

namespace retable::stats {
namespace {

constexpr char kUsage[] =
    "evaluate                               one JSON request a line on standard input, one JSON answer a "
    "line\n"
    "evaluate --list                        the tests, their data and their options\n"
    "evaluate --csv FILE --columns A,B      two columns of a CSV file with a header, as pairs\n"
    "evaluate --features FILE FILE          distances of two feature sets: CSV files, a row a sample, no "
    "header\n"
    "A request: {\"test\": \"signed_rank\", \"data\": {\"x\": [1, 2], \"y\": [0, 4]}, \"options\": "
    "{\"side\": \"less\"}}\n";

// What a person with two columns is asked to read.
constexpr const char* kForColumns[] = {"student_t", "signed_rank",  "hodges_lehmann", "sign_test",
                                       "sign_flip", "effect_sizes", "spearman",       "pearson"};

// bazel run changes the folder and says where the person was.
std::ifstream Open(const std::string& path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  const auto whole = std::filesystem::path(folder == nullptr ? "" : folder) / path;
  std::ifstream file(whole);
  if (!file || std::filesystem::is_directory(whole)) throw std::runtime_error("cannot read " + path);
  return file;
}

// What a reader does, with the path in what it refuses.
template <typename Read>
auto FromFile(const std::string& path, Read read) {
  std::ifstream file = Open(path);
  try {
    return read(file);
  } catch (const std::exception& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
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

void Print(const char* test, const Json& data, const Json& options = Json::object()) {
  const Json answer = Evaluate({{"test", test}, {"data", data}, {"options", options}});
  const bool refused = answer.contains("refused");
  std::cout << test << (options.empty() ? "" : " " + options.dump()) << ": "
            << (refused ? answer["refused"].get<std::string>() : answer["answer"].dump()) << '\n';
}

void AnswerColumns(const std::string& path, const std::string& names) {
  const std::size_t comma = names.find(',');
  if (comma == std::string::npos || names.find(',', comma + 1) != std::string::npos) {
    throw std::runtime_error("--columns takes two names: --columns A,B");
  }
  const std::vector<std::string> chosen = {names.substr(0, comma), names.substr(comma + 1)};
  const auto columns = FromFile(path, [&](std::istream& file) { return ReadCsvColumns(file, chosen); });
  for (const char* test : kForColumns) Print(test, {{"x", columns[0]}, {"y", columns[1]}});
}

Json ReadFeatures(const std::string& path) {
  const CsvMatrix matrix = FromFile(path, ReadCsvMatrix);
  Json rows = Json::array();
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const auto first = matrix.values.begin() + static_cast<std::ptrdiff_t>(row * matrix.columns);
    rows.push_back(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(matrix.columns)));
  }
  return rows;
}

void AnswerFeatures(const std::string& path_a, const std::string& path_b) {
  const Json data = {{"a", ReadFeatures(path_a)}, {"b", ReadFeatures(path_b)}};
  Print("frechet", data);
  Print("frechet", data, {{"form", "small-sample"}});
  Print("kernel_distance", data);
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
  if (arguments.size() == 3 && arguments[0] == "--features") {
    AnswerFeatures(arguments[1], arguments[2]);
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
