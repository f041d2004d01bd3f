#include "training/pattern_files.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include "data/safetensors.h"
#include "data/sha256.h"
#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"
#include "training/supplied_pattern.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr int kContext = 2;

// One matrix for every window and head but 1.1, which has its own; `weight` makes files differ.
data::Safetensors Content(float weight) {
  data::Safetensors content;
  content.integers["tokens"] = {{1, kContext}, {5, 6}};
  content.arrays["all"] = {{1, kContext, kContext}, {1, 0, weight, 1 - weight}};
  content.arrays["1.1"] = {{1, kContext, kContext}, {1, 0, 1, 0}};
  return content;
}

class PatternFilesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    setenv("RETABLE_DATA", folder_.path().c_str(), 1);
    std::filesystem::create_directories(folder_.path() / "patterns");
  }
  void TearDown() override {
    unsetenv("RETABLE_DATA");
    unsetenv(kPatternFileVariable);
  }

  std::filesystem::path Place(const std::string& sha256) const {
    return folder_.path() / "patterns" / (sha256 + ".safetensors");
  }

  // Writes a file where $RETABLE_DATA has it, and returns its hash.
  std::string Put(float weight) const {
    const auto file = folder_.path() / "new.safetensors";
    data::WriteSafetensors(file, Content(weight));
    const std::string sha256 = data::Sha256HexOfFile(file);
    std::filesystem::rename(file, Place(sha256));
    return sha256;
  }

  const faults::Folder folder_;
};

TEST_F(PatternFilesTest, AFileIsReadOnceForAllHeadsThatOneArrayServes) {
  const std::string sha256 = Put(0.25F);
  const auto first = PatternFileOf(sha256, {{0, 0}}, kContext);
  std::filesystem::remove(Place(sha256));
  EXPECT_EQ(PatternFileOf(sha256, {{0, 1}, {0, 0}}, kContext), first);
  EXPECT_EQ(first->arrays.at("all")[0][1][0].item<float>(), 0.25F);
}

TEST_F(PatternFilesTest, AnArrayThatWasNotReadIsReadThen) {
  const std::string sha256 = Put(0.5F);
  const auto first = PatternFileOf(sha256, {{0, 0}}, kContext);
  const auto second = PatternFileOf(sha256, {{1, 1}}, kContext);
  EXPECT_EQ(second->arrays.at("1.1")[0][1][0].item<float>(), 1);
  EXPECT_TRUE(first->arrays.contains("all"));  // whoever holds it keeps it
}

TEST_F(PatternFilesTest, AnotherFileTakesThePlaceOfTheLast) {
  const std::string one = Put(0.75F), other = Put(0.125F);
  EXPECT_EQ(PatternFileOf(one, {{0, 0}}, kContext)->arrays.at("all")[0][1][0].item<float>(), 0.75F);
  EXPECT_EQ(PatternFileOf(other, {{0, 0}}, kContext)->arrays.at("all")[0][1][0].item<float>(), 0.125F);
}

TEST_F(PatternFilesTest, TheFileOfTheFlagIsReadWhereItLies) {
  const auto file = folder_.path() / "mine.safetensors";
  data::WriteSafetensors(file, Content(0.375F));
  setenv(kPatternFileVariable, file.c_str(), 1);
  EXPECT_EQ(PatternFileOf(data::Sha256HexOfFile(file), {{0, 0}}, kContext)->name, file);
}

TEST_F(PatternFilesTest, OtherBytesThanTheRecipesAreRefused) {
  const std::string sha256 = Put(0.625F);
  data::WriteSafetensors(Place(sha256), Content(0.5F));
  EXPECT_THAT(MessageOf([&] {
                PatternFileOf(sha256, {{0, 0}}, kContext);
              }),
              AllOf(HasSubstr("give it with --patterns=FILE"), HasSubstr("has the SHA-256 ")));
  EXPECT_THAT(MessageOf([&] {
                PatternFileOf(std::string(64, 'b'), {{0, 0}}, kContext);
              }),
              HasSubstr("put it into $RETABLE_DATA/patterns as bbbb"));
}

}  // namespace
}  // namespace retable::training
