#include "suites/supplied.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "suites/injection/bias.h"
#include "suites/injection/patterns.h"
#include "suites/injection/replacement.h"
#include "suites/preregistration.h"
#include "training/recipe.h"
#include "training/run.h"

namespace retable::suites {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::StartsWith;

constexpr char kProgram[] = "all(id[-1] = query.id)";

Supplied Program() { return {.program = kProgram}; }
Supplied File() { return {.file = std::string(64, 'a')}; }

const Arm& Find(const Table& table, const std::string& id) {
  return *std::find_if(table.arms.begin(), table.arms.end(), [&](const Arm& arm) { return arm.id == id; });
}

std::set<std::string> Keys(const Table& table) {
  std::set<std::string> keys;
  for (const Cell& cell : Cells(table, FindScale(table, "smoke"))) keys.insert(Key(cell.run));
  return keys;
}

std::vector<training::InjectionRecipe> Injections(const Table& table, const std::string& arm) {
  std::vector<training::InjectionRecipe> injections;
  for (const Cell& cell : Cells(table, FindScale(table, "smoke"))) {
    if (cell.arm != arm) continue;
    const auto recipe = nlohmann::json::parse(cell.run.recipe);
    injections.push_back(recipe.at("injection").get<training::InjectionRecipe>());
  }
  return injections;
}

TEST(SuppliedTest, AddsTwoArmsAndOneClaimAndKeepsTheRest) {
  const Table plain = injection::Patterns(), table = WithSupplied(plain, Program());
  EXPECT_EQ(table.arms.size(), plain.arms.size() + 2);
  ASSERT_EQ(table.claims.size(), plain.claims.size() + 1);
  EXPECT_EQ(table.claims.back().id, "supplied_beats_shuffled");
  EXPECT_EQ(table.claims.back().arm, "supplied");
  EXPECT_EQ(table.claims.back().against, "supplied_shuffled");
  EXPECT_EQ(table.claims.back().response, Quantity::kSpeedup);
  // Trainings of the plain table are not asked for anew.
  EXPECT_THAT(Keys(table), IsSupersetOf(Keys(plain)));
}

TEST(SuppliedTest, ItsRunsHoldThePatternOnceAlignedAndOnceShuffled) {
  for (const Supplied& supplied : {Program(), File()}) {
    const Table table = WithSupplied(injection::Patterns(), supplied);
    ASSERT_FALSE(Injections(table, kSuppliedArm).empty());
    ASSERT_FALSE(Injections(table, kSuppliedShuffledArm).empty());
    for (const std::string arm : {kSuppliedArm, kSuppliedShuffledArm}) {
      for (const training::InjectionRecipe& injected : Injections(table, arm)) {
        EXPECT_EQ(injected.shuffled, arm == kSuppliedShuffledArm);
        EXPECT_EQ(injected.file, supplied.file);
        EXPECT_EQ(injected.programs.empty(), supplied.program.empty());
        EXPECT_FALSE(injected.teacher);
      }
    }
  }
}

TEST(SuppliedTest, IsMeasuredAsTheTableMeasures) {
  const Table patterns = WithSupplied(injection::Patterns(), File());
  EXPECT_TRUE(Find(patterns, kSuppliedArm).measured.training);
  EXPECT_TRUE(Find(patterns, kSuppliedArm).measured.pattern);
  EXPECT_FALSE(Find(patterns, kSuppliedShuffledArm).measured.pattern);
  EXPECT_FALSE(Find(patterns, kSuppliedArm).is_bias);
  EXPECT_TRUE(Find(WithSupplied(injection::Bias(), File()), kSuppliedArm).is_bias);
}

TEST(SuppliedTest, InTheTrainedModelTheRightDocumentsMustCostLess) {
  const Table table = WithSupplied(injection::Replacement(), File());
  EXPECT_FALSE(Find(table, kSuppliedArm).measured.training);
  EXPECT_TRUE(Find(table, kSuppliedArm).measured.replacement);
  EXPECT_EQ(table.claims.back().arm, "supplied_shuffled");
  EXPECT_EQ(table.claims.back().against, "supplied");
  EXPECT_EQ(table.claims.back().response, Quantity::kLossIncrease);
}

TEST(SuppliedTest, APatternThatReadsNoTokensHasNoWrongDocuments) {
  const Table plain = injection::Patterns();
  const Table table = WithSupplied(plain, {.program = "previous", .reads_tokens = false});
  EXPECT_EQ(table.arms.size(), plain.arms.size() + 1);
  EXPECT_EQ(table.claims.size(), plain.claims.size());
  EXPECT_THAT(table.scales[0].departures.back(), HasSubstr("the same on every document"));
}

TEST(SuppliedTest, EverySuppliedPatternHasARecordOfItsOwn) {
  const Table plain = injection::Patterns();
  const Table one = WithSupplied(plain, Program());
  const Table other = WithSupplied(plain, {.program = "all(id = query.id)"});
  EXPECT_THAT(one.id, StartsWith("injection/patterns+supplied_"));
  EXPECT_EQ(WithSupplied(plain, File()).id, "injection/patterns+supplied_aaaaaaaa");
  const std::set<std::filesystem::path> files = {PreregistrationFile("results", plain.id, "smoke"),
                                                 PreregistrationFile("results", one.id, "smoke"),
                                                 PreregistrationFile("results", other.id, "smoke")};
  EXPECT_EQ(files.size(), 3u);
}

TEST(SuppliedTest, TheRecordNamesTheFile) {
  const Table table = WithSupplied(injection::Patterns(), File());
  const auto record = Preregister(table, FindScale(table, "smoke"), "commit");
  EXPECT_EQ(record.content.at("arms").at("supplied").at("file"), std::string(64, 'a'));
  EXPECT_FALSE(record.content.at("arms").at("uniform").contains("file"));
}

TEST(SuppliedTest, DeparturesSayWhatWasSupplied) {
  for (const Scale& scale : WithSupplied(injection::Patterns(), Program()).scales) {
    EXPECT_THAT(scale.departures.back(), HasSubstr(kProgram));
  }
  EXPECT_THAT(WithSupplied(injection::Patterns(), File()).scales[0].departures.back(),
              HasSubstr("SHA-256 aaaaaaaa"));
}

TEST(SuppliedTest, TheCommandMakesTheSameTableAgain) {
  const Table plain = injection::Patterns();
  EXPECT_EQ(CommandOf(plain, "desk"), "bazel run //suites:injection_patterns -- --scale=desk");
  EXPECT_EQ(CommandOf(WithSupplied(plain, Program()), "desk"),
            "bazel run //suites:injection_patterns -- --scale=desk --program='all(id[-1] = query.id)'");
  EXPECT_EQ(CommandOf(WithSupplied(plain, File()), "smoke"),
            "bazel run //suites:injection_patterns -- --scale=smoke --patterns=" + std::string(64, 'a') +
                ".safetensors");
}

TEST(SuppliedTest, NothingAndBothAreRefused) {
  EXPECT_THROW(WithSupplied(injection::Patterns(), {}), std::invalid_argument);
  EXPECT_THROW(WithSupplied(injection::Patterns(), {.program = kProgram, .file = "a"}),
               std::invalid_argument);
}

}  // namespace
}  // namespace retable::suites
