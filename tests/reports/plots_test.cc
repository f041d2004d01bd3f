// Figures say what the evidence says: each mark's numbers, nothing where there are none, one look for each
// arm.
#include "reports/plots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "reports/page.h"
#include "reports/plots/arm_plots.h"
#include "reports/plots/claim_plots.h"
#include "reports/plots/curves.h"
#include "reports/plots/look.h"
#include "reports/plots/profile.h"
#include "reports/plots/scatter.h"
#include "reports/svg.h"
#include "suites/injection/patterns.h"
#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A material and all that it refers to.
struct Made {
  suites::Table table;
  std::vector<CellRun> runs;
  Responses responses;
  Evidence evidence;
  std::optional<Noise> noise;
  std::vector<suites::Preregistration> preregistrations;

  Made(const suites::Table& of, const Results& results)
      : table(of),
        runs(FindRuns(table, table.scales.front(), LookupIn(results))),
        responses(MeasureResponses(table, table.scales.front(), runs)),
        evidence(Weigh(table, table.scales.front(), responses)),
        noise(BaselineNoise(responses.baselines)) {}

  Material material() const {
    return {table, table.scales.front(), runs, responses, evidence, noise, preregistrations, 1};
  }
};

suites::Table Patterns() { return WithSyntheticScale(suites::injection::Patterns()); }

Made Golden() { return Made(Patterns(), GoldenResults(Patterns())); }

Made OfSpeeds(const suites::Table& table, const SpeedOf& speed) {
  return Made(table, SyntheticResults(table, table.scales.front(), speed));
}

// Every value of every layer that has the field.
std::vector<json> Values(const Plot& plot, const std::string& field) {
  std::vector<json> found;
  std::vector<json> data = {plot.spec.value("data", json::object())};
  for (const json& layer : plot.spec.at("layer")) data.push_back(layer.value("data", json::object()));
  for (const json& one : data) {
    for (const json& value : one.value("values", json::array())) {
      if (value.contains(field)) found.push_back(value);
    }
  }
  return found;
}

std::vector<json> Where(const std::vector<json>& values, const std::string& field, const json& wanted) {
  std::vector<json> found;
  for (const json& value : values) {
    if (value.value(field, json()) == wanted) found.push_back(value);
  }
  return found;
}

std::vector<Plot> PlotsOf(const Page& page) {
  std::vector<Plot> plots;
  for (const Section& section : page.sections) {
    plots.insert(plots.end(), section.plots.begin(), section.plots.end());
  }
  return plots;
}

Page GoldenPage() {
  const Results results = GoldenResults(Patterns());
  const suites::Table table = Patterns();
  return MakeReport(table, table.scales.front(), LookupIn(results)).page;
}

TEST(ForestOfArms, DrawsEachArmsMeanIntervalHeadsAndPaper) {
  const Made made = Golden();
  const Plot plot = *plots::ForestOfArms(made.material());
  for (std::size_t a = 0; a < made.table.arms.size(); ++a) {
    const suites::Arm& arm = made.table.arms[a];
    const ArmEvidence& evidence = made.evidence.arms[a];
    const auto marks = Where(Values(plot, "what"), "name", arm.title);
    const auto means = Where(marks, "what", "mean, with its interval");
    ASSERT_EQ(means.size(), 1u);
    EXPECT_EQ(means[0]["value"], plots::InPercent(*evidence.mean));
    EXPECT_EQ(Where(marks, "what", "one head").size(), static_cast<std::size_t>(evidence.heads_measured));
    const auto papers = Where(marks, "what", "the paper");
    ASSERT_EQ(papers.size(), arm.printed ? 1u : 0u);
    if (arm.printed) {
      EXPECT_EQ(papers[0]["value"], plots::InPercent(*arm.printed));
    }
    const auto intervals = Where(Where(Values(plot, "low"), "lane", "a"), "name", arm.title);
    ASSERT_EQ(intervals.size(), 1u);
    EXPECT_EQ(intervals[0]["low"], plots::InPercent(evidence.interval->low));
    EXPECT_EQ(intervals[0]["high"], plots::InPercent(evidence.interval->high));
  }
}

