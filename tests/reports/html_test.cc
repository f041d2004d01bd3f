// A page as HTML: nothing in it becomes markup, nothing is asked for from outside, and the same page gives
// the same bytes. What a browser makes of it is in browser_test.
#include "reports/html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "reports/html_claim.h"
#include "reports/html_grid.h"
#include "reports/html_parts.h"
#include "reports/html_text.h"
#include "reports/index.h"
#include "tests/reports/hostile.h"

namespace retable::reports {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Lt;
using testing::Not;

HtmlParts Parts() {
  return {.style = "p{}\n",
          .program = "go();",
          .libraries = {"first();", "second('</script>');"},
          .licences = "(c) X"};
}

Page OneSection(const Section& section) {
  return {.table = "a/b",
          .scale = "smoke",
          .title = "a/b, scale smoke",
          .sections = {{.id = "question", .title = "A table", .paragraphs = {"Does it?"}}, section}};
}

std::string GridOf(const std::vector<Entry>& entries) {
  Grid grid{.columns = {{"first", "First", Filter::kBlock}}};
  for (const Entry& entry : entries) grid.rows.push_back({Words("row"), entry});
  grid.columns.push_back({"value", "Value", Filter::kOneArm});
  return GridHtml(grid, "A <caption>");
}

std::vector<std::string> Matches(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  return {std::sregex_token_iterator(text.begin(), text.end(), regex, 1), {}};
}

TEST(HtmlText, EscapesEveryCharacterThatCouldEndTextOrAnAttribute) {
  EXPECT_EQ(Escaped("<a href=\"x\" b='y'>&amp;"), "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;");
  EXPECT_EQ(Escaped(std::string("a\x01\x7F\0b", 5)),
            "a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(Escaped("\xC3\xA9\tx\n"), "\xC3\xA9\tx\n");
}

TEST(HtmlText, JsonInAScriptKeepsItsValueAndCannotEndTheScript) {
  const nlohmann::json value = {{"</script>", "<!-- \xE2\x80\xA8 \xE2\x80\xA9 \\"}};
  const std::string text = ScriptJson(value);
  EXPECT_THAT(text, Not(HasSubstr("<")));
  EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xA8")));
  EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xA9")));
  EXPECT_EQ(nlohmann::json::parse(text), value);
  EXPECT_EQ(ScriptJson("\xFF"), "\"\xEF\xBF\xBD\"");
}

TEST(HtmlText, AProgramCannotEndItsScript) {
  EXPECT_EQ(ScriptText("a('</script><!--')"), "a('<\\/script><\\!--')");
}

// printf 'go();' | openssl dgst -sha256 -binary | base64
TEST(HtmlText, HashesAScriptAsContentSecurityPolicyDoes) {
  EXPECT_EQ(ScriptHash("go();"), "'sha256-bYOqbsii8BMz1hC57p5sZG4K4cMuk6QQDiwupM2aRMM='");
}

TEST(HtmlGrid, NamesItsHeadersAndCells) {
  const std::string html = GridOf({PercentEntry(0.036)});
  EXPECT_THAT(html, HasSubstr("<caption>A &lt;caption&gt;</caption>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"col\" data-filter=\"block\">First</th>"));
  EXPECT_THAT(html, HasSubstr("<th scope=\"col\" class=\"n\" data-filter=\"one-arm\">Value</th>"));
  EXPECT_THAT(
      html,
      HasSubstr("<tr><th scope=\"row\">row</th><td class=\"n\" data-value=\"0.036\">+3.60&nbsp;%</td></tr>"));
}

TEST(HtmlGrid, GivesNumbersAndIntervalsAValueToSortByAndWordsNone) {
  const stats::Interval interval{.low = 0.01, .high = 0.02, .confidence = 0.95};
  const std::string html = GridOf({Count(3), Words("not run"), IntervalEntry(interval)});
  EXPECT_THAT(html, HasSubstr("<td class=\"n\">3</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"w\">not run</td>"));
  EXPECT_THAT(html, HasSubstr("data-value=\"0.01\""));
}

TEST(HtmlGrid, NamesTheRunsBehindACell) {
  EXPECT_THAT(GridOf({{.text = "1", .value = 1, .runs = {"ab", "c\"d"}}}),
              HasSubstr("data-runs=\"ab c&quot;d\""));
}

TEST(HtmlGrid, SaysAVerdictInWordsWhateverItsColour) {
  EXPECT_EQ(BadgeHtml("confirmed, smaller"),
            "<span class=\"badge confirmed-smaller\">confirmed, smaller</span>");
}

TEST(HtmlClaim, EndsTheStatementAtItsFirstFullStop) {
  const ClaimText claim = ParseClaim("confirmed, smaller: It is 0.5 of it. Found in 2 of 2 heads. p");
  EXPECT_EQ(claim.verdict, "confirmed, smaller");
  EXPECT_EQ(claim.statement, "It is 0.5 of it.");
  EXPECT_EQ(claim.evidence, "Found in 2 of 2 heads. p");
  EXPECT_EQ(ParseClaim("not run: It is.").evidence, "");
  EXPECT_EQ(ParseClaim("no verdict").statement, "no verdict");
}

TEST(Html, SetsAClaimOutAsVerdictStatementAndEvidence) {
  const Section claims{.id = "claims", .title = "Claims", .items = {"not run: It is so. None was run. p"}};
  const std::string html = Html(OneSection(claims), Parts());
  EXPECT_THAT(
      html,
      HasSubstr(
          "not run</span>\n<p class=\"statement\">It is so.</p>\n<p class=\"evidence\">None was run. p</p>"));
}

TEST(Html, HasTheSameBytesForTheSamePage) {
  EXPECT_EQ(Html(HostilePage(), Parts()), Html(HostilePage(), Parts()));
}

TEST(Html, HoldsHostileStringsAsText) {
  const std::string html = Html(HostilePage(), Parts());
  const std::string markup = std::regex_replace(html, std::regex("<script[^>]*>[^]*?</script>"), "");
  EXPECT_THAT(markup, Not(HasSubstr("<script>window")));
  EXPECT_THAT(markup, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(markup, Not(ContainsRegex(" onmouseover='")));
  EXPECT_THAT(html, HasSubstr("&lt;img src=x onerror="));
}

TEST(Html, LetsRunExactlyTheScriptsThatItHolds) {
  const std::string html = Html(HostilePage(), Parts());
  std::string expected;
  const std::vector<std::string> scripts = Matches(html, "<script>([^]*?)</script>");
  ASSERT_EQ(scripts.size(), 3u);
  for (const std::string& script : scripts) expected += " " + ScriptHash(script);
  EXPECT_THAT(html, HasSubstr("script-src" + expected + "\">"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_THAT(html, Not(HasSubstr("unsafe-eval")));
}

TEST(Html, AsksForNothingFromOutside) {
  const std::string html = Html(HostilePage(), Parts());
  EXPECT_THAT(html, Not(HasSubstr("http://")));
  EXPECT_THAT(html, Not(HasSubstr("https://")));
  EXPECT_THAT(html, Not(HasSubstr("<link")));
  for (const std::string& address : Matches(html, "<[a-z][^>]* (?:src|href)=\"([^\"]*)\"")) {
    EXPECT_TRUE(address.front() == '#' || address.rfind("data:", 0) == 0) << address;
  }
}

TEST(Html, CarriesLibrariesOnlyWhereThereAreFigures) {
  const std::string without = Html(OneSection({.id = "s", .title = "S", .paragraphs = {"text"}}), Parts());
  EXPECT_THAT(without, Not(HasSubstr("first();")));
  EXPECT_THAT(without, Not(HasSubstr("(c) X")));
  EXPECT_THAT(without, HasSubstr("<script>go();</script>"));
  const std::string with = Html(HostilePage(), Parts());
  EXPECT_THAT(with, HasSubstr("first();"));
  EXPECT_THAT(with, HasSubstr("(c) X"));
}

TEST(Html, SaysWithoutAProgramWhatAFigureShowsAndWhereItIs) {
  const Plot plot{.id = "p", .title = "T", .description = "It \"rises\".", .spec = {{"mark", "bar"}}};
  EXPECT_THAT(
      Html(OneSection({.id = "s", .title = "S", .plots = {plot}}), Parts()),
      HasSubstr(
          "<noscript><p>This figure needs JavaScript. It &quot;rises&quot;. As a picture it stands beside "
          "this page, in b/p.svg.</p>\n</noscript>"));
}

TEST(Html, MarksTheCaveatsOfThePage) {
  Page page = OneSection({.id = "s", .title = "S"});
  page.caveats = {"No evidence."};
  page.sections[0].paragraphs.push_back("No evidence.");
  EXPECT_THAT(Html(page, Parts()), HasSubstr("<p class=\"caveat\">No evidence.</p>"));
}

TEST(Index, CountsVerdictsAndLinksEveryClaimToItsReport) {
  const Section claims{.id = "claims", .title = "Claims", .items = {"confirmed: A. x", "not run: B & C. y"}};
  Page page = OneSection(claims);
  page.caveats = {"No evidence."};
  const std::string html = IndexHtml({{"desk/a/b.html", page}, {"smoke/a/b.html", page}}, Parts());
  EXPECT_THAT(html, HasSubstr("<p>4 claims: 2 confirmed; 2 not run.</p>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"desk/a/b.html\">A table</a>"));
  EXPECT_THAT(html, HasSubstr("<a href=\"smoke/a/b.html#claims\">B &amp; C.</a>"));
  EXPECT_THAT(html, HasSubstr("<p class=\"caveat\">No evidence.</p>"));
  EXPECT_THAT(html, Not(HasSubstr("first();")));
}

TEST(Html, OfAPublishedPageStaysBelow1200Kilobytes) {
  EXPECT_THAT(Html(HostilePage(), InstalledHtmlParts()).size(), Lt(1200000u));
}

}  // namespace
}  // namespace retable::reports
