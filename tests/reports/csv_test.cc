// What a spreadsheet, R or pandas reads from a grid.
#include "reports/csv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace retable::reports {
namespace {

using testing::HasSubstr;

std::string OneCell(const nlohmann::json& value) {
  const std::string csv =
      Csv({.columns = {{"cell", "a cell"}}, .rows = {{{.text = "text", .value = value}}}});
  const std::string header = "cell\n";
  EXPECT_EQ(csv.substr(0, header.size()), header);
  EXPECT_EQ(csv.back(), '\n');
  return csv.substr(header.size(), csv.size() - header.size() - 1);
}

TEST(Csv, HeadsColumnsWithTheirIdsAndSplitsIntervals) {
  const Grid grid{.columns = {{"arm", "injected pattern"},
                              {"printed", "paper"},
                              {"interval", "95 % interval", Filter::kNone, kIntervalParts}},
                  .rows = {{{.text = "uniform prior", .value = "uniform"},
                            PercentEntry(-0.0361),
                            IntervalEntry({.low = -0.01, .high = 0.02, .confidence = 0.95})}}};
  EXPECT_EQ(Csv(grid),
            "arm,printed,interval_low,interval_high,interval_confidence\nuniform,-0.0361,-0.01,0.02,0.95\n");
}

TEST(Csv, KeepsItsHeaderWhereNoIntervalIsKnown) {
  const Grid grid{.columns = {{"mean_interval", "t interval", Filter::kNone, kIntervalParts}},
                  .rows = {{Words("not run")}}};
  EXPECT_EQ(Csv(grid),
            "mean_interval_low,mean_interval_high,mean_interval_confidence\nnot run,not run,not run\n");
  EXPECT_EQ(Csv({.columns = grid.columns}),
            "mean_interval_low,mean_interval_high,mean_interval_confidence\n");
}

TEST(Csv, SplitsOtherColumnsWithParts) {
  const Entry entry{.text = "confirmed, p 0.010", .value = {{"verdict", "confirmed"}, {"p", 0.01}}};
  EXPECT_EQ(Csv({.columns = {{.id = "sign_test", .title = "sign test", .parts = {"verdict", "p"}}},
                 .rows = {{entry}, {Words("not run")}}}),
            "sign_test_verdict,sign_test_p\nconfirmed,0.01\nnot run,not run\n");
}

TEST(Csv, SaysEndlessBoundsInWords) {
  const stats::Interval interval{
      .low = 0.5, .high = std::numeric_limits<double>::infinity(), .confidence = 0.9};
  EXPECT_EQ(Csv({.columns = {{"interval", "", Filter::kNone, kIntervalParts}},
                 .rows = {{IntervalEntry(interval)}}}),
            "interval_low,interval_high,interval_confidence\n0.5,none,0.9\n");
}

TEST(Csv, WritesNumbersInFullAndBare) {
  EXPECT_EQ(OneCell(-0.036), "-0.036");
  EXPECT_EQ(OneCell(0.000244140625), "0.000244140625");
  EXPECT_EQ(OneCell(2.4e-12), "2.4e-12");
  EXPECT_EQ(OneCell(-7), "-7");
  EXPECT_EQ(OneCell(true), "true");
}

TEST(Csv, QuotesCommasQuotesAndLineEnds) {
  EXPECT_EQ(OneCell("plain words"), "plain words");
  EXPECT_EQ(OneCell("confirmed, smaller"), "\"confirmed, smaller\"");
  EXPECT_EQ(OneCell("a \"word\""), "\"a \"\"word\"\"\"");
  EXPECT_EQ(OneCell("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(OneCell("two\r\nlines"), "\"two\r\nlines\"");
  EXPECT_EQ(OneCell(""), "");
}

TEST(Csv, SeparatesListsBySemicolons) {
  EXPECT_EQ(OneCell({120.164, -200.5, "not reached"}), "120.164;-200.5;not reached");
  EXPECT_EQ(OneCell({"a, b", "=c"}), "\"a, b;'=c\"");
  EXPECT_EQ(OneCell(nlohmann::json::array()), "");
}

TEST(Csv, DisarmsWhatASpreadsheetWouldRun) {
  EXPECT_EQ(OneCell("=1+1"), "'=1+1");
  EXPECT_EQ(OneCell("+1"), "'+1");
  EXPECT_EQ(OneCell("-1"), "'-1");
  EXPECT_EQ(OneCell("@SUM(A1)"), "'@SUM(A1)");
  EXPECT_EQ(OneCell("\t=1"), "'\t=1");
  EXPECT_EQ(OneCell("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(OneCell("=HYPERLINK(\"x\",\"y\")"), "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"");
  EXPECT_EQ(OneCell("1 - 1 = 0"), "1 - 1 = 0");
}

TEST(Csv, KeepsAnEmptyFirstCell) {
  EXPECT_EQ(Csv({.columns = {{"a", ""}, {"b", ""}}, .rows = {{Words(""), Count(2)}}}), "a,b\n,2\n");
}

TEST(Csv, RefusesWhatIsNoCell) {
  EXPECT_THROW(OneCell(nullptr), std::invalid_argument);
  EXPECT_THROW(OneCell(nlohmann::json::array({nullptr})), std::invalid_argument);
  try {
    Csv({.columns = {{"spread", ""}}, .rows = {{IntervalEntry({.low = 0, .high = 1, .confidence = 0.95})}}});
    FAIL() << "an interval in a column of numbers was taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), HasSubstr("column 'spread'"));
  }
}

TEST(Csv, RefusesAShortRow) {
  EXPECT_THROW(Csv({.columns = {{"a", ""}, {"b", ""}}, .rows = {{Words("x")}}}), std::out_of_range);
}

}  // namespace
}  // namespace retable::reports
