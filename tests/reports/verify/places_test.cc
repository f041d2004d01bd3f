// Which runs stand where, what a raw line must hold, and which runs repeat another.
#include "reports/verify/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/verify/ledger_checks.h"
#include "suites/injection/bias.h"
#include "suites/injection/patterns.h"
#include "suites/injection/predictors.h"
#include "suites/injection/replacement.h"
#include "tests/faults/folder.h"
#include "tests/reports/synthetic.h"
#include "tests/reports/verify/resealed.h"
#include "training/files.h"
#include "training/recipe.h"
#include "training/result_line.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<RawRun> RunsOf(const suites::Table& table) {
  std::vector<RawRun> runs;
  for (const auto& [key, result] :
       SyntheticResults(table, table.scales.front(),
                        [&](const suites::Cell& cell) { return PaperLikeSpeed(table, cell); })) {
    runs.push_back(
        {.place = "line " + std::to_string(runs.size() + 1), .json = json::parse(training::ToLine(result))});
  }
  return runs;
}

TEST(ReadsTokensTest, KnowsPositionsFromTokens) {
  for (const std::string text : {"all", "mix(0.5*previous, 5e-04*first)", "all(distance < 4, decay 0.9)",
                                 "last(position = 0, else drop)", "mix(self, sink 0.1)"})
    EXPECT_FALSE(ReadsTokens(text)) << text;
  for (const std::string text :
       {"all(id[-1] = query.id)", "all(earlier and same word)", "mix(all, last(word_start))"})
    EXPECT_TRUE(ReadsTokens(text)) << text;
}

TEST(PlaceRuns, FillsTheGridsOfTablesThatTrainNothingAndOfLibraries) {
  for (suites::Table table : {suites::injection::Replacement(), suites::injection::Predictors()}) {
    table = WithSyntheticScale(table);
    const std::vector<RawRun> runs = RunsOf(table);
    const PlacedRuns placed = PlaceRuns(table, table.scales.front(), runs);
    EXPECT_EQ(placed.size(), suites::Cells(table, table.scales.front()).size());
    for (const auto& [place, run] : placed) EXPECT_NE(run, nullptr) << Name(place);
  }
}

// "previous" reads no token: on the wrong documents it is the same run.
TEST(PlaceRuns, LetsOneRunServeSeveralPlaces) {
  suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  suites::Scale& scale = table.scales.front();
  scale.programs.heads["0.0"] = {.own = "previous", .best_fit = "previous", .entropy_matched = "all"};
  const std::vector<RawRun> runs = RunsOf(table);
  const PlacedRuns placed = PlaceRuns(table, scale, runs);
  const RawRun* own = placed.at({"own_program", "0.0", 1, 0});
  ASSERT_NE(own, nullptr);
  for (const std::string arm : {"own_program_shuffled", "best_fit", "best_fit_shuffled"})
    EXPECT_EQ(placed.at({arm, "0.0", 1, 0}), own) << arm;
  EXPECT_NE(placed.at({"own_program", "0.0", 2, 0}), own);
  EXPECT_THAT(LedgerFindings(placed), IsEmpty());
}

TEST(LedgerFindings, FindAnotherTeacher) {
  const suites::Table table = WithSyntheticScale(suites::injection::Replacement());
  std::vector<RawRun> runs = RunsOf(table);
  runs[3].json["ledger"]["initial_weights"] = "another teacher";
  EXPECT_THAT(LedgerFindings(PlaceRuns(table, table.scales.front(), runs)),
              testing::Contains(HasSubstr("must share their trained teacher and do not")));
}

// One pattern said in two ways may end alike; another pattern may not.
TEST(ReplayFindings, KnowOnePatternInTwoWords) {
  suites::Table table = WithSyntheticScale(suites::injection::Patterns());
  table.scales.front().programs.heads["0.0"].best_fit = "all";
  std::vector<RawRun> runs = RunsOf(table);
  const PlacedRuns placed = PlaceRuns(table, table.scales.front(), runs);
  const auto json_of = [&](const std::string& arm) {
    return std::find_if(runs.begin(), runs.end(), [&](const RawRun& run) {
      return &run == placed.at({arm, "0.0", 1, 0});
    });
  };
  const auto replay = [&](const std::string& from, const std::string& to) {
    const json curve = json_of(to)->json["curve"], ledger = json_of(to)->json["ledger"];
    json_of(to)->json["curve"] = json_of(from)->json["curve"];
    json_of(to)->json["ledger"] = json_of(from)->json["ledger"];
    const std::size_t found = LedgerFindings(placed).size();
    json_of(to)->json["curve"] = curve;
    json_of(to)->json["ledger"] = ledger;
    return found;
  };
  EXPECT_EQ(replay("uniform", "best_fit"), 0);
  EXPECT_GT(replay("uniform", "own_program"), 0);
}

