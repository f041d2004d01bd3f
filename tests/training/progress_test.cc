#include "training/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace retable::training {
namespace {

using ::testing::ElementsAre;

TEST(DurationTest, ReadsAsPeopleSayIt) {
  EXPECT_EQ(Duration(3.4), "3 s");
  EXPECT_EQ(Duration(99), "99 s");
  EXPECT_EQ(Duration(12 * 60 + 10), "12 min");
  EXPECT_EQ(Duration(3 * 3600 + 5 * 60), "3 h 05 min");
}

// 6 to do at 30 s each on 2 workers: 90 s.
TEST(ProgressTest, OverviewEstimatesWhatIsLeftFromWhatIsDone) {
  ExecutorView view;
  view.workers.resize(2);
  view.items = 10;
  view.done = 3;
  view.failed = 1;
  view.elsewhere = 1;
  view.done_here = 2;
  view.done_seconds = 60;
  EXPECT_EQ(Overview(view), "3 of 10 done, 1 failed, 1 in another process, about 90 s left");
}

TEST(ProgressTest, EachWorkerHasALine) {
  ExecutorView view;
  view.workers = {{.label = "uniform 1.0 seed 2", .step = 120, .steps = 500, .seconds = 30}, {}};
  EXPECT_THAT(WorkerLines(view),
              ElementsAre("worker 1: uniform 1.0 seed 2, step 120 of 500, 30 s", "worker 2: idle"));
}

TEST(ProgressTest, ElsewhereThanOnATerminalLinesArePlainAndRare) {
  ::testing::internal::CaptureStdout();
  Progress progress(false);
  ExecutorView view;
  view.items = 2;
  for (int i = 0; i < 100; ++i) progress.Show(view);
  progress.Say("a line");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "0 of 2 done\na line\n");
}

TEST(ProgressTest, OnATerminalLinesAreRedrawnInPlace) {
  ::testing::internal::CaptureStdout();
  Progress progress(true);
  ExecutorView view;
  view.workers.resize(1);
  view.items = 2;
  progress.Show(view);
  progress.Say("a line");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "worker 1: idle\n0 of 2 done\n\x1b[2A\x1b[Ja line\n");
}

}  // namespace
}  // namespace retable::training
