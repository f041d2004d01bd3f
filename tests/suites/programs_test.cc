#include "suites/injection/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "models/gpt_shape.h"
#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "suites/injection/patterns.h"
#include "suites/injection/predictors.h"
#include "suites/injection/scales.h"
#include "tests/faults/folder.h"
#include "training/files.h"
#include "training/run.h"

namespace retable::suites::injection {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;
using training::TeacherRecipe;

class CommittedProgramsTest : public testing::TestWithParam<std::string> {
 protected:
  const Scale scale_ = FindScale(GetParam());
  const nlohmann::json file_ =
      nlohmann::json::parse(training::ReadFile("suites/injection/programs/" + GetParam() + ".json"));
};

// A teacher's artifact is keyed by its recipe: programs of another one would be injected without a word.
TEST_P(CommittedProgramsTest, AreOfTheScalesTeacher) {
  const training::Run teacher = {.trainer = training::kTeacherArtifact,
                                 .recipe = training::Canonical(scale_.teacher),
                                 .seed = scale_.teacher.seed};
  EXPECT_EQ(file_.at("teacher"), training::Key(teacher));
  EXPECT_NO_THROW(ParseSupplied(file_.dump(), scale_.teacher));
}

TEST_P(CommittedProgramsTest, AreThereForEveryHeadAndParse) {
  for (const models::Head& head : models::AllHeads(scale_.teacher.language_model.model)) {
    const HeadPrograms& programs = scale_.programs.heads.at(models::Name(head));
    for (const std::string& text : {programs.own, programs.best_fit, programs.entropy_matched}) {
      EXPECT_NO_THROW(models::programs::Parse(text)) << models::Name(head);
    }
  }
  for (const auto& [name, text] : scale_.programs.library)
    EXPECT_NO_THROW(models::programs::Parse(text)) << name;
}

INSTANTIATE_TEST_SUITE_P(Scales, CommittedProgramsTest, testing::Values("smoke", "desk"),
                         [](const auto& info) { return info.param; });

TEST(ParseProgramsTest, OtherFilesAreRefused) {
  for (const std::string text : {"{", "{}", R"({"library": {}, "heads": {"0.0": {}}})"}) {
    EXPECT_THAT([&] { ParsePrograms(text); },
                ThrowsMessage<std::invalid_argument>(HasSubstr("these are no synthesised programs")));
  }
}

TEST(ParseProgramsTest, ABestFitThatTheLibraryLacksIsRefused) {
  EXPECT_THAT(
      [] {
        ParsePrograms(
            R"({"library": {"a": "self"}, "heads": {"0.0": {"own": "self", "best_fit": "b", "entropy_matched": "self"}}})");
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("these are no synthesised programs")));
}

// The committed file of smoke as somebody's file, with a change.
class SuppliedProgramsTest : public testing::Test {
 protected:
  std::string Changed(const std::function<void(nlohmann::json&)>& change) const {
    nlohmann::json changed = file_;
    change(changed);
    return changed.dump();
  }
  void ExpectRefused(const std::string& text, const std::string& why) const {
    EXPECT_THAT([&] { ParseSupplied(text, scale_.teacher); },
                ThrowsMessage<std::invalid_argument>(HasSubstr(why)));
  }

  const Scale scale_ = Smoke();
  const nlohmann::json file_ =
      nlohmann::json::parse(training::ReadFile("suites/injection/programs/smoke.json"));
};

TEST_F(SuppliedProgramsTest, ThatAreAsTheSearchWroteThemAreTaken) {
  const SynthesisedPrograms programs = ParseSupplied(file_.dump(), scale_.teacher);
  EXPECT_EQ(programs.missing, "");
  EXPECT_EQ(programs.heads.at("1.0").own, scale_.programs.heads.at("1.0").own);
  EXPECT_EQ(programs.library, scale_.programs.library);
}

TEST_F(SuppliedProgramsTest, OfAnotherTeacherAreRefused) {
  TeacherRecipe other = scale_.teacher;
  ++other.seed;
  EXPECT_THAT([&] { ParseSupplied(file_.dump(), other); },
              ThrowsMessage<std::invalid_argument>(
                  HasSubstr("its teacher is " + training::ShortKey(file_.at("teacher")) + ", and that of")));
  ExpectRefused(Changed([](auto& file) { file.erase("teacher"); }), "its teacher is not stated");
  ExpectRefused(Changed([](auto& file) { file["teacher"] = 7; }), "its teacher is not stated");
}

TEST_F(SuppliedProgramsTest, ThatLackAHeadOrAreNoneAreRefusedByName) {
  ExpectRefused("[]", "these are no synthesised programs");
  ExpectRefused(Changed([](auto& file) { file["heads"].erase("1.0"); }), "it has no programs for head 1.0");
  ExpectRefused(Changed([](auto& file) { file["heads"]["1.0"]["own"] = "frist"; }),
                "the program own of head 1.0 is none");
  ExpectRefused(Changed([](auto& file) { file["heads"]["0.1"]["entropy_matched"] = ""; }),
                "the program entropy_matched of head 0.1 is none");
  ExpectRefused(Changed([](auto& file) { file["library"]["induction"] = "?"; }),
                "the program induction of the library is none");
}

// What the environment holds is a test's own.
class PaperProgramsTest : public testing::Test {
 protected:
  PaperProgramsTest() { setenv("RETABLE_DATA", folder_.path().c_str(), 1); }
  ~PaperProgramsTest() override { unsetenv("RETABLE_DATA"); }

