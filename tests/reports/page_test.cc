// The whole report: goldens, and what must not change its bytes.
#include "reports/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <locale>

#include "reports/json.h"
#include "reports/markdown.h"
#include "tests/reports/goldens.h"
#include "tests/reports/synthetic.h"
#include "training/files.h"

namespace retable::reports {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CommaForPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3"; }
};

Report GoldenPatterns() {
  const suites::Table table = SmallPatterns();
  const Results results = GoldenResults(table);
  return MakeReport(table, table.scales.front(), LookupIn(results));
}

TEST(Page, EqualsItsGoldens) {
  for (const auto& [name, bytes] : Goldens()) {
    EXPECT_EQ(training::ReadFile("tests/golden/" + name), bytes)
        << name << " differs; if it should, bazel run //tests/reports:update_goldens and read the diff";
  }
}

TEST(Page, DoesNotDependOnLocaleOrTimeZone) {
  const std::string before = Markdown(GoldenPatterns().page) + Json(GoldenPatterns().page);
  const std::locale locale = std::locale::global(std::locale(std::locale::classic(), new CommaForPoint));
  setenv("TZ", "Pacific/Auckland", 1);
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  EXPECT_EQ(Markdown(GoldenPatterns().page) + Json(GoldenPatterns().page), before);
  std::locale::global(locale);
}

TEST(Page, SaysInWordsWhatIsMissing) {
  const std::string text = Markdown(GoldenPatterns().page);
  EXPECT_THAT(text, HasSubstr("failed: loss is NaN at step 140"));
  EXPECT_THAT(text, HasSubstr("censored at 2 of 3 thresholds"));
  EXPECT_THAT(text, HasSubstr("1 of 2 seeds"));
  EXPECT_THAT(text, HasSubstr("no number printed"));
  EXPECT_THAT(text, Not(HasSubstr("|  |")));
  EXPECT_THAT(text, Not(HasSubstr(" nan")));
}

TEST(Page, OfAPartOfTheGridIsPreliminaryAndStillTells) {
  const suites::Table table = SmallPatterns();
  const suites::Scale& scale = table.scales.front();
  Results results;
  for (const suites::Cell& cell : suites::Cells(table, scale, {.blocks = {"0.0", "1.0"}, .seeds = {1}})) {
    results[training::Key(cell.run)] = SyntheticResult(cell, scale, PaperLikeSpeed(table, cell));
  }
  const Report report = MakeReport(table, scale, LookupIn(results));
  EXPECT_THAT(report.claims[0].sentence, StartsWith("inconclusive: "));
  EXPECT_THAT(report.claims[0].sentence, HasSubstr("Preliminary: 2 of 16 pairs of head and seed"));
  EXPECT_THAT(Markdown(report.page), HasSubstr("| 0.1 | not run | not run |"));
}

TEST(Page, OfAnEmptyStoreSaysNotRun) {
  const suites::Table table = SmallPatterns();
  const Report report = MakeReport(table, table.scales.front(), LookupIn(Results{}));
  EXPECT_EQ(report.stored, 0);
  EXPECT_THAT(report.claims[0].sentence, StartsWith("not run: "));
  EXPECT_THAT(report.violations, IsEmpty());
}

TEST(Page, ShowsViolationsOfTheLedgerAsErrors) {
  const suites::Table table = SmallPatterns();
  Results results = GoldenResults(table);
  for (auto& [key, result] : results) result.measurement.ledger.final_weights = "the same";
  const Report report = MakeReport(table, table.scales.front(), LookupIn(results));
  EXPECT_THAT(report.violations, Not(IsEmpty()));
  EXPECT_THAT(Markdown(report.page), HasSubstr("ERROR: "));
}

}  // namespace
}  // namespace retable::reports
