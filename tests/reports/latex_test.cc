// Escapes, alignment and structure of the LaTeX tables.
#include "reports/latex.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace retable::reports {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Page PageOf(const std::string& section, const Grid& grid) {
  return {.table = "a/b_c",
          .scale = "desk",
          .title = "a/b_c, scale desk",
          .sections = {{.id = section, .title = "Means", .grid = grid},
                       {.id = "reproduce", .title = "To reproduce", .command = "bazel run //suites:a_b_c"}}};
}

Page PageOf(const Grid& grid) { return PageOf("table", grid); }

TEST(LatexText, EscapesEverySpecialCharacter) {
  EXPECT_EQ(LatexText("\\ { } $ & # ^ ~ %"),
            "\\textbackslash{} \\{ \\} \\$ \\& \\# \\textasciicircum{} \\textasciitilde{} \\%");
  EXPECT_EQ(LatexText("< > | ` \""), "\\textless{} \\textgreater{} \\textbar{} \\textasciigrave{} ''");
}

TEST(LatexText, LetsNamesAndPathsBreak) {
  EXPECT_EQ(LatexText("a_b/c"), "a\\_\\allowbreak{}b/\\allowbreak{}c");
}

TEST(LatexText, BreaksDashesAndWhatEndsOfRowsTakeForArguments) {
  EXPECT_EQ(LatexText("--scale ---"), "-{}-scale -{}-{}-");
  EXPECT_EQ(LatexText("[1pt] *"), "{[}1pt{]} {*}");
}

TEST(LatexText, SetsSignsAsMathematicsAndHyphensAsHyphens) {
  EXPECT_EQ(LatexText("+3.60 %"), "$+$3.60 \\%");
  EXPECT_EQ(LatexText("-0.04 to +0.76"), "$-$0.04 to $+$0.76");
  EXPECT_EQ(LatexText("real - uniform (-1)"), "real $-$ uniform ($-$1)");
  EXPECT_EQ(LatexText("signed-rank"), "signed-rank");
}

TEST(LatexText, DropsControlCharactersAndKeepsUtf8) {
  EXPECT_EQ(LatexText("a\x01"
                      "b\x7f"
                      "c\r\nd"),
            "abc d");
  EXPECT_EQ(LatexText("Fr\xc3\xa9"
                      "chet"),
            "Fr\xc3\xa9"
            "chet");
}

TEST(Latex, LaysOutATable) {
  const Grid grid{.columns = {{"arm", "injected pattern"}, {"printed", "paper"}},
                  .rows = {{Words("uniform"), PercentEntry(-0.0361)}}};
  EXPECT_EQ(Latex(PageOf(grid)),
            "% a/b_c, scale desk, for \\input in a paper. Needs:\n"
            "% \\usepackage{booktabs,tabularx}\n"
            "% To make it again: bazel run //suites:a_b_c\n"
            "\n"
            "\\begin{table}\n"
            "  \\centering\\footnotesize\\setlength{\\tabcolsep}{4pt}\n"
            "  \\caption{Means: a/\\allowbreak{}b\\_\\allowbreak{}c, scale desk.}\n"
            "  \\label{tab:a-b-c-table}\n"
            "  \\begin{tabularx}{\\linewidth}{@{}>{\\raggedright\\arraybackslash}Xr@{}}\n"
            "    \\toprule\n"
            "    injected pattern & \\shortstack[r]{paper, \\%} \\\\\n"
            "    \\midrule\n"
            "    uniform & $-$3.61 \\\\\n"
            "    \\bottomrule\n"
            "  \\end{tabularx}\n"
            "\\end{table}\n");
}

TEST(Latex, StacksTitlesOfNarrowColumns) {
  const Grid grid{.columns = {{"arm", "a first title that is long"}, {"count", "Hodges-Lehmann, or so"}},
                  .rows = {{Words("x"), Count(1)}}};
  EXPECT_THAT(Latex(PageOf(grid)),
              HasSubstr("a first title that is long & \\shortstack[r]{Hodges-\\\\Lehmann, or\\\\so} "));
}