TEST(ForestOfArms, ShowsTheLuckOfTheSectionAboveIt) {
  const Made made = Golden();
  const auto bands = Where(Values(*plots::ForestOfArms(made.material()), "meaning"), "meaning", "luck");
  ASSERT_EQ(bands.size(), 1u);
  // Two seeds: 1.96 sd / sqrt(2).
  EXPECT_NEAR(bands[0]["high"], 100 * 1.959964 * made.noise->sd / std::sqrt(2.0), 1e-3);
  EXPECT_EQ(bands[0]["low"].get<double>(), -bands[0]["high"].get<double>());
}

TEST(ForestOfClaims, DrawsEachClaimsEstimateIntervalAndHeads) {
  const Made made =
      OfSpeeds(Patterns(), [](const suites::Cell& cell) { return PaperLikeSpeed(Patterns(), cell); });
  const Plot plot = *plots::ForestOfClaims(made.material());
  const auto estimates = Where(Values(plot, "what"), "what", "estimate, with its interval");
  ASSERT_EQ(estimates.size(), made.table.claims.size());
  EXPECT_EQ(estimates[0]["name"], "real attention against real attention, wrong documents");
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    const ClaimEvidence& evidence = made.evidence.claims[c];
    EXPECT_EQ(estimates[c]["value"], plots::InPercent(*evidence.center.estimate));
    const auto row = Where(Values(plot, "what"), "name", estimates[c]["name"]);
    EXPECT_EQ(Where(row, "what", "one head").size(), evidence.differences.size());
    const auto intervals = Where(Where(Values(plot, "low"), "lane", "a"), "name", estimates[c]["name"]);
    ASSERT_EQ(intervals.size(), 1u);
    EXPECT_EQ(intervals[0]["low"], plots::InPercent(evidence.center.interval->low));
  }
}

TEST(ForestOfClaims, ShowsTheMarginOfAnEquivalence) {
  suites::Table table = Patterns();
  table.claims[1].side = suites::Side::kEquivalent;
  table.claims[1].margin = 0.004;
  const Made made = OfSpeeds(table, [&](const suites::Cell& cell) { return PaperLikeSpeed(table, cell); });
  const auto margins =
      Where(Values(*plots::ForestOfClaims(made.material()), "meaning"), "meaning", "counts as the same");
  ASSERT_EQ(margins.size(), 1u);
  EXPECT_EQ(margins[0]["low"], -0.4);
  EXPECT_EQ(margins[0]["high"], 0.4);
}

TEST(Slopes, GoFromOneArmToTheOtherByTheClaimsDifference) {
  const Made made = Golden();
  const std::vector<Plot> slopes = plots::SlopesOfClaims(made.material());
  ASSERT_EQ(slopes.size(), made.table.claims.size());
  for (std::size_t c = 0; c < slopes.size(); ++c) {
    EXPECT_EQ(slopes[c].id, "slopes_" + made.table.claims[c].id);
    const ClaimEvidence& evidence = made.evidence.claims[c];
    for (std::size_t b = 0; b < evidence.blocks.size(); ++b) {
      const auto ends = Where(Values(slopes[c], "side"), "head", evidence.blocks[b]);
      const bool is_drawn = std::isfinite(evidence.differences[b]);
      ASSERT_EQ(ends.size(), is_drawn ? 2u : 0u) << evidence.blocks[b];
      if (!is_drawn) continue;
      EXPECT_NEAR(ends[1]["speedup"].get<double>() - ends[0]["speedup"].get<double>(),
                  100 * evidence.differences[b], 0.0011);
    }
  }
}

TEST(Slopes, SayThatCensoredHeadsAreNotDrawn) {
  const Made made = Golden();  // head 3.1 of real_attention_shuffled is censored
  const Plot plot = plots::SlopesOfClaims(made.material()).front();
  EXPECT_THAT(Where(Values(plot, "side"), "head", "3.1"), IsEmpty());
  EXPECT_THAT(plot.description, HasSubstr("Heads that an arm has censored are not drawn."));
}

