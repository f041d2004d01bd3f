// Figures of arms and claims: each mark is a number of the evidence, and names the runs behind it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "reports/plots/arm_plots.h"
#include "reports/plots/claim_plots.h"
#include "reports/plots/look.h"
#include "reports/plots/runs_behind.h"
#include "reports/plots/scatter.h"
#include "tests/reports/plots_made.h"

namespace retable::reports {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

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
    EXPECT_EQ(Where(marks, "what", "one head").size(), static_cast<std::size_t>(evidence.blocks_measured));
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

TEST(ForestsOfClaims, DrawsEachClaimsEstimateIntervalAndHeads) {
  const Made made = OfSpeeds(SmallPatterns(),
                             [](const suites::Cell& cell) { return PaperLikeSpeed(SmallPatterns(), cell); });
  const Plot plot = plots::ForestsOfClaims(made.material()).at(0);
  const auto estimates = Where(Values(plot, "what"), "what", "estimate, with its interval");
  ASSERT_EQ(estimates.size(), made.table.claims.size());
  EXPECT_EQ(estimates[0]["name"], "real attention against real attention, wrong documents");
  for (std::size_t c = 0; c < estimates.size(); ++c) {
    const ClaimEvidence& evidence = made.evidence.claims[c];
    EXPECT_EQ(estimates[c]["value"], plots::InPercent(*evidence.center.estimate));
    const auto row = Where(Values(plot, "what"), "name", estimates[c]["name"]);
    EXPECT_EQ(Where(row, "what", "one head").size(), evidence.data.differences.size());
    const auto intervals = Where(Where(Values(plot, "low"), "lane", "a"), "name", estimates[c]["name"]);
    ASSERT_EQ(intervals.size(), 1u);
    EXPECT_EQ(intervals[0]["low"], plots::InPercent(evidence.center.interval->low));
  }
}

TEST(ForestsOfClaims, ShowsTheMarginOfAnEquivalence) {
  suites::Table table = SmallPatterns();
  table.claims[1].side = suites::Side::kEquivalent;
  table.claims[1].margin = 0.004;
  const Made made = OfSpeeds(table, [&](const suites::Cell& cell) { return PaperLikeSpeed(table, cell); });
  const auto margins = Where(Values(plots::ForestsOfClaims(made.material()).at(0), "meaning"), "meaning",
                             "counts as the same");
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
    for (std::size_t b = 0; b < evidence.data.blocks.size(); ++b) {
      const auto ends = Where(Values(slopes[c], "side"), "head", evidence.data.blocks[b]);
      const bool is_drawn = std::isfinite(evidence.data.differences[b]);
      ASSERT_EQ(ends.size(), is_drawn ? 2u : 0u) << evidence.data.blocks[b];
      if (!is_drawn) continue;
      EXPECT_NEAR(ends[1]["value"].get<double>() - ends[0]["value"].get<double>(),
                  100 * evidence.data.differences[b], 0.0011);
    }
  }
}

TEST(Slopes, SayThatCensoredHeadsAreNotDrawn) {
  const Made made = Golden();  // head 3.1 of real_attention_shuffled is censored
  const Plot plot = plots::SlopesOfClaims(made.material()).front();
  EXPECT_THAT(Where(Values(plot, "side"), "head", "3.1"), IsEmpty());
  EXPECT_THAT(plot.description, HasSubstr("Heads that an arm has censored are not drawn."));
}

TEST(Depth, PlacesEachHeadAtItsLayer) {
  const Made made = Golden();
  const Plot plot = *plots::ResponseByDepth(made.material());
  const auto points = Where(Values(plot, "shown"), "head", "2.1");
  ASSERT_EQ(points.size(), made.table.arms.size());
  for (std::size_t a = 0; a < points.size(); ++a) {
    EXPECT_EQ(points[a]["x"], 2);
    EXPECT_NEAR(points[a]["shown"], 2, 0.2);
    EXPECT_NEAR(points[a]["y"], 100 * made.evidence.arms[a].blocks[5].value, 1e-4);
  }
}

