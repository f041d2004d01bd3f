// From files to files: stores on disk, the order of their lines, damage, and the committed results.
#include "reports/publish.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

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
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::StartsWith;

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

TEST(Publish, SkipsFoldersThatHoldNoRuns) {
  const fs::path folder = Publish("beside", SmokeLines());
  const auto files = ReportsOfPublished(folder).files;
  fs::create_directories(folder / "notes");
  training::WriteFileAtomically(folder / "notes/README.md", "no runs here\n");
  EXPECT_EQ(ReportsOfPublished(folder).files, files);
}

TEST(Publish, SkipsTablesThatHaveNoSuchScale) {
  const fs::path folder = Publish("other", SmokeLines());
  fs::rename(folder / "smoke", folder / "no_such_scale");
  EXPECT_THAT(ReportsOfPublished(folder).files, IsEmpty());
}

TEST(Publish, EveryFigureThatMarkdownLinksIsAFileBesideIt) {
  Publication publication = ReportsOfPublished(Publish("linked", SmokeLines()));
  EXPECT_THAT(DrawPlots(publication), IsEmpty());
  EXPECT_THAT(publication.plots, IsEmpty());
  const std::string& text = publication.files.at("smoke/reports/injection/patterns.md");
  int links = 0;
  for (std::size_t at = text.find("](patterns/"); at != std::string::npos;
       at = text.find("](patterns/", at + 1)) {
    const std::string file = text.substr(at + 2, text.find(')', at) - at - 2);
    EXPECT_THAT(publication.files.at("smoke/reports/injection/" + file), StartsWith("<svg ")) << file;
    ++links;
  }
  EXPECT_GE(links, 5);
}

TEST(Publish, AFigureThatCannotBeDrawnCostsItselfOnly) {
  const fs::path folder = Publish("refused", {});
  Publication publication;
  publication.files["a.md"] = "text";
  const nlohmann::json good = {{"data", {{"values", {{{"x", 1}}, {{"x", 2}}}}}},
                               {"mark", "point"},
                               {"encoding", {{"x", {{"field", "x"}, {"type", "quantitative"}}}}}};
  publication.plots["a/good.svg"] = {.id = "good", .title = "Good", .description = "", .spec = good};
  nlohmann::json bad = good;
  bad["mark"] = "no_such_mark";
  publication.plots["a/bad.svg"] = {.id = "bad", .title = "Bad", .description = "", .spec = bad};
  fs::create_directories(folder / "a");
  training::WriteFileAtomically(folder / "a/bad.svg", "an older figure");
  EXPECT_THAT(WriteFiles(publication, folder), ElementsAre(HasSubstr("a/bad.svg")));
  EXPECT_EQ(training::ReadFile(folder / "a.md"), "text");
  EXPECT_THAT(training::ReadFile(folder / "a/good.svg"), StartsWith("<svg "));
  EXPECT_FALSE(fs::exists(folder / "a/bad.svg"));
}

TEST(Publish, WithoutNodeAllButTheFiguresIsWritten) {
  const fs::path folder = Publish("without_node", SmokeLines());
  Publication publication = ReportsOfPublished(folder);
  const auto texts = publication.files;
  const std::size_t figures = publication.plots.size();
  const std::string path = std::getenv("PATH");
  setenv("PATH", testing::TempDir().c_str(), 1);
  const std::vector<std::string> undrawn = WriteFiles(publication, folder);
  setenv("PATH", path.c_str(), 1);
  EXPECT_GE(figures, 5u);
  EXPECT_EQ(undrawn.size(), figures);
  EXPECT_THAT(undrawn, Each(HasSubstr(".svg: cannot start node")));
  EXPECT_EQ(publication.files, texts);
  for (const auto& [file, bytes] : texts) EXPECT_EQ(training::ReadFile(folder / file), bytes);
  EXPECT_EQ(Conclude(publication, undrawn), 1);
}

TEST(Publish, WritesWhatItReports) {
  const fs::path folder = Publish("written", SmokeLines());
  Publication publication = ReportsOfPublished(folder);
  const auto texts = publication.files;
  EXPECT_THAT(WriteFiles(publication, folder), IsEmpty());
  EXPECT_EQ(Conclude(publication, {}), 0);
  EXPECT_GE(publication.files.size(), texts.size() + 5);
  for (const auto& [path, bytes] : publication.files) EXPECT_EQ(training::ReadFile(folder / path), bytes);
  EXPECT_EQ(ReportsOfPublished(folder).files, texts);  // its own output changes nothing
}

}  // namespace
}  // namespace retable::reports
