// Figures over runs: learning curves with their percentiles, and the profile of steps to threshold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "reports/plots/curves.h"
#include "reports/plots/profile.h"
#include "tests/reports/plots_made.h"

namespace retable::reports {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

TEST(Curves, AreMeansOverRunsWithTheirPercentiles) {
  // Runs of one arm at speeds 0, 0.1, ..., 1.5 in some order: at step 20 their losses are known.
  const suites::Table table = SmallPatterns();
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
  const Made made = OfSpeeds(SmallPatterns(), [](const suites::Cell& cell) {
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
      OfSpeeds(SmallPatterns(), [](const suites::Cell& cell) { return cell.arm == "uniform" ? 0.2 : 0.0; });
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
  const Made made = OfSpeeds(SmallPatterns(), [](const suites::Cell&) { return 0.0; });
  for (const json& run : Values(*plots::StepsProfile(made.material()), "run")) EXPECT_EQ(run["fraction"], 1);
}

}  // namespace
}  // namespace retable::reports
