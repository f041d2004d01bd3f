// The committed results give the committed reports, byte for byte; there is none that they do not give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "reports/publish.h"
#include "suites/suites.h"
#include "training/files.h"
#include "training/store.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;

// The index, and every file below a folder named reports, by path from results/.
std::map<std::string, std::string> CommittedReports() {
  std::map<std::string, std::string> files;
  for (const auto& entry :
       fs::recursive_directory_iterator("results", fs::directory_options::follow_directory_symlink)) {
    const std::string path = entry.path().lexically_relative("results").generic_string();
    const bool is_report = path == "index.html" || path.find("/reports/") != std::string::npos;
    if (entry.is_regular_file() && is_report) {
      files[path] = training::ReadFile(entry.path());
    }
  }
  return files;
}

TEST(Published, ReportsAreWhatTheResultsGive) {
  Publication publication = ReportsOfPublished("results");
  EXPECT_THAT(DrawPlots(publication), testing::IsEmpty());
  const auto committed = CommittedReports();
  for (const auto& [path, bytes] : committed) std::cout << "committed: results/" << path << "\n";
  for (const auto& [path, bytes] : publication.files) {
    ASSERT_TRUE(committed.contains(path))
        << "results/" << path << " is missing: bazel run //reports:regenerate";
    EXPECT_TRUE(committed.at(path) == bytes)
        << "results/" << path << " is stale: bazel run //reports:regenerate";
  }
  for (const auto& [path, bytes] : committed) {
    EXPECT_TRUE(publication.files.contains(path))
        << "results/" << path << " has no results behind it: remove it";
  }
}

// The keys that any table asks for at that scale.
std::set<std::string> KeysOf(const std::string& scale) {
  std::set<std::string> keys;
  for (const suites::Table& table : suites::Tables()) {
    for (const suites::Scale& one : table.scales) {
      if (one.id != scale) continue;
      for (const suites::Cell& cell : suites::Cells(table, one)) keys.insert(training::Key(cell.run));
    }
  }
  return keys;
}

TEST(Published, RunsAreThoseOfTheTablesAtTheirScale) {
  for (const auto& folder : fs::directory_iterator("results")) {
    if (!folder.is_directory()) continue;
    const std::set<std::string> keys = KeysOf(folder.path().filename());
    training::Store::Open(folder.path()).ForEach([&](const std::string& key, const training::StoredRun&) {
      EXPECT_TRUE(keys.contains(key))
          << folder.path() << " holds " << training::ShortKey(key)
          << ", which no table asks for: its recipe has changed, or it is of another scale";
    });
  }
}

TEST(Published, SeedLedgerHolds) { EXPECT_TRUE(ReportsOfPublished("results").violations.empty()); }

}  // namespace
}  // namespace retable::reports
