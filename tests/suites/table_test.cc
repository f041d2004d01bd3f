#include "suites/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "suites/injection/patterns.h"
#include "suites/injection/replacement.h"
#include "suites/injection/rule_library.h"
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

TEST_F(CellsTest, ComeAsCalibrationThenBaselinesThenMeasuresThenSeedByBlockByArm) {
  const std::vector<Cell> cells = Cells(table_, scale_);
  const std::size_t arms = table_.arms.size(), measures = 3 * 2;  // three arms measured, two blocks
  ASSERT_EQ(cells.size(), 2u + 2 * 2 + measures + 2 * 2 * arms);
  EXPECT_EQ(cells[0].arm, kCalibration);
  EXPECT_EQ(cells[0].seed, 901u);
  EXPECT_EQ(cells[2].arm, kBaseline);
  EXPECT_EQ(cells[3].replicate, 1);
  EXPECT_EQ(cells[6].run.trainer, training::kPatternMeasuresTrainer);
  EXPECT_EQ(cells[6].seed, scale_.teacher.seed);
  const std::size_t first = 6 + measures;
  EXPECT_EQ(cells[first].arm, "real_attention");
  EXPECT_EQ(cells[first].block, "0.0");
  EXPECT_EQ(cells[first + arms - 1].arm, "uniform");
  EXPECT_EQ(cells[first + arms].block, "1.1");
  EXPECT_EQ(cells[first + arms].seed, 1u);
  EXPECT_EQ(cells[first + 2 * arms].seed, 2u);
}

TEST_F(CellsTest, HaveKeysOfTheirOwn) {
  const std::vector<Cell> cells = Cells(injection::RuleLibrary(), scale_);
  EXPECT_EQ(Keys(cells).size(), cells.size());
}

TEST_F(CellsTest, CalibrationUsesItsWholeBudgetAndTheRestStopAtThresholds) {
  for (const Cell& cell : Cells(table_, scale_)) {
    if (cell.run.trainer != training::kLanguageModelTrainer) continue;
    EXPECT_EQ(RecipeOf(cell).thresholds.has_value(), cell.arm != kCalibration) << cell.arm;
    EXPECT_EQ(RecipeOf(cell).injection.has_value(), !cell.block.empty()) << cell.arm;
  }
}

TEST_F(CellsTest, OfATableThatTrainsNothingHaveNoBaselines) {
  for (const Cell& cell : Cells(injection::Replacement(), scale_)) {
    EXPECT_EQ(cell.run.trainer, training::kReplacementTrainer) << cell.arm;
  }
}

// A table of two arms of pattern "program" and a scale that knows both blocks' programs.
struct Programmed {
  Table table = injection::Patterns();
  Scale scale = FindScale(table, "smoke");
  Programmed() {
    table.arms = {{.id = "own", .title = "", .pattern = "program", .programs = Programs::kOwn},
                  {.id = "own_shuffled",
                   .title = "",
                   .pattern = "program",
                   .shuffled = true,
                   .programs = Programs::kOwn}};
    scale.seeds = {1};
    scale.baselines_per_seed = 0;
    scale.programs = {
        .heads = {{"0.0", {"self", "self", "first"}}, {"1.1", {"all(same id)", "self", "first"}}},
        .library = {}};
  }
  std::vector<Cell> Trained() const {
    std::vector<Cell> cells = Cells(table, scale);
    std::erase_if(cells, [](const Cell& cell) { return cell.block.empty(); });
    return cells;
  }
};

TEST_F(CellsTest, OfAProgramThatReadsNoTokensAreTheSameRunsOnOtherDocuments) {
  const std::vector<Cell> cells = Programmed().Trained();
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(cells[0].run, cells[1].run);  // self: block 0.0, own and own_shuffled
  EXPECT_NE(cells[2].run, cells[3].run);
  EXPECT_EQ(RecipeOf(cells[2]).injection->programs, std::vector<std::string>{"all(same id)"});
}

TEST_F(CellsTest, WithoutTheirProgramsAreRefused) {
  Programmed made;
  made.scale.programs.heads.erase("1.1");
  EXPECT_THAT([&] { made.Trained(); }, ThrowsMessage<std::invalid_argument>(
                                           HasSubstr("has no programs for head 1.1: make them with")));
}

TEST_F(CellsTest, OfProgramsThatAreNotThereYetAreCountedAsIfTheyReadTokens) {
  Programmed made;
  made.scale.programs.heads["0.0"].own = kNotSynthesised + std::string("0.0");
  const std::vector<Cell> cells = made.Trained();
  EXPECT_NE(cells[0].run, cells[1].run);
}

TEST(MissingTest, IsSaidOfTablesWhoseArmsInjectPrograms) {
  Table table = injection::Patterns();
  Scale scale = FindScale(table, "smoke");
  EXPECT_EQ(Missing(table, scale), "");
  scale.programs.missing = "they are missing";
  EXPECT_EQ(Missing(table, scale), "they are missing");
  table.arms = {table.arms.front()};  // real attention
  EXPECT_EQ(Missing(table, scale), "");
}

TEST_F(CellsTest, OfTheLibraryAreOneAProgram) {
  Programmed made;
  made.table.arms = {{.id = "library",
                      .title = "",
                      .pattern = "program",
                      .programs = Programs::kLibrary,
                      .measured = {.training = false, .pattern = true}}};
  made.scale.programs.library = {{"a", "self"}, {"b", "first"}, {"c", "previous"}};
  const std::vector<Cell> cells = made.Trained();
  ASSERT_EQ(cells.size(), 3u);
  EXPECT_EQ(cells[1].block, "b");
  EXPECT_EQ(nlohmann::json::parse(cells[1].run.recipe).at("injection").at("programs").at(0), "first");
}

TEST_F(CellsTest, OnlyPatternsOfATrainedModelNameATeacher) {
  for (const Cell& cell : Cells(injection::Rules(), scale_)) {
    if (cell.block.empty()) continue;
    const auto injection = RecipeOf(cell).injection.value();
    EXPECT_EQ(injection.teacher.has_value(), IsReadOffTeacher(injection.pattern));
  }
}

TEST_F(CellsTest, OfASelectionArePartOfTheGrid) {
  const std::vector<Cell> part = Cells(table_, scale_, {.blocks = {"1.1"}, .seeds = {2}});
  EXPECT_EQ(part.size(), 2u + 2 + 3 + table_.arms.size());
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
  std::set<std::string> patterns;
  for (const Cell& cell : Cells(table_, scale_)) {
    if (cell.arm == "real_attention" || cell.arm == kBaseline || cell.arm == kCalibration)
      patterns.insert(training::Key(cell.run));
  }
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
