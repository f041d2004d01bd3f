#include "training/ensure_artifact.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "training/artifacts.h"
#include "training/locks.h"

namespace retable::training {

namespace {

Run Small() { return {.trainer = "small/1", .recipe = "{}", .seed = 1}; }
Run Large() { return {.trainer = "large/1", .recipe = "{}", .seed = 1}; }

// The names of the makers that built something, in the order in which they did.
std::vector<std::string>& Built() {
  static auto* const built = new std::vector<std::string>;
  return *built;
}

void Write(const Run& artifact, const std::filesystem::path& folder, const TrainContext&) {
  Built().push_back(artifact.trainer);
  if (artifact.seed == 13) throw std::runtime_error("no room");
  std::ofstream(folder / "content") << "0.5\n";
}

}  // namespace

// In place of those of training/trainers.cc, which this test does not link: the large one needs the small
// one.
std::vector<ArtifactMaker> ArtifactMakers() {
  return {{.name = "small/1", .needs = [](const Run&) { return std::vector<Run>{}; }, .build = Write},
          {.name = "large/1", .needs = [](const Run&) { return std::vector{Small()}; }, .build = Write}};
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class EnsureArtifactTest : public ::testing::Test {
 protected:
  EnsureArtifactTest() { Built().clear(); }

  void Ensure(const training::Run& artifact) { EnsureArtifact(out_.path(), artifact, context_); }

  const faults::Folder out_;
  const TrainContext context_ = ContextOfOut(out_.path(), "cpu");
};

TEST_F(EnsureArtifactTest, WhatAnArtifactNeedsIsMadeBeforeIt) {
  Ensure(Large());
  EXPECT_THAT(Built(), ElementsAre("small/1", "large/1"));
  EXPECT_TRUE(ArtifactExists(out_.path(), Small()));
  EXPECT_TRUE(ArtifactExists(out_.path(), Large()));
}

TEST_F(EnsureArtifactTest, WhatIsThereIsNotMadeAgain) {
  Ensure(Small());
  Ensure(Large());
  Ensure(Large());
  EXPECT_THAT(Built(), ElementsAre("small/1", "large/1"));
}

TEST_F(EnsureArtifactTest, WhatIsThereAndNotAsItWasMadeIsRefused) {
  Ensure(Small());
  std::ofstream(ArtifactFolder(out_.path(), Small()) / "content") << "0.6\n";
  EXPECT_THAT(MessageOf([&] { Ensure(Large()); }), HasSubstr("content is not as it was made"));
  EXPECT_THAT(Built(), ElementsAre("small/1"));
}

TEST_F(EnsureArtifactTest, ABuildThatThrowsLeavesNothing) {
  training::Run failing = Small();
  failing.seed = 13;
  EXPECT_EQ(MessageOf([&] { Ensure(failing); }), "no room");
  EXPECT_FALSE(ArtifactExists(out_.path(), failing));
}

TEST_F(EnsureArtifactTest, AnArtifactThatNobodyMakesIsRefused) {
  EXPECT_THAT(MessageOf([&] { Ensure({.trainer = "other/1", .recipe = "{}", .seed = 1}); }),
              HasSubstr("other/1"));
}

// Another holder of the key publishes it and lets go: there is nothing left to make.
TEST_F(EnsureArtifactTest, WaitsForWhoIsMakingIt) {
  std::optional<KeyLock> other = KeyLock::Try(out_.path(), Key(Small()));
  ASSERT_TRUE(other);
  std::future<void> waiting = std::async(std::launch::async, [&] { Ensure(Small()); });
  PublishArtifact(out_.path(), Small(),
                  [](const std::filesystem::path& folder) { std::ofstream(folder / "content") << "0.5\n"; });
  other.reset();
  waiting.get();
  EXPECT_THAT(Built(), IsEmpty());
}

TEST_F(EnsureArtifactTest, AContextKnowsItsDeviceAndWhereArtifactsAre) {
  EXPECT_EQ(context_.device, "cpu");
  EXPECT_TRUE(context_.checkpoint.empty());
  Ensure(Small());
  EXPECT_EQ(context_.artifact(Small()), ArtifactFolder(out_.path(), Small()));
  EXPECT_NO_THROW(context_.progress(1, 2));
}

TEST_F(EnsureArtifactTest, AContextMakesItsFolder) {
  const std::filesystem::path deep = out_.path() / "a" / "b";
  ContextOfOut(deep, "cpu");
  EXPECT_TRUE(std::filesystem::is_directory(deep));
}

}  // namespace
}  // namespace retable::training