TEST(Curves, AreMeansOverRunsWithTheirPercentiles) {
  // Runs of one arm at speeds 0, 0.1, ..., 1.5 in some order: at step 20 their losses are known.
  const suites::Table table = Patterns();
  int next = 0;
  std::vector<double> losses;
  const Made made = OfSpeeds(table, [&](const suites::Cell& cell) {
    if (cell.arm != "uniform") return 0.0;
    const double speed = 0.1 * next++;
    losses.push_back(3 + 4 / (1 + 20 * (1 + speed) / 100));
    return speed;
  });
  ASSERT_EQ(losses.size(), 16u);
  double sum = 0;
  for (const double loss : losses) sum += loss;
  const auto at = Where(
      Where(Values(*plots::LearningCurves(made.material()), "mean"), "series", "causal-uniform"), "step", 20);
  ASSERT_EQ(at.size(), 1u);
  EXPECT_NEAR(at[0]["mean"], sum / 16, 1e-4);
  EXPECT_NEAR(at[0]["low"], (losses[13] + losses[14]) / 2, 1e-4);  // place 1.5 of 15 from the smallest
  EXPECT_NEAR(at[0]["high"], (losses[1] + losses[2]) / 2, 1e-4);
  EXPECT_EQ(at[0]["runs"], 16);
}

TEST(Curves, EndWhereTheFirstRunOfTheArmDoes) {
  // Twice as fast reaches 70 % of 400 steps at step 140, the others at 280.
  const Made made = OfSpeeds(Patterns(), [](const suites::Cell& cell) {
    return cell.arm == "uniform" && cell.block == "0.0" ? 1.0 : 0.0;
  });
  const auto values = Values(*plots::LearningCurves(made.material()), "mean");
  EXPECT_EQ(Where(values, "series", "causal-uniform").back()["step"], 140);
  EXPECT_EQ(Where(values, "series", "real attention").back()["step"], 280);
}

TEST(Curves, LeaveOutAndCountRunsThatFailed) {
  const Made made = Golden();  // one run of uniform became NaN, one of mean_template was killed
  const Plot plot = *plots::LearningCurves(made.material());
  EXPECT_THAT(
      plot.description,
      HasSubstr(
          "Left out because they failed: 1 run of the head's mean template and 1 run of causal-uniform."));
  EXPECT_EQ(Where(Values(plot, "mean"), "series", "causal-uniform").front()["runs"], 15);
}

TEST(Curves, LessTheBaselineAreZeroForRunsLikeTheBaseline) {
  const Made made =
      OfSpeeds(Patterns(), [](const suites::Cell& cell) { return cell.arm == "uniform" ? 0.2 : 0.0; });
  const auto values = Values(*plots::CurvesLessBaseline(made.material()), "mean");
  for (const json& value : Where(values, "series", "real attention")) EXPECT_EQ(value["mean"], 0);
  EXPECT_LT(Where(values, "series", "causal-uniform").back()["mean"], 0);
}

TEST(Profile, CountsRunsAndNamesThem) {
  const Made made = Golden();
  std::set<std::string> keys;
  for (const CellRun& run : made.runs) keys.insert(training::ShortKey(training::Key(run.cell.run)));
  const Plot plot = *plots::StepsProfile(made.material());
  const auto runs = Where(Values(plot, "run"), "series", "causal-uniform");
  ASSERT_EQ(runs.size(), 15u);  // of 16; one failed
  EXPECT_EQ(runs.front()["share"], 0.0625);
  EXPECT_EQ(runs.back()["share"], 0.9375);
  for (const json& run : runs) {
    EXPECT_TRUE(keys.contains(run["run"])) << run;
    EXPECT_THAT(made.responses.blocks, Contains(run["block"].get<std::string>()));
    EXPECT_THAT(made.responses.seeds, Contains(run["seed"].get<std::uint64_t>()));
  }
}

