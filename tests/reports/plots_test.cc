// The figures of a whole report: which there are, what all of them keep to, and that Vega draws them.
#include "reports/plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "reports/page.h"
#include "reports/plots/look.h"
#include "reports/svg.h"
#include "tests/reports/plots_made.h"

namespace retable::reports {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<Plot> PlotsOf(const Page& page) {
  std::vector<Plot> plots;
  for (const Section& section : page.sections) {
    plots.insert(plots.end(), section.plots.begin(), section.plots.end());
  }
  return plots;
}

Page GoldenPage() {
  const Results results = GoldenResults(SmallPatterns());
  const suites::Table table = SmallPatterns();
  return MakeReport(table, table.scales.front(), LookupIn(results)).page;
}

TEST(Plots, AreNoneWhereNothingWasRun) {
  const suites::Table table = SmallPatterns();
  EXPECT_THAT(PlotsOf(MakeReport(table, table.scales.front(), LookupIn(Results{})).page), IsEmpty());
}

TEST(Plots, OfCensoredRunsAreTheCurvesAlone) {
  const suites::Table table = SmallPatterns();
  const Results results = SyntheticResults(table, table.scales.front(), [](const suites::Cell& cell) {
    return cell.arm == suites::kBaseline ? 0.0 : -0.9;
  });
  std::vector<std::string> ids;
  for (const Plot& plot : PlotsOf(MakeReport(table, table.scales.front(), LookupIn(results)).page))
    ids.push_back(plot.id);
  // The baselines arrive, so there is a profile.
  EXPECT_THAT(ids, testing::ElementsAre("curves", "curves_less_baseline", "profile"));
}

TEST(Plots, HaveTitlesDescriptionsAndNoNumberThatIsNone) {
  const std::vector<Plot> plots = PlotsOf(GoldenPage());
  EXPECT_EQ(plots.size(), 9u);
  for (const Plot& plot : plots) {
    EXPECT_FALSE(plot.title.empty());
    EXPECT_EQ(plot.spec["description"], plot.description);
    EXPECT_THAT(plot.description, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf "))));
    for (const char* field : {"value", "mean", "low", "share", "y"}) {
      for (const json& value : Values(plot, field))
        EXPECT_TRUE(value[field].is_number()) << plot.id << " " << value;
    }
  }
}

TEST(Plots, LeaveTextAndBackgroundToWhoeverDraws) {
  for (const Plot& plot : PlotsOf(GoldenPage())) {
    EXPECT_FALSE(plot.spec.contains("config")) << plot.id;
    EXPECT_FALSE(plot.spec.contains("background")) << plot.id;
    EXPECT_THAT(plot.spec.dump(), Not(HasSubstr("labelColor"))) << plot.id;
    EXPECT_EQ(plot.spec["width"], "container") << plot.id;
  }
}

TEST(Plots, GiveEachArmOneColour) {
  const Made made = Golden();
  std::map<std::string, std::string> colours;
  for (const plots::Series& series : plots::ArmSeries(made.table)) colours[series.title] = series.colour;
  EXPECT_EQ(colours.size(), made.table.arms.size());
  colours[plots::BaselineSeries().title] = plots::kReference;
  int scales = 0;
  for (const Plot& plot : PlotsOf(GoldenPage())) {
    for (const json& layer : plot.spec["layer"]) {
      const json& colour = layer["encoding"].value("color", json::object());
      if (!colour.contains("scale") || colour["scale"].is_null()) continue;
      ++scales;
      for (std::size_t i = 0; i < colour["scale"]["domain"].size(); ++i) {
        EXPECT_EQ(colours.at(colour["scale"]["domain"][i]), colour["scale"]["range"][i]) << plot.id;
      }
    }
    for (const json& value : Values(plot, "colour"))
      EXPECT_THAT(colours, Contains(testing::Pair(testing::_, value["colour"].get<std::string>())));
  }
  EXPECT_GT(scales, 10);
}

TEST(Plots, AreDrawnByVegaWithoutAWarning) {
  std::map<std::string, Plot> plots;
  for (const Plot& plot : PlotsOf(GoldenPage())) plots[plot.id] = plot;
  for (const auto& [id, svg] : DrawSvgs(plots)) {
    EXPECT_THAT(svg, HasSubstr(plots[id].title)) << id;
    EXPECT_THAT(svg, AllOf(Not(HasSubstr("NaN")), Not(HasSubstr("undefined")))) << id;
  }
}

}  // namespace
}  // namespace retable::reports
