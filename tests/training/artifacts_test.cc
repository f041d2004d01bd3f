#include "training/artifacts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "training/files.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

void WriteWeights(const std::filesystem::path& folder) { std::ofstream(folder / "weights") << "0.5\n"; }

class ArtifactsTest : public ::testing::Test {
 protected:
  std::filesystem::path folder() const { return ArtifactFolder(out_.path(), SampleRun(1)); }

  faults::Folder out_;
};

TEST_F(ArtifactsTest, IsThereWithItsRecipeOnceItIsPublished) {
  EXPECT_FALSE(ArtifactExists(out_.path(), SampleRun(1)));
  PublishArtifact(out_.path(), SampleRun(1), WriteWeights);
  EXPECT_TRUE(ArtifactExists(out_.path(), SampleRun(1)));
  CheckArtifact(out_.path(), SampleRun(1));
  EXPECT_EQ(folder().filename(), "sample-" + ShortKey(Key(SampleRun(1))));
  const auto recipe = nlohmann::json::parse(ReadFile(folder() / "recipe.json"));
  EXPECT_EQ(RunFromJson(recipe), SampleRun(1));
}

TEST_F(ArtifactsTest, ABuildThatThrowsLeavesNothing) {
  const auto build = [](const std::filesystem::path& folder) {
    WriteWeights(folder);
    throw std::runtime_error("no room");
  };
  EXPECT_EQ(MessageOf([&] { PublishArtifact(out_.path(), SampleRun(1), build); }), "no room");
  EXPECT_TRUE(std::filesystem::is_empty(out_.path() / "artifacts"));
}

TEST_F(ArtifactsTest, WhatABuildLeftThatWasKilledIsRemovedByTheNext) {
  std::filesystem::create_directories(folder().string() + ".part-123");
  PublishArtifact(out_.path(), SampleRun(1), WriteWeights);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out_.path() / "artifacts"), {}), 1);
}

TEST_F(ArtifactsTest, AFileThatChangedIsRefusedWithBothHashes) {
  PublishArtifact(out_.path(), SampleRun(1), WriteWeights);
  std::ofstream(folder() / "weights") << "0.6\n";
  EXPECT_THAT(
      MessageOf([&] { CheckArtifact(out_.path(), SampleRun(1)); }),
      AllOf(HasSubstr("weights is not as it was made: SHA-256 "), HasSubstr("found "), HasSubstr("remove")));
  std::filesystem::remove(folder() / "weights");
  EXPECT_THAT(MessageOf([&] { CheckArtifact(out_.path(), SampleRun(1)); }), HasSubstr("found no file"));
}

TEST_F(ArtifactsTest, AFolderThatHoldsSomethingElseIsRefused) {
  std::filesystem::create_directories(folder());
  EXPECT_THAT(MessageOf([&] { ArtifactExists(out_.path(), SampleRun(1)); }), HasSubstr("has no recipe.json"));
  WriteFileAtomically(folder() / "recipe.json", R"({"key":"other"})");
  EXPECT_THAT(MessageOf([&] { ArtifactExists(out_.path(), SampleRun(1)); }),
              HasSubstr("holds another artifact"));
}

}  // namespace
}  // namespace retable::training
