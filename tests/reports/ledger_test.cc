#include "reports/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LedgerTest : public testing::Test {
 protected:
  LedgerTest() : table_(SmallPatterns()) {
    const Results results =
        SyntheticResults(table_, table_.scales.front(), [](const suites::Cell&) { return 0.0; });
    runs_ = FindRuns(table_, table_.scales.front(), LookupIn(results));
  }

  training::Measurement& At(const std::string& name) {
    for (CellRun& run : runs_) {
      if (Name(run.cell) == name) return run.result->measurement;
    }
    throw std::invalid_argument("no run is named " + name);
  }

  suites::Table table_;
  std::vector<CellRun> runs_;
};

TEST_F(LedgerTest, AcceptsWhatTheTableSays) { EXPECT_THAT(LedgerViolations(runs_), IsEmpty()); }

TEST_F(LedgerTest, NamesARunWithOtherInitialWeights) {
  At("uniform 1.0 seed 2").ledger.initial_weights = "others";
  EXPECT_THAT(
      LedgerViolations(runs_),
      ElementsAre(
          "uniform 1.0 seed 2 and baseline seed 2 replicate 0 must share their initial weights and do "
          "not."));
}

TEST_F(LedgerTest, NamesARunWithAnotherDataOrder) {
  At("uniform 1.0 seed 2").ledger.data_order = "another";
  EXPECT_THAT(
      LedgerViolations(runs_),
      ElementsAre(
          "uniform 1.0 seed 2 and baseline seed 2 replicate 0 must share their data order and do not."));
}

TEST_F(LedgerTest, NamesSeedsThatChangeNothing) {
  At("calibration seed 902").ledger.initial_weights = At("calibration seed 901").ledger.initial_weights;
  EXPECT_THAT(
      LedgerViolations(runs_),
      ElementsAre(
          "calibration seed 902 and calibration seed 901 have the same initial weights and must not."));
}

TEST_F(LedgerTest, NamesReplicatesThatSeeTheSameBatches) {
  At("baseline seed 1 replicate 2").ledger.data_order = At("baseline seed 1 replicate 1").ledger.data_order;
  EXPECT_THAT(LedgerViolations(runs_),
              ElementsAre("baseline seed 1 replicate 2 and baseline seed 1 replicate 1 have "
                          "the same data order and must not."));
}

TEST_F(LedgerTest, NamesAnInjectionThatChangedNothing) {
  At("uniform 1.0 seed 2").ledger.final_weights = At("baseline seed 2 replicate 0").ledger.final_weights;
  EXPECT_THAT(LedgerViolations(runs_),
              ElementsAre("uniform 1.0 seed 2 and baseline seed 2 replicate 0 have the same "
                          "final weights and must not."));
}

TEST_F(LedgerTest, NamesARunWithOtherThresholds) {
  At("uniform 1.0 seed 2").thresholds.back() = 1;
  EXPECT_THAT(LedgerViolations(runs_),
              ElementsAre("uniform 1.0 seed 2 and baseline seed 1 replicate 0 have different thresholds."));
}

TEST_F(LedgerTest, PassesOverFailuresAndRunsThatAreMissing) {
  At("uniform 1.0 seed 2").failure =
      training::Failure{.cause = training::FailureCause::kMethod, .message = "NaN"};
  At("uniform 1.0 seed 2").ledger = {};
  for (CellRun& run : runs_) {
    if (Name(run.cell) == "uniform 1.1 seed 2") run.result.reset();
  }
  EXPECT_THAT(LedgerViolations(runs_), IsEmpty());
}

}  // namespace
}  // namespace retable::reports