TEST(Latex, KeepsUnitsThatDiffer) {
  const Grid grid{.columns = {{"arm", "arm"}, {"here", "here"}},
                  .rows = {{Words("x"), PercentEntry(0.01)}, {Words("y"), PointsEntry(0.02)}}};
  EXPECT_THAT(Latex(PageOf(grid)), HasSubstr("x & $+$1.00 \\% \\\\\n    y & $+$2.00 points \\\\"));
}

TEST(Latex, PutsWordsForMissingNumbersBelowTheTableOnceEach) {
  const Grid grid{.columns = {{"arm", "arm"}, {"printed", "paper"}, {"here", "here"}},
                  .rows = {{Words("x"), PercentEntry(0.01), Words("not run")},
                           {Words("y"), Words("not run"), PercentEntry(0.01)},
                           {Words("z"), Words("no number printed"), PercentEntry(0.01)}}};
  const std::string latex = Latex(PageOf(grid));
  EXPECT_THAT(latex, HasSubstr("x & $+$1.00 & \\textsuperscript{a} \\\\"));
  EXPECT_THAT(latex, HasSubstr("y & \\textsuperscript{a} & $+$1.00 \\\\"));
  EXPECT_THAT(latex, HasSubstr("\\textsuperscript{a}~not run; \\textsuperscript{b}~no number printed.\n"));
}

TEST(Latex, KeepsWordsInColumnsOfWords) {
  const Grid grid{.columns = {{"arm", "arm"}, {"verdict", "verdict"}},
                  .rows = {{Words("x"), Words("not run")}}};
  EXPECT_THAT(Latex(PageOf("tests", grid)), HasSubstr("x & not run \\\\"));
}

TEST(Latex, SetsSmallNumbersAsPowersOfTen) {
  const Grid grid{.columns = {{"claim", "claim"}, {"p_holm", "p"}},
                  .rows = {{Words("x"), PValueEntry(2.4e-4)}}};
  EXPECT_THAT(Latex(PageOf("tests", grid)), HasSubstr("x & $2.4 \\times 10^{-4}$ \\\\"));
}

TEST(Latex, LeavesOutWhatAPaperHasNoRoomFor) {
  const Grid grid{.columns = {{"arm", "arm"}, {"reached", "runs that reached"}},
                  .rows = {{Words("x"), Count(3)}}};
  EXPECT_THAT(Latex(PageOf(grid)), Not(HasSubstr("reached")));
  EXPECT_THAT(Latex(PageOf("provenance", grid)), Not(HasSubstr("tabularx}{\\linewidth")));
}

TEST(Latex, CaptionsCarryTheCaveats) {
  Page page = PageOf({.columns = {{"arm", "arm"}}, .rows = {}});
  page.caveats = {"Nothing here is evidence."};
  EXPECT_THAT(Latex(page), HasSubstr("scale desk. Nothing here is evidence.}"));
}

TEST(Latex, ACommentStaysOnItsLine) {
  Page page = PageOf({.columns = {{"arm", "arm"}}, .rows = {}});
  page.sections.back().command = "one\n\\input{x}";
  EXPECT_THAT(Latex(page), HasSubstr("% To make it again: one \\input{x}\n"));
}

Grid Effects(const Entry& center) {
  return {.columns = {{"claim", "difference"}, {"hodges_lehmann", "centre"}, {"mean_difference", "mean"}},
          .rows = {{Words("a - b"), PointsEntry(0.01), PointsEntry(0.02)},
                   {Words("rho"), center, PointsEntry(0.03)}}};
}

TEST(Latex, ShowsMeansWhereAClaimHasNoCentre) {
  const std::string centers = Latex(PageOf("tests", Effects(PointsEntry(0.01))));
  EXPECT_THAT(centers, HasSubstr("centre"));
  EXPECT_THAT(centers, Not(HasSubstr("mean")));
  const std::string means = Latex(PageOf("tests", Effects(Words("a correlation has none"))));
  EXPECT_THAT(means, HasSubstr("mean"));
  EXPECT_THAT(means, Not(HasSubstr("centre")));
}

}  // namespace
}  // namespace retable::reports
