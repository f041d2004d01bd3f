// From files to files: stores on disk, the order of their lines, damage, and the committed results.
#include "reports/publish.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "reports/json.h"
#include "reports/markdown.h"
#include "suites/suites.h"
#include "tests/reports/synthetic.h"
#include "training/files.h"
#include "training/result_line.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::IsEmpty;
using testing::Key;

std::vector<std::string> SmokeLines() {
  const suites::Table& table = suites::FindTable("injection/patterns");
  const suites::Scale& scale = suites::FindScale(table, "smoke");
  std::vector<std::string> lines;
  for (const suites::Cell& cell : suites::Cells(table, scale)) {
    suites::Scale longer = scale;
    longer.student.steps = 400;  // what SyntheticResult's curve is made for
    lines.push_back(training::ToLine(SyntheticResult(cell, longer, PaperLikeSpeed(table, cell))));
  }
  return lines;
}

// A fresh published folder whose scale smoke holds the lines.
fs::path Publish(const std::string& name, const std::vector<std::string>& lines) {
  const fs::path folder = fs::path(testing::TempDir()) / name;
  fs::remove_all(folder);
  fs::create_directories(folder / "smoke");
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  training::WriteFileAtomically(folder / "smoke/results.jsonl", text);
  return folder;
}

TEST(Publish, GivesTheSameBytesForAnyOrderOfLines) {
  std::vector<std::string> lines = SmokeLines();
  const auto files = ReportsOfPublished(Publish("in_order", lines)).files;
  EXPECT_THAT(files, Contains(Key("smoke/reports/injection/patterns.md")));
  std::reverse(lines.begin(), lines.end());
  std::rotate(lines.begin(), lines.begin() + 5, lines.end());
  EXPECT_EQ(ReportsOfPublished(Publish("in_disorder", lines)).files, files);
}

TEST(Publish, RefusesAnEditedLine) {
  std::vector<std::string> lines = SmokeLines();
  std::string& line = lines[3];
  const std::size_t digit = line.find_last_of('7');
  ASSERT_NE(digit, std::string::npos);
  line[digit] = '8';
  EXPECT_THROW(ReportsOfPublished(Publish("edited", lines)), std::runtime_error);
}

TEST(Publish, RefusesATornLineOfThePublishedResults) {
  const fs::path folder = Publish("torn", SmokeLines());
  std::string text = training::ReadFile(folder / "smoke/results.jsonl");
  text.resize(text.size() - 40);
  training::WriteFileAtomically(folder / "smoke/results.jsonl", text);
  EXPECT_THROW(ReportsOfPublished(folder), std::runtime_error);
}

TEST(Publish, AnEmptyFolderHasNoReports) {
  const fs::path folder = fs::path(testing::TempDir()) / "empty";
  fs::create_directories(folder);
  EXPECT_THAT(ReportsOfPublished(folder).files, IsEmpty());
  EXPECT_THAT(ReportsOfOut(folder).files, IsEmpty());
}

TEST(Publish, EveryFigureThatMarkdownLinksIsAFileBesideIt) {
  const auto files = ReportsOfPublished(Publish("linked", SmokeLines())).files;
  const std::string& text = files.at("smoke/reports/injection/patterns.md");
  int links = 0;
  for (std::size_t at = text.find("](patterns/"); at != std::string::npos;
       at = text.find("](patterns/", at + 1)) {
    const std::string file = text.substr(at + 2, text.find(')', at) - at - 2);
    EXPECT_THAT(files.at("smoke/reports/injection/" + file), testing::StartsWith("<svg ")) << file;
    ++links;
  }
  EXPECT_GE(links, 5);
}

TEST(Publish, WritesNoReportWhoseFiguresAreNotDrawn) {
  const fs::path folder = Publish("undrawn", SmokeLines());
  const auto store = training::Store::Open(folder / "smoke");
  EXPECT_THROW(WriteFiles(ReportsOfScale(store, "smoke"), folder), std::logic_error);
}

TEST(Publish, WritesWhatItReports) {
  const fs::path folder = Publish("written", SmokeLines());
  const Publication publication = ReportsOfPublished(folder);
  WriteFiles(publication, folder);
  for (const auto& [path, bytes] : publication.files) EXPECT_EQ(training::ReadFile(folder / path), bytes);
  EXPECT_EQ(ReportsOfPublished(folder).files, publication.files);  // its own output changes nothing
}

}  // namespace
}  // namespace retable::reports