// A uniform bias changes nothing: in any head it may end as the baseline does. Another bias may not.
TEST(ReplayFindings, LetUniformBiasesBeTheBaseline) {
  const suites::Table table = WithSyntheticScale(suites::injection::Bias());
  std::vector<RawRun> runs = RunsOf(table);
  const PlacedRuns placed = PlaceRuns(table, table.scales.front(), runs);
  const auto replay = [&](const GridPlace& from, const GridPlace& to) {
    std::vector<RawRun> two = {*placed.at(from), *placed.at(to)};
    two[1].json["curve"] = two[0].json["curve"];
    return ReplayFindings(two).size();
  };
  EXPECT_EQ(replay({"bias_uniform", "0.0", 1, 0}, {"bias_uniform", "1.0", 1, 0}), 0);
  EXPECT_EQ(replay({"baseline", "", 1, 0}, {"bias_uniform", "1.0", 1, 0}), 0);
  EXPECT_GT(replay({"bias_uniform", "0.0", 1, 0}, {"bias_best_fit", "0.0", 1, 0}), 0);
}

TEST(ReplayFindings, FindOneLossOfTwoReplacements) {
  const suites::Table table = WithSyntheticScale(suites::injection::Replacement());
  std::vector<RawRun> runs = RunsOf(table);
  runs.resize(2);
  for (RawRun& run : runs) run.json["metrics"]["loss"] = 4.5;
  EXPECT_THAT(ReplayFindings(runs), ElementsAre(HasSubstr("have one trajectory")));
}

// What ReadRawRuns says of one line.
std::vector<std::string> FaultsOf(const json& run) {
  const faults::Folder folder;
  training::WriteFileAtomically(folder.path() / "results.jsonl", Resealed(run) + "\n");
  std::vector<std::string> findings;
  ReadRawRuns(folder.path(), findings);
  return findings;
}

json FirstOf(const suites::Table& table, const std::string& trainer) {
  for (const RawRun& run : RunsOf(table)) {
    const json& recipe = run.json.at("recipe");
    if (run.json.at("trainer") == trainer && !recipe.at("injection").is_null() &&
        !recipe.at("injection").at("heads").empty())
      return run.json;
  }
  return {};
}

TEST(ReadRawRuns, FindsAReplacementThatDoesNotAddUp) {
  json run = FirstOf(WithSyntheticScale(suites::injection::Replacement()), training::kReplacementTrainer);
  EXPECT_THAT(FaultsOf(run), ElementsAre(HasSubstr("it has no metric loss")));
  run["metrics"] = {{"loss", 5.0}, {"loss_intact", 4.9}, {"loss_increase", 0.2}};
  EXPECT_THAT(FaultsOf(run), ElementsAre(HasSubstr("its loss_increase is not the difference")));
  run["metrics"]["loss_increase"] = 5.0 - 4.9;
  EXPECT_THAT(FaultsOf(run), IsEmpty());
}

TEST(ReadRawRuns, FindsAMeasureThatNoPatternHas) {
  json run = FirstOf(WithSyntheticScale(suites::injection::Predictors()), training::kPatternMeasuresTrainer);
  EXPECT_THAT(FaultsOf(run), IsEmpty());
  run["metrics"]["iou"] = 1.5;
  EXPECT_THAT(FaultsOf(run), ElementsAre(HasSubstr("its iou lies outside of what it can be")));
  run["metrics"].erase("iou");
  EXPECT_THAT(FaultsOf(run), ElementsAre(HasSubstr("it has no metric iou")));
}

TEST(ReadRawRuns, FindsABiasWithoutItsWeight) {
  json run = FirstOf(WithSyntheticScale(suites::injection::Bias()), training::kLanguageModelTrainer);
  const json injection = run["recipe"]["injection"];
  const std::string head =
      "prior_weight " + injection["heads"][0]["layer"].dump() + "." + injection["heads"][0]["head"].dump();
  EXPECT_TRUE(run["metrics"].contains(head));
  run["metrics"].erase(head);
  EXPECT_THAT(FaultsOf(run), ElementsAre(HasSubstr("it has no metric " + head)));
}

}  // namespace
}  // namespace retable::reports::verify
