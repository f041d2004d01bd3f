#include "training/head_programs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "tests/training/tiny_artifacts.h"

namespace retable::training {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class HeadProgramsTest : public TinyArtifactsTest {
 protected:
  json Found(int threads) {
    return SynthesiseHeadPrograms(Teacher(), context_, {.windows = 6, .threads = threads});
  }
};

TEST_F(HeadProgramsTest, EveryHeadHasThreeProgramsThatParse) {
  const json found = Found(1);
  ASSERT_EQ(found.at("heads").size(), 4u);  // 2 layers of 2 heads
  for (const auto& [head, entry] : found.at("heads").items()) {
    EXPECT_NO_THROW(models::programs::Parse(entry.at("own").get<std::string>())) << head;
    EXPECT_NO_THROW(models::programs::Parse(entry.at("entropy_matched").get<std::string>())) << head;
    EXPECT_TRUE(found.at("library").contains(entry.at("best_fit").get<std::string>())) << head;
    EXPECT_NE(entry.at("entropy_matched_from"), entry.at("best_fit")) << head;
  }
}

TEST_F(HeadProgramsTest, TheLibraryIsEveryHeadsOwnAndFitAndTheRules) {
  const json library = Found(1).at("library");
  EXPECT_EQ(library.size(), models::programs::Rules().size() + 2 * 4);
  for (const std::string name : {"own_0_0", "fit_1_1", "induction"})
    EXPECT_TRUE(library.contains(name)) << name;
}

TEST_F(HeadProgramsTest, ThreadsDoNotChangeTheResult) { EXPECT_EQ(Found(1), Found(3)); }

TEST_F(HeadProgramsTest, TellsOfEachSearch) {
  std::atomic<int> told = 0;
  SynthesiseHeadPrograms(Teacher(), context_,
                         {.windows = 6, .threads = 1, .progress = [&](const std::string& line) {
                            EXPECT_THAT(line, HasSubstr(": "));
                            ++told;
                          }});
  EXPECT_EQ(told, 2 * 4);
}

}  // namespace
}  // namespace retable::training
