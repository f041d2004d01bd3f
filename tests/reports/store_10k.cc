// Writes a store of 10,000 made-up results, for measuring reports: every run of every table at scales desk and paper,
// and runs that no table asks for up to the round number.
//   store_10k FOLDER      writes FOLDER/results/made_up.jsonl and says how many runs the tables ask for
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "suites/suites.h"
#include "tests/reports/synthetic.h"
#include "training/result_line.h"
#include "training/store.h"

namespace retable::reports {
namespace {

constexpr std::size_t kResults = 10'000;

// Each once, however many tables share it.
Results ResultsOfAllTables() {
  Results results;
  for (const suites::Table& table : suites::Tables()) {
    for (const std::string id : {"desk", "paper"}) {
      const suites::Scale& scale = suites::FindScale(table, id);
      for (const suites::Cell& cell : suites::Cells(table, scale)) {
        results[training::Key(cell.run)] = SyntheticResult(cell, scale, PaperLikeSpeed(table, cell));
      }
    }
  }
  return results;
}

void Write(const std::filesystem::path& folder) {
  Results results = ResultsOfAllTables();
  const std::size_t asked = results.size();
  training::Result other = results.begin()->second;
  for (std::uint64_t seed = 1'000'000; results.size() < kResults; ++seed) {
    other.run.seed = seed;
    results[training::Key(other.run)] = other;
  }
  const std::filesystem::path store = training::ResultsFolder(folder);
  std::filesystem::create_directories(store);
  std::ofstream file(store / "made_up.jsonl");
  for (const auto& [key, result] : results) file << training::ToLine(result) << "\n";
  std::cout << results.size() << " results, " << asked << " of them asked for by a table" << std::endl;
}

}  // namespace
}  // namespace retable::reports

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "store_10k: name the folder to write into" << std::endl;
    return 2;
  }
  try {
    retable::reports::Write(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "store_10k: " << error.what() << std::endl;
    return 2;
  }
}