  // Written for the teacher of scale paper, every head with the same programs.
  nlohmann::json Supplied() const {
    const TeacherRecipe teacher = Paper().teacher;
    nlohmann::json file = {{"teacher", training::Key({.trainer = training::kTeacherArtifact,
                                                      .recipe = training::Canonical(teacher),
                                                      .seed = teacher.seed})},
                           {"library", {{"a", "self"}}}};
    for (const models::Head& head : models::AllHeads(teacher.language_model.model)) {
      file["heads"][models::Name(head)] = {
          {"own", "first"}, {"best_fit", "a"}, {"entropy_matched", "previous"}};
    }
    return file;
  }
  void Put(const std::string& text) const {
    std::filesystem::create_directories(folder_.path() / "programs");
    training::WriteFileAtomically(folder_.path() / "programs" / "paper.json", text);
  }

  const faults::Folder folder_;
};

TEST_F(PaperProgramsTest, AreThoseOfTheUsersFile) {
  Put(Supplied().dump());
  const Scale scale = Paper();
  EXPECT_EQ(scale.programs.missing, "");
  EXPECT_EQ(scale.programs.heads.at("11.11").own, "first");
  EXPECT_EQ(scale.programs.heads.at("11.11").best_fit, "self");
  EXPECT_THAT(scale.supplied, testing::Not(testing::Contains(HasSubstr("programs"))));
}

TEST_F(PaperProgramsTest, ThatAreNotThereAreSaidToBeMissing) {
  const Scale scale = Paper();
  EXPECT_THAT(scale.programs.missing,
              AllOf(HasSubstr("are missing"), HasSubstr("--to=$RETABLE_DATA/programs/paper.json")));
  EXPECT_THAT(scale.supplied, testing::Contains(HasSubstr("the programs of GPT-2's heads")));
  unsetenv("RETABLE_DATA");
  EXPECT_THAT(Paper().programs.missing, HasSubstr("are missing"));
}

TEST_F(PaperProgramsTest, ThatAreRefusedAreSaidToBeSoAndOtherScalesRunAllTheSame) {
  nlohmann::json foreign = Supplied();
  foreign["teacher"] = std::string(64, 'f');
  Put(foreign.dump());
  EXPECT_THAT(Paper().programs.missing,
              AllOf(HasSubstr("paper.json is refused: its teacher is ffffffffffff, and that of the scale is"),
                    HasSubstr("make them with bazel run //training:synthesize")));
  EXPECT_THAT(Paper().supplied, testing::Contains(HasSubstr("the programs of GPT-2's heads")));
  EXPECT_EQ(Desk().programs.missing, "");
}

// Equal texts would share a run, and a plan would count too few.
TEST_F(PaperProgramsTest, PlaceholdersAreAsManyAsTheSearchFindsAndAllDiffer) {
  const SynthesisedPrograms programs = Paper().programs;
  std::multiset<std::string> texts;
  for (const auto& [head, found] : programs.heads)
    texts.insert({found.own, found.best_fit, found.entropy_matched});
  EXPECT_EQ(texts.size(), 3u * 144);
  EXPECT_EQ(programs.library.size(), models::programs::Rules().size() + 2 * 144);
  for (const auto& [name, text] : programs.library) texts.insert(text);
  EXPECT_EQ(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size());
  for (const std::string& text : texts) {
    if (!text.starts_with(kNotSynthesised)) continue;
    EXPECT_THROW(models::programs::Parse(text), std::invalid_argument) << text;
  }
}

// The plan of a table is as long without its programs as with programs that all differ.
TEST_F(PaperProgramsTest, ATablePlannedWithoutThemHasARunForEachOfItsCells) {
  for (const Table& table : {Patterns(), Predictors()}) {
    std::set<std::string> keys;
    const std::vector<Cell> cells = Cells(table, FindScale(table, "paper"));
    for (const Cell& cell : cells) keys.insert(training::Key(cell.run));
    EXPECT_EQ(keys.size(), cells.size()) << table.id;
  }
}

}  // namespace
}  // namespace retable::suites::injection