TEST(Scatter, OfOneSeriesStandsWhereTheNumbersAre) {
  const auto plot = plots::DrawScatter({.id = "depth",
                                        .title = "Speedup by depth",
                                        .description = "One head.",
                                        .x = "layer",
                                        .y = "speedup, %",
                                        .series = {plots::BaselineSeries()},
                                        .points = {{.series = 0, .head = "0.0", .x = 3, .y = 1.5}}});
  const auto points = Where(Values(*plot, "shown"), "head", "0.0");
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0]["shown"], 3);
  EXPECT_EQ(points[0]["y"], 1.5);
  EXPECT_EQ(plots::DrawScatter({}), std::nullopt);
}

// The runs of a head of which none is missing, as a tooltip names them.
std::string RunsOf(const Made& made, const std::string& arm, const std::string& block) {
  std::string text;
  for (const CellRun& run : made.runs) {
    if (run.cell.arm != arm || run.cell.block != block) continue;
    text += (text.empty() ? "seed " : ", seed ") + std::to_string(run.cell.seed) + " " +
            training::ShortKey(training::Key(run.cell.run));
  }
  return text;
}

TEST(RunsBehind, AreThoseThatTheHeadsMeanTakes) {
  const Made made = Golden();
  const plots::RunsOfHeads runs = plots::FindRunsOfHeads(made.material());
  int with_fewer_seeds = 0;
  for (std::size_t a = 0; a < made.table.arms.size(); ++a) {
    for (std::size_t b = 0; b < made.responses.blocks.size(); ++b) {
      const std::string &arm = made.table.arms[a].id, &block = made.responses.blocks[b];
      const int seeds = made.evidence.arms[a].blocks[b].seeds;
      const auto found = runs.find({arm, block});
      ASSERT_EQ(found == runs.end() ? 0u : found->second.size(), static_cast<std::size_t>(seeds));
      with_fewer_seeds += seeds < 2;
      if (seeds == 2) {
        EXPECT_EQ(plots::RunsBehind(runs, arm, block), RunsOf(made, arm, block));
      }
    }
  }
  EXPECT_GT(with_fewer_seeds, 0);
}

TEST(RunsBehind, OfAPairLeavesOutSeedsThatTheOtherArmLacks) {
  const plots::RunsOfHeads runs = {{{"a", "0.0"}, {{1, "aaaa"}, {2, "bbbb"}}}, {{"b", "0.0"}, {{2, "cccc"}}}};
  EXPECT_EQ(plots::RunsBehindPair(runs, "a", "b", "0.0"), "seed 2 bbbb");
  EXPECT_EQ(plots::RunsBehindPair(runs, "b", "a", "0.0"), "seed 2 cccc");
  EXPECT_EQ(plots::RunsBehindPair(runs, "a", "none", "0.0"), "");
}

TEST(RunsBehind, AreNamedByEveryMarkOfAHead) {
  const Made made = OfSpeeds(SmallPatterns(),
                             [](const suites::Cell& cell) { return PaperLikeSpeed(SmallPatterns(), cell); });
  const suites::Claim& claim = made.table.claims.front();
  const std::string of_arm = RunsOf(made, claim.arm, "2.1"), of_other = RunsOf(made, claim.against, "2.1");
  const auto titled = [&](const std::string& arm) { return plots::SeriesOf(made.table, arm).title; };
  const auto heads = [&](const Plot& plot) { return Where(Values(plot, "runs"), "head", "2.1"); };
  const auto of_arms = Where(heads(*plots::ForestOfArms(made.material())), "name", titled(claim.arm));
  ASSERT_EQ(of_arms.size(), 1u);
  EXPECT_EQ(of_arms[0]["runs"], of_arm);
  const auto depth = Where(heads(*plots::ResponseByDepth(made.material())), "series", titled(claim.arm));
  ASSERT_EQ(depth.size(), 1u);
  EXPECT_EQ(depth[0]["runs"], of_arm);
  const auto of_claims = heads(plots::ForestsOfClaims(made.material()).at(0));
  ASSERT_EQ(of_claims.size(), made.table.claims.size());
  EXPECT_EQ(of_claims[0]["runs"],
            titled(claim.arm) + ": " + of_arm + "; " + titled(claim.against) + ": " + of_other);
  const auto ends = heads(plots::SlopesOfClaims(made.material()).front());
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_EQ(ends[0]["runs"], of_other);
  EXPECT_EQ(ends[1]["runs"], of_arm);
}

}  // namespace
}  // namespace retable::reports