TEST(Profile, OfRunsLikeTheBaselineStandsAtOne) {
  const Made made = OfSpeeds(Patterns(), [](const suites::Cell&) { return 0.0; });
  for (const json& run : Values(*plots::StepsProfile(made.material()), "run")) EXPECT_EQ(run["fraction"], 1);
}

TEST(Depth, PlacesEachHeadAtItsLayer) {
  const Made made = Golden();
  const Plot plot = *plots::SpeedupByDepth(made.material());
  const auto points = Where(Values(plot, "shown"), "head", "2.1");
  ASSERT_EQ(points.size(), made.table.arms.size());
  for (std::size_t a = 0; a < points.size(); ++a) {
    EXPECT_EQ(points[a]["x"], 2);
    EXPECT_NEAR(points[a]["shown"], 2, 0.2);
    EXPECT_NEAR(points[a]["y"], 100 * made.evidence.arms[a].heads[5].speedup, 1e-4);
  }
}

TEST(Scatter, OfAnyNumbersStandsWhereTheNumbersAre) {
  const auto plot = plots::DrawScatter({.id = "sparsity",
                                        .title = "Speedup by sparsity",
                                        .description = "One head.",
                                        .x = "sparsity",
                                        .y = "speedup, %",
                                        .series = {plots::BaselineSeries()},
                                        .points = {{.series = 0, .head = "0.0", .x = 0.25, .y = 1.5}}});
  const auto points = Values(*plot, "shown");
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0]["shown"], 0.25);
  EXPECT_EQ(points[0]["y"], 1.5);
  EXPECT_EQ(plots::DrawScatter({}), std::nullopt);
}

TEST(Plots, AreNoneWhereNothingWasRun) {
  const suites::Table table = Patterns();
  EXPECT_THAT(PlotsOf(MakeReport(table, table.scales.front(), LookupIn(Results{})).page), IsEmpty());
}

TEST(Plots, OfCensoredRunsAreTheCurvesAlone) {
  const suites::Table table = Patterns();
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
    for (const char* field : {"value", "mean", "low", "speedup", "share", "y"}) {
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

// As WCAG 2.1 defines relative luminance and contrast.
double Luminance(const std::string& colour) {
  constexpr double kWeights[] = {0.2126, 0.7152, 0.0722};
  double luminance = 0;
  for (int i = 0; i < 3; ++i) {
    const double part = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    luminance += kWeights[i] * (part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4));
  }
  return luminance;
}

double Contrast(const std::string& a, const std::string& b) {
  const double high = std::max(Luminance(a), Luminance(b)), low = std::min(Luminance(a), Luminance(b));
  return (high + 0.05) / (low + 0.05);
}

TEST(Look, ColoursAreSeenOnWhiteAndOnDark) {
  EXPECT_NEAR(Contrast("#000000", "#ffffff"), 21, 1e-9);
  suites::Table table;
  table.arms.resize(12);
  std::vector<plots::Series> series = plots::ArmSeries(table);
  series.push_back(plots::BaselineSeries());
  for (const plots::Series& one : series) {
    EXPECT_GE(Contrast(one.colour, "#ffffff"), 3) << one.colour;
    EXPECT_GE(Contrast(one.colour, "#0d1117"), 3) << one.colour;
  }
}

TEST(Look, TellsTwelveArmsApart) {
  suites::Table table;
  table.arms.resize(12);
  std::set<std::pair<std::string, std::string>> looks;
  for (const plots::Series& one : plots::ArmSeries(table)) looks.insert({one.colour, one.shape});
  EXPECT_EQ(looks.size(), 12u);
}

TEST(Look, BreaksLinesBetweenWords) {
  EXPECT_EQ(plots::InLines("real attention, wrong documents"), "real attention, wrong\ndocuments");
  EXPECT_EQ(plots::InLines("uniform"), "uniform");
}

}  // namespace
}  // namespace retable::reports
