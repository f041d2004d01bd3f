#include "training/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "training/dry_run.h"
#include "training/recipe.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr char kBefore[] = R"({"batch":16,"optimizer":{"clip_norm":1.0,"learning_rate":0.0015},"steps":500})";
constexpr char kAfter[] = R"({"batch":16,"optimizer":{"clip_norm":1.0,"learning_rate":0.003},"steps":500})";
constexpr char kOther[] = R"({"batch":1,"optimizer":{"clip_norm":2.0,"learning_rate":0.5},"steps":7})";

class ReasonsTest : public ::testing::Test {
 protected:
  void Append(const std::string& recipe, std::uint64_t seed, double seconds,
              const std::string& trainer = "sample/1") {
    Result result = SampleResult(seed);
    result.run = {.trainer = trainer, .recipe = recipe, .seed = seed};
    result.provenance.seconds = seconds;
    store_.Append(result);
  }
  Reason ReasonFor(const training::Run& run, const std::set<std::string>& wanted = {}) const {
    return History(store_, wanted).ReasonFor(run);
  }

  faults::Folder out_;
  Store store_ = Store::Open(out_.path());
};

TEST(RecipeChangesTest, NameFieldsThatDifferThatCameAndThatWent) {
  const std::vector<FieldChange> changes =
      RecipeChanges(R"({"a":{"b":1,"c":2},"d":[1]})", R"({"a":{"b":3},"d":[1],"e":"x"})");
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(changes[0].field + " " + changes[0].before + " " + changes[0].after, "a.b 1 3");
  EXPECT_EQ(changes[1].field + " " + changes[1].before + " " + changes[1].after, "a.c 2 absent");
  EXPECT_EQ(changes[2].field + " " + changes[2].before + " " + changes[2].after, "e absent \"x\"");
}

TEST_F(ReasonsTest, ARunWithoutAFormerOneIsNew) {
  Append(kOther, 1, 1);
  EXPECT_EQ(ReasonFor(SampleRun(1, kAfter)).text, "new");
}

TEST_F(ReasonsTest, AChangedFieldIsNamedWithTheRunBefore) {
  Append(kBefore, 1, 1);
  Append(kBefore, 2, 1);
  const Reason reason = ReasonFor(SampleRun(2, kAfter));
  EXPECT_EQ(reason.text, "recipe changed: optimizer.learning_rate 0.0015 -> 0.003");
  EXPECT_EQ(reason.since, ShortKey(Key(SampleRun(2, kBefore))));
}

TEST_F(ReasonsTest, ARunThatIsStillWantedIsNotAFormerOne) {
  Append(kBefore, 1, 1);
  EXPECT_EQ(ReasonFor(SampleRun(1, kAfter), {Key(SampleRun(1, kBefore))}).text, "new");
}

TEST_F(ReasonsTest, AnotherKindOfRunIsNotAFormerOne) {
  Append(R"({"injection":null,"steps":500})", 1, 1);
  EXPECT_EQ(ReasonFor(SampleRun(1, R"({"injection":{"pattern":"uniform"},"steps":500})")).text, "new");
}

TEST_F(ReasonsTest, ANewVersionOfTheTrainerIsNamed) {
  Append(kBefore, 1, 1);
  EXPECT_EQ(ReasonFor({.trainer = "sample/2", .recipe = kBefore, .seed = 1}).text,
            "trainer sample/1 -> sample/2");
}

TEST_F(ReasonsTest, TheTimeIsThatOfTheNearestRecipes) {
  Append(kBefore, 1, 10);
  Append(kBefore, 2, 20);
  Append(kOther, 1, 1000);
  History history(store_, {});
  EXPECT_EQ(history.SecondsFor(SampleRun(3, kAfter)), 15);
  EXPECT_EQ(history.SecondsFor({.trainer = "another/1", .recipe = kAfter, .seed = 1}), std::nullopt);
}

TEST_F(ReasonsTest, ThePlanOfManyRunsIsALineForEachReason) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) Append(kBefore, seed, 60);
  Plan plan{.items = {}, .wanted = 110, .stored = 10};
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    plan.items.push_back({.work = {.key = std::to_string(seed), .label = "", .needs = {}, .kind = kRunKind},
                          .run = SampleRun(seed, kAfter),
                          .group = "arm",
                          .place = "seed " + std::to_string(seed)});
  }
  History history(store_, {});
  const std::string text = DescribePlan(plan, history, 2);
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("10 of 110 runs stored; 100 runs and 0 artifacts to do, about 50 min with 2 workers\n"),
            HasSubstr("  arm (50): seed 0, seed 1, seed 2, ... seed 49: recipe changed: "),
            HasSubstr("  arm (50): seed 50, seed 51, seed 52, ... seed 99: new; about 50 min\n")));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
}

TEST_F(ReasonsTest, APlanOfTrainingsSaysWhatTheyCost) {
  LanguageModelRun run;
  run.language_model.model = {.layers = 1, .heads = 1, .width = 100, .context = 1000, .vocabulary = 9000};
  run.language_model.batch = 1;
  run.language_model.steps = 7;
  run.language_model.evaluation = {.every = 7, .windows = 1};
  const training::Run trained = {.trainer = kLanguageModelTrainer, .recipe = Canonical(run), .seed = 1};
  const PlannedItem item = {.work = {.key = "k", .label = "", .needs = {}, .kind = kRunKind},
                            .run = trained,
                            .group = "baseline",
                            .place = "seed 1"};
  History history(store_, {});
  // F = 2 * (900,000 + 121,300 + 200) + 400,000 = 2,443,000; 3 F * 7,000 + 2 F * 1,000 = 5.62e10 each.
  EXPECT_THAT(
      DescribePlan({.items = {item, item}, .wanted = 2, .stored = 0}, history, 1),
      HasSubstr("\n  cost: 2 trainings on at most 14e3 tokens, at most 112e9 floating-point operations "));
}

// The text of a plan of one training on so many tokens.
std::string CostText(int tokens, History& history) {
  LanguageModelRun run;
  run.language_model.model = {.layers = 1, .heads = 1, .width = 1, .context = 1, .vocabulary = 1};
  run.language_model.batch = 1;
  run.language_model.steps = tokens;
  run.language_model.evaluation = {.every = tokens, .windows = 1};
  const training::Run trained = {.trainer = kLanguageModelTrainer, .recipe = Canonical(run), .seed = 1};
  const PlannedItem item = {.work = {.key = "k", .label = "", .needs = {}, .kind = kRunKind},
                            .run = trained,
                            .group = "baseline",
                            .place = "seed 1"};
  return DescribePlan({.items = {item}, .wanted = 1, .stored = 0}, history, 1);
}

TEST_F(ReasonsTest, CountsAreRoundedToThreeDigitsBeforeTheirThousandsAreCounted) {
  History history(store_, {});
  for (const auto& [tokens, text] : std::map<int, std::string>{{1, "1"},
                                                               {999, "999"},
                                                               {1000, "1e3"},
                                                               {9994, "9.99e3"},
                                                               {9996, "10e3"},
                                                               {100'000, "100e3"},
                                                               {999'499, "999e3"},
                                                               {999'501, "1e6"},
                                                               {1'000'000, "1e6"},
                                                               {1'999'999'999, "2e9"}}) {
    EXPECT_THAT(CostText(tokens, history), HasSubstr("on at most " + text + " tokens")) << tokens;
  }
}

}  // namespace
}  // namespace retable::training
