#include "suites/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "suites/injection/patterns.h"
#include "suites/injection/rules.h"

namespace retable::suites {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

training::LanguageModelRun RecipeOf(const Cell& cell) {
  return nlohmann::json::parse(cell.run.recipe).get<training::LanguageModelRun>();
}

std::set<std::string> Keys(const std::vector<Cell>& cells) {
  std::set<std::string> keys;
  for (const Cell& cell : cells) keys.insert(training::Key(cell.run));
  return keys;
}

class CellsTest : public testing::Test {
 protected:
  Table table_ = injection::Patterns();
  const Scale& scale_ = FindScale(table_, "smoke");
};

TEST_F(CellsTest, ComeAsCalibrationThenBaselinesThenSeedByBlockByArm) {
  const std::vector<Cell> cells = Cells(table_, scale_);
  ASSERT_EQ(cells.size(), 2u + 2 * 2 + 2 * 2 * 4);
  EXPECT_EQ(cells[0].arm, kCalibration);
  EXPECT_EQ(cells[0].seed, 901u);
  EXPECT_EQ(cells[2].arm, kBaseline);
  EXPECT_EQ(cells[3].replicate, 1);
  EXPECT_EQ(cells[6].arm, "real_attention");
  EXPECT_EQ(cells[6].block, "0.0");
  EXPECT_EQ(cells[9].arm, "uniform");
  EXPECT_EQ(cells[10].block, "1.1");
  EXPECT_EQ(cells[10].seed, 1u);
  EXPECT_EQ(cells[14].seed, 2u);
}

TEST_F(CellsTest, HaveKeysOfTheirOwn) {
  EXPECT_EQ(Keys(Cells(table_, scale_)).size(), Cells(table_, scale_).size());
}

TEST_F(CellsTest, CalibrationUsesItsWholeBudgetAndTheRestStopAtThresholds) {
  for (const Cell& cell : Cells(table_, scale_)) {
    EXPECT_EQ(RecipeOf(cell).thresholds.has_value(), cell.arm != kCalibration) << cell.arm;
    EXPECT_EQ(RecipeOf(cell).injection.has_value(), !cell.block.empty()) << cell.arm;
    EXPECT_EQ(cell.run.trainer, training::kLanguageModelTrainer);
  }
}

TEST_F(CellsTest, OnlyPatternsOfATrainedModelNameATeacher) {
  for (const Cell& cell : Cells(injection::Rules(), scale_)) {
    if (cell.block.empty()) continue;
    const auto injection = RecipeOf(cell).injection.value();
    EXPECT_EQ(injection.teacher.has_value(), injection.pattern == "real_attention");
  }
}

TEST_F(CellsTest, OfASelectionArePartOfTheGrid) {
  const std::vector<Cell> part = Cells(table_, scale_, {.blocks = {"1.1"}, .seeds = {2}});
  EXPECT_EQ(part.size(), 2u + 2 + 4);
  const std::set<std::string> whole = Keys(Cells(table_, scale_));
  for (const std::string& key : Keys(part)) EXPECT_TRUE(whole.contains(key));
}

TEST_F(CellsTest, RefuseABlockOrSeedThatIsNotThere) {
  EXPECT_THAT([&] { Cells(table_, scale_, {.blocks = {"7.7"}, .seeds = {}}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("no block '7.7'; it has 0.0, 1.1")));
  EXPECT_THAT([&] { Cells(table_, scale_, {.blocks = {}, .seeds = {9}}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("no seed 9; it has 1, 2")));
}

TEST_F(CellsTest, AreSharedByTablesThatNameTheSameRuns) {
  const std::set<std::string> patterns = Keys(Cells(table_, scale_));
  int shared = 0;
  for (const std::string& key : Keys(Cells(injection::Rules(), scale_))) shared += patterns.contains(key);
  EXPECT_EQ(shared, 2 + 4 + 4);  // calibration, baselines, real attention
}

TEST_F(CellsTest, FindScaleListsTheValidOnes) {
  EXPECT_THAT([&] { FindScale(table_, "huge"); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("no scale 'huge'; it has smoke, desk, paper")));
}

}  // namespace
}  // namespace retable::suites
