#include "models/patterns/pattern_file.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <limits>

#include "data/safetensors.h"
#include "models/patterns.h"
#include "tests/faults/folder.h"

namespace retable::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int kContext = 3;

// Two windows and heads 0.0 (a matrix for each) and 1.1 (one for all).
data::Safetensors Good() {
  data::Safetensors content;
  content.integers["tokens"] = {{2, kContext}, {5, 6, 7, 8, 9, 10}};
  content.arrays["0.0"] = {{2, kContext, kContext},
                           {1, 0, 0, 0.5, 0.5, 0, 0.25, 0.5, 0.25,  //
                            1, 0, 0, 0.0, 1.0, 0, 0.00, 0.0, 1.00}};
  content.arrays["1.1"] = {{1, kContext, kContext}, {1, 0, 0, 1, 0, 0, 1, 0, 0}};
  return content;
}

class PatternFileTest : public ::testing::Test {
 protected:
  std::filesystem::path Written(const data::Safetensors& content) const {
    const auto file = folder_.path() / "patterns.safetensors";
    data::WriteSafetensors(file, content);
    return file;
  }

  PatternFile Read(const data::Safetensors& content) const {
    return ReadPatternFile(Written(content), {{0, 0}, {1, 1}}, kContext);
  }

  void IsRefused(const std::string& why, const std::function<void(data::Safetensors&)>& change) const {
    data::Safetensors content = Good();
    change(content);
    EXPECT_THAT([&] { Read(content); }, ThrowsMessage<std::runtime_error>(::testing::AllOf(
                                            HasSubstr("patterns.safetensors"), HasSubstr(why))));
  }

  const faults::Folder folder_;
};

TEST_F(PatternFileTest, GivesEachWindowItsMatrixWhateverTheOrder) {
  PatternSource source;
  source.file = std::make_shared<PatternFile>(Read(Good()));
  const Pattern pattern = FindPattern("file").make(source);
  const at::Tensor tokens = at::tensor({8, 9, 10, 5, 6, 7}, at::kLong).view({2, kContext});
  const auto patterns = pattern(tokens, {{0, 0}, {1, 1}});
  EXPECT_EQ(patterns[0][0][2][2].item<float>(), 1);
  EXPECT_EQ(patterns[0][1][2][1].item<float>(), 0.5F);
  EXPECT_EQ(patterns[1].sizes(), at::IntArrayRef({1, kContext, kContext}));
}

TEST_F(PatternFileTest, AWindowItDoesNotKnowIsRefused) {
  PatternSource source;
  source.file = std::make_shared<PatternFile>(Read(Good()));
  const Pattern pattern = FindPattern("file").make(source);
  EXPECT_THAT(
      [&] {
        pattern(at::tensor({5, 6, 8}, at::kLong).view({1, kContext}), {{0, 0}});
      },
      ThrowsMessage<std::runtime_error>(
          HasSubstr("has no pattern for a window that begins with the tokens 5 6 8: ")));
}

TEST_F(PatternFileTest, RoundedRowsAreScaledToSumOne) {
  data::Safetensors content = Good();
  content.arrays["1.1"].values[3] = 0.998F;
  const PatternFile file = Read(content);
  EXPECT_EQ(file.arrays.at("1.1")[0][1][0].item<float>(), 1);
}

TEST_F(PatternFileTest, WhatIsNoPatternIsRefusedByPlace) {
  IsRefused("it has no array \"tokens\"", [](auto& c) { c.integers.clear(); });
  IsRefused("it has no array \"1.1\" for that head, nor one \"all\" for any",
            [](auto& c) { c.arrays.erase("1.1"); });
  IsRefused("tokens have the shape [3, 2]", [](auto& c) { c.integers["tokens"].shape = {3, 2}; });
  IsRefused("windows 0 and 1 have the same tokens",
            [](auto& c) { c.integers["tokens"].values = {1, 2, 3, 1, 2, 3}; });
  IsRefused("array \"0.0\" has the shape [3, 3, 2]", [](auto& c) { c.arrays["0.0"].shape = {3, 3, 2}; });
  IsRefused("array \"0.0\", matrix 1, row 1 looks at the later token 2", [](auto& c) {
    c.arrays["0.0"].values[13] = 0.5;
    c.arrays["0.0"].values[14] = 0.5;
  });
  IsRefused("array \"1.1\", matrix 0, row 2 sums to 0.5", [](auto& c) { c.arrays["1.1"].values[6] = 0.5; });
  IsRefused("row 0 holds -1", [](auto& c) { c.arrays["1.1"].values[0] = -1; });
  IsRefused("row 0 holds nan",
            [](auto& c) { c.arrays["1.1"].values[0] = std::numeric_limits<float>::quiet_NaN(); });
  IsRefused("row 0 holds inf",
            [](auto& c) { c.arrays["1.1"].values[0] = std::numeric_limits<float>::infinity(); });
}

TEST_F(PatternFileTest, OneArrayServesEveryHeadWithoutItsOwn) {
  data::Safetensors content = Good();
  content.arrays["all"] = std::move(content.arrays["0.0"]);
  content.arrays.erase("0.0");
  PatternSource source;
  source.file =
      std::make_shared<PatternFile>(ReadPatternFile(Written(content), {{0, 0}, {2, 5}, {1, 1}}, kContext));
  EXPECT_EQ(source.file->arrays.size(), 2u);  // "all" was read once
  const auto patterns = FindPattern("file").make(source)(
      at::tensor({8, 9, 10}, at::kLong).view({1, kContext}), {{0, 0}, {2, 5}, {1, 1}});
  EXPECT_EQ(patterns[0][0][1][1].item<float>(), 1);
  EXPECT_TRUE(at::equal(patterns[0], patterns[1]));
  EXPECT_EQ(patterns[2][0][1][0].item<float>(), 1);  // its own comes first
}

TEST_F(PatternFileTest, AWindowOfOneTokenIsNamedToo) {
  data::Safetensors content;
  content.integers["tokens"] = {{1, 1}, {5}};
  content.arrays["all"] = {{1, 1, 1}, {1}};
  PatternSource source;
  source.file = std::make_shared<PatternFile>(ReadPatternFile(Written(content), {{0, 0}}, 1));
  const Pattern pattern = FindPattern("file").make(source);
  const auto of_unknown = [&] { pattern(at::tensor({6}, at::kLong).view({1, 1}), {{0, 0}}); };
  EXPECT_THAT(of_unknown, ThrowsMessage<std::runtime_error>(HasSubstr("begins with the tokens 6: ")));
}

TEST_F(PatternFileTest, AFileThatIsCutOffOrOfAnotherKindIsRefusedByName) {
  const auto file = Written(Good());
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 4);
  EXPECT_THAT(
      [&] {
        ReadPatternFile(file, {{0, 0}}, kContext);
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("patterns.safetensors")));
  std::ofstream(file) << "not a safetensors file";
  EXPECT_THAT(
      [&] {
        ReadPatternFile(file, {{0, 0}}, kContext);
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("patterns.safetensors")));
}

}  // namespace
}  // namespace retable::models
