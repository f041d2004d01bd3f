// One page, two formats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "reports/grid.h"
#include "reports/json.h"
#include "reports/markdown.h"

namespace retable::reports {
namespace {

using testing::HasSubstr;

Page OneRow(const Entry& entry) {
  Section section{.id = "table", .title = "A table", .items = {"an item"}};
  section.grid = Grid{.columns = {{"value", "the value"}}, .rows = {{entry}}};
  section.command = "a command";
  return {.table = "a/b", .scale = "smoke", .title = "a/b, scale smoke", .sections = {section}};
}

nlohmann::json ValueIn(const Page& page) {
  return nlohmann::json::parse(Json(page)).at("sections").at(0).at("rows").at(0).at("value");
}

TEST(Markdown, LaysOutListsTablesAndCommands) {
  EXPECT_EQ(Markdown(OneRow(PercentEntry(0.036))),
            "# a/b, scale smoke\n\n## A table\n\n- an item\n\n| the value |\n| --- |\n| +3.60 % |\n\n```\na "
            "command\n```\n");
}

TEST(Markdown, EscapesBars) {
  EXPECT_THAT(Markdown(OneRow(Words("failed: a|b\nc"))), HasSubstr("| failed: a\\|b c |"));
}

// GitHub splits cells before it reads what is in them, and takes \\ for one backslash there too: after
// "\\|" the cell would end.
TEST(Markdown, EscapesBackslashesBeforeBars) {
  EXPECT_THAT(Markdown(OneRow(Words(R"(C:\|D)"))), HasSubstr(R"(| C:\\\|D |)"));
}

TEST(Markdown, EscapesWhatWouldBeMarkup) {
  EXPECT_THAT(Markdown(OneRow(Words("<b>2*3*4</b> &lt; `x` [a](b) _y_"))),
              HasSubstr(R"(| \<b>2\*3\*4\</b> \&lt; \`x\` \[a](b) \_y\_ |)"));
}

TEST(Markdown, LeavesPlainTextAsItIs) {
  const std::string plain = "real_attention - uniform > 0; p < 1, AT & T, R & D, 95.8 % (n = 12)!";
  std::string expected = plain;
  expected.insert(expected.find('<'), "\\");
  EXPECT_THAT(Markdown(OneRow(Words(plain))), HasSubstr("| " + expected + " |"));
}

TEST(Markdown, EscapesOutsideOfTablesToo) {
  Page page = OneRow(Words("one"));
  page.title = "<1>";
  page.sections[0].title = "<2>";
  page.sections[0].paragraphs = {"<3> a|b\n<script>"};
  page.sections[0].items = {"<4>"};
  const std::string text = Markdown(page);
  for (const std::string line : {"# \\<1>\n", "## \\<2>\n", "\n\\<3> a|b \\<script>\n", "\n- \\<4>\n"}) {
    EXPECT_THAT(text, HasSubstr(line));
  }
}

TEST(Markdown, LeavesCommandsAsTheyAre) {
  Page page = OneRow(Words("one"));
  page.sections[0].command = "run <this> & `that` | \\";
  EXPECT_THAT(Markdown(page), HasSubstr("\nrun <this> & `that` | \\\n"));
}

TEST(Markdown, LinksFiguresThatStandBesideTheReport) {
  Page page = OneRow(Words("one"));
  page.table = "injection/patterns";
  page.sections[0].plots = {
      {.id = "forest", .title = "Means", .description = "Means [of 3]: a, b.", .spec = {}}};
  EXPECT_THAT(Markdown(page), HasSubstr("\n![Means \\[of 3\\]: a, b.](patterns/forest.svg)\n"));
}

TEST(Json, HoldsNumbersAsNumbersAndWordsAsWords) {
  EXPECT_EQ(ValueIn(OneRow(PercentEntry(0.0360000001))), 0.036);
  EXPECT_EQ(ValueIn(OneRow(Words("not run"))), "not run");
  EXPECT_EQ(ValueIn(OneRow(Count(3))), 3);
}

TEST(Json, SaysEndlessBoundsInWords) {
  const stats::Interval interval{
      .low = 0.01, .high = std::numeric_limits<double>::infinity(), .confidence = 0.95};
  EXPECT_EQ(ValueIn(OneRow(IntervalEntry(interval))).at("low"), 0.01);
  EXPECT_EQ(ValueIn(OneRow(IntervalEntry(interval))).at("high"), "none");
  EXPECT_EQ(IntervalEntry(interval).text, "+1.00 to no upper bound (95.0 %)");
}

}  // namespace
}  // namespace retable::reports
