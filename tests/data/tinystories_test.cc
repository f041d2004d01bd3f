#include "data/tinystories.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <vector>

#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> Stories(const std::string& text) {
  const TemporaryFolder folder;
  StoryReader reader(folder.Write("stories.txt", text));
  std::vector<std::string> stories;
  while (const std::optional<std::string> story = reader.Next()) stories.push_back(*story);
  return stories;
}

TEST(TinyStoriesTest, EachBlockIsAStory) {
  EXPECT_THAT(Stories("One day.\n<|endoftext|>\nTwo.\nMore.\n<|endoftext|>\n"),
              ElementsAre("One day.", "Two.\nMore."));
}

TEST(TinyStoriesTest, BlankLinesStayInsideAStoryAndGoAroundIt) {
  EXPECT_THAT(Stories("\n \nOne.\n\nMore.\n\n<|endoftext|>\n"), ElementsAre("One.\n\nMore."));
}

TEST(TinyStoriesTest, TheLastStoryNeedsNoSeparator) {
  EXPECT_THAT(Stories("One.\n<|endoftext|>\nTwo."), ElementsAre("One.", "Two."));
  EXPECT_THAT(Stories("One."), ElementsAre("One."));
}

TEST(TinyStoriesTest, EmptyBlocksAreDropped) {
  EXPECT_THAT(Stories("<|endoftext|>\n\n<|endoftext|>\nOne.\n<|endoftext|>\n<|endoftext|>\n"),
              ElementsAre("One."));
  EXPECT_THAT(Stories(""), IsEmpty());
  EXPECT_THAT(Stories("\n"), IsEmpty());
}

TEST(TinyStoriesTest, CarriageReturnsAtLineEndsGo) {
  EXPECT_THAT(Stories("One.\r\nMore.\r\n<|endoftext|>\r\nTwo.\r\n"), ElementsAre("One.\nMore.", "Two."));
}

TEST(TinyStoriesTest, ASeparatorInsideALineIsText) {
  EXPECT_THAT(Stories("One <|endoftext|> more.\n"), ElementsAre("One <|endoftext|> more."));
}

TEST(TinyStoriesTest, BytesBeyondAsciiStay) {
  EXPECT_THAT(Stories("caf\u00e9 \u201cyes\u201d\n"), ElementsAre("caf\u00e9 \u201cyes\u201d"));
}

TEST(TinyStoriesTest, NormalisingFoldsAsciiCaseAndWhiteSpaceAlone) {
  EXPECT_EQ(NormalizedStory("  One\n\n\tDAY \u00c9. "), "one day \u00c9.");
  EXPECT_EQ(NormalizedStory(""), "");
  const std::string once = NormalizedStory(" A  b\nC ");
  EXPECT_EQ(NormalizedStory(once), once);
}

struct Kept {
  StoryCounts counts;
  std::vector<std::string> ids;
};

Kept Read(const TemporaryFolder& folder, const std::string& file, const std::string& split,
          SeenStories& seen) {
  Kept kept;
  kept.counts = ReadStories(folder.path() / file, split, seen, [&](Document d) { kept.ids.push_back(d.id); });
  return kept;
}

TEST(TinyStoriesTest, DuplicatesGoInsideAndAcrossSplits) {
  const TemporaryFolder folder;
  folder.Write("valid", "One.\n<|endoftext|>\nTwo.\n<|endoftext|>\none.\n<|endoftext|>\n");
  folder.Write("train",
               "Three.\n<|endoftext|>\nTWO.\n<|endoftext|>\n\n<|endoftext|>\nFour.\n<|endoftext|>\nThree.\n");
  SeenStories seen;
  const Kept validation = Read(folder, "valid", "valid", seen);
  EXPECT_THAT(validation.ids, ElementsAre("valid:0", "valid:1"));
  EXPECT_EQ(validation.counts.kept, 2);
  EXPECT_EQ(validation.counts.duplicates, 1);
  const Kept train = Read(folder, "train", "train", seen);
  EXPECT_THAT(train.ids, ElementsAre("train:0", "train:2"));
  EXPECT_EQ(train.counts.kept, 2);
  EXPECT_EQ(train.counts.duplicates, 2);
  EXPECT_EQ(train.counts.empty, 1);
}

TEST(TinyStoriesTest, AMissingFileIsNamed) {
  EXPECT_THAT(MessageOf([] { StoryReader("no such stories.txt"); }), HasSubstr("no such stories.txt"));
}

TEST(TinyStoriesTest, FilesOfAnotherSizeAreRefused) {
  const TemporaryFolder folder;
  folder.Write("tinystories/TinyStories-train.txt", "One.\n");
  setenv("RETABLE_DATA", folder.path().c_str(), 1);
  EXPECT_THAT(MessageOf([] { FindTinyStories(); }),
              AllOf(HasSubstr("TinyStories-train.txt"), HasSubstr("1924281556"), HasSubstr("5 bytes")));
}

}  // namespace
}  // namespace retable::data
