#include "suites/injection/programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "models/gpt_shape.h"
#include "models/programs/parse.h"
#include "suites/injection/scales.h"
#include "training/files.h"
#include "training/run.h"

namespace retable::suites::injection {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class CommittedProgramsTest : public testing::TestWithParam<std::string> {
 protected:
  const Scale scale_ = FindScale(GetParam());
  const nlohmann::json file_ =
      nlohmann::json::parse(training::ReadFile("suites/injection/programs/" + GetParam() + ".json"));
};

// A teacher's artifact is keyed by its recipe: programs of another one would be injected without a word.
TEST_P(CommittedProgramsTest, AreOfTheScalesTeacher) {
  const training::Run teacher = {
      .trainer = "teacher/1", .recipe = training::Canonical(scale_.teacher), .seed = scale_.teacher.seed};
  EXPECT_EQ(file_.at("teacher"), training::Key(teacher));
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

}  // namespace
}  // namespace retable::suites::injection
