#include "training/choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

suites::Table Sample(int blocks, int claims) {
  suites::Table table;
  table.id = "sample/table";
  table.title = "A sample";
  table.arms = {{.id = "uniform", .title = "uniform", .pattern = "uniform"}};
  for (int i = 0; i < claims; ++i) {
    suites::Claim claim;
    claim.id = "claim_" + std::to_string(i);
    claim.side = i == 0 ? suites::Side::kTwoSided : suites::Side::kGreater;
    table.claims.push_back(claim);
  }
  suites::Scale scale;
  scale.id = "desk";
  for (int i = 0; i < blocks; ++i)
    scale.blocks.push_back({.id = "0." + std::to_string(i), .heads = {{0, i}}});
  scale.seeds = {1, 2};
  table.scales = {scale};
  return table;
}

Flags FlagsFor(const std::string& table) {
  Flags flags;
  flags.table = table;
  return flags;
}

TEST(ChoiceTest, FindsTableScaleAndPart) {
  Flags flags = FlagsFor("sample/table");
  flags.blocks = {"0.1"};
  flags.seeds = {2};
  const std::vector<suites::Table> tables = {Sample(2, 1)};
  const Choice choice = Choose(flags, tables);
  EXPECT_EQ(choice.table->id, "sample/table");
  EXPECT_EQ(choice.scale, &choice.table->scales[0]);
  EXPECT_THAT(choice.selection.blocks, ElementsAre("0.1"));
  EXPECT_THAT(choice.selection.seeds, ElementsAre(2u));
}

TEST(ChoiceTest, UnknownOnesAreRefusedWithTheValidOnes) {
  const std::vector<suites::Table> tables = {Sample(2, 1)};
  EXPECT_THAT(MessageOf([&] { Choose(FlagsFor("other"), tables); }), HasSubstr("valid: sample/table"));
  Flags flags = FlagsFor("sample/table");
  flags.scale = "paper";
  EXPECT_THAT(MessageOf([&] { Choose(flags, tables); }),
              HasSubstr("no scale of sample/table is called 'paper'; valid: desk"));
}

TEST(ChoiceTest, ASuppliedProgramMakesAnotherTable) {
  const std::vector<suites::Table> tables = {Sample(2, 1)};
  Flags flags = FlagsFor("sample/table");
  flags.program = "previous";
  const Choice choice = Choose(flags, tables);
  EXPECT_THAT(choice.table->id, testing::StartsWith("sample/table+supplied_"));
  EXPECT_EQ(choice.table->arms.back().program, "previous");
  EXPECT_EQ(choice.scale, &choice.table->scales[0]);
  EXPECT_EQ(tables[0].arms.size(), 1u);
}

TEST(ChoiceTest, WhatIsSuppliedIsCheckedBeforeAnythingElseHappens) {
  const std::vector<suites::Table> tables = {Sample(2, 1)};
  Flags flags = FlagsFor("sample/table");
  flags.program = "all(";
  EXPECT_THAT(MessageOf([&] { Choose(flags, tables); }), HasSubstr("--program: "));
}

// One-sided, 12 blocks give 2^-12 = 0.000244; Holm over 5 claims at 0.05 starts at 0.01, which needs 2^-7.
TEST(ReachWarningsTest, EnoughBlocksPassInSilence) {
  const std::vector<suites::Table> tables = {Sample(12, 5)};
  EXPECT_THAT(ReachWarnings(Choose(FlagsFor("sample/table"), tables)), IsEmpty());
}

TEST(ReachWarningsTest, TooFewBlocksAreNamedWithHowManyWouldDo) {
  const std::vector<suites::Table> tables = {Sample(6, 5)};
  const std::vector<std::string> warnings = ReachWarnings(Choose(FlagsFor("sample/table"), tables));
  ASSERT_EQ(warnings.size(), 5u);
  EXPECT_THAT(warnings[0],
              HasSubstr("claim_0 cannot be confirmed with 6 blocks: the smallest p they can give is 0.0312"));
  EXPECT_THAT(warnings[0], HasSubstr("8 blocks would do"));
  EXPECT_THAT(warnings[1],
              HasSubstr("the smallest p they can give is 0.0156, above alpha 0.05 / 5 claims; 7 blocks"));
}

TEST(ReachWarningsTest, APartOfTheGridCountsItsOwnBlocks) {
  const std::vector<suites::Table> tables = {Sample(12, 1)};
  Flags flags = FlagsFor("sample/table");
  flags.blocks = {"0.0"};
  EXPECT_THAT(ReachWarnings(Choose(flags, tables)), ElementsAre(HasSubstr("with 1 block: the smallest p")));
}

}  // namespace
}  // namespace retable::training
