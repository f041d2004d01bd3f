#include "training/pattern_for.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>

#include "tests/training/sample_result.h"
#include "tests/training/tiny_artifacts.h"

namespace retable::training {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class PatternForTest : public TinyArtifactsTest {
 protected:
  static InjectionRecipe Of(const std::string& pattern) {
    return {.pattern = pattern, .heads = {{0, 1}, {1, 0}}, .teacher = Teacher()};
  }

  static InjectionRecipe Blend(double share) {
    InjectionRecipe injection = Of("interpolated");
    injection.real_share = share;
    return injection;
  }

  // [B, 8, 8] of each of the recipe's heads, for two windows.
  std::vector<at::Tensor> Made(const InjectionRecipe& injection) {
    return PatternFor(injection, TinyRecipe(), context_)(Windows(), injection.heads);
  }

  static at::Tensor Windows() {
    return at::tensor(std::vector<std::int64_t>{1, 4, 7, 10, 2, 5, 5, 8, 3, 3, 6, 9, 1, 4, 7, 0})
        .reshape({2, 8});
  }

  std::string Refusal(const InjectionRecipe& injection) {
    return MessageOf([&] { PatternFor(injection, TinyRecipe(), context_); });
  }
};

TEST_F(PatternForTest, NeedsWhatItIsReadOff) {
  EXPECT_THAT(PatternNeedsOf(Of("real_attention")), ElementsAre(TeacherOf(Teacher())));
  EXPECT_THAT(PatternNeedsOf(Of("mean_template")), ElementsAre(TemplatesOf(Teacher())));
  EXPECT_THAT(PatternNeedsOf(Blend(0.5)), ElementsAre(TeacherOf(Teacher()), TemplatesOf(Teacher())));
  EXPECT_THAT(PatternNeedsOf(Of("uniform")), IsEmpty());
}

TEST_F(PatternForTest, APatternThatDoesNotExistIsRefusedWithThoseThatDo) {
  EXPECT_THAT(MessageOf([&] { PatternNeedsOf(Of("attention")); }),
              AllOf(HasSubstr("attention"), HasSubstr("mean_template")));
  EXPECT_THAT(Refusal(Of("attention")), HasSubstr("mean_template"));
}

TEST_F(PatternForTest, WhatTheRecipeLacksIsNamed) {
  for (const std::string pattern : {"real_attention", "mean_template"}) {
    InjectionRecipe injection = Of(pattern);
    injection.teacher.reset();
    EXPECT_EQ(Refusal(injection), "pattern " + pattern + " needs a teacher in its recipe");
  }
  EXPECT_THAT(Refusal(Of("interpolated")), HasSubstr("a real_share between 0 and 1"));
  EXPECT_THAT(Refusal(Blend(1.01)), HasSubstr("a real_share between 0 and 1"));
  EXPECT_THAT(Refusal(Of("file")), HasSubstr("the SHA-256 of a file"));
  InjectionRecipe one = Of("program");
  one.programs = {"self"};  // for two heads
  EXPECT_THAT(Refusal(one), HasSubstr("one program a head"));
}

TEST_F(PatternForTest, TheMeanTemplateIsThatOfTheHead) {
  const at::Tensor templates = TemplatesFor(Teacher(), context_);
  const std::vector<at::Tensor> made = Made(Of("mean_template"));
  ASSERT_EQ(made.size(), 2u);
  EXPECT_TRUE(at::allclose(made[0][0], templates[0][1]));
  EXPECT_TRUE(at::allclose(made[1][0], templates[1][0]));
  EXPECT_FALSE(at::allclose(made[0][0], made[1][0]));
}

TEST_F(PatternForTest, ABlendRunsFromTheTemplateToRealAttention) {
  const std::vector<at::Tensor> real = Made(Of("real_attention")), mean = Made(Of("mean_template"));
  for (const std::size_t head : {0u, 1u}) {
    EXPECT_FALSE(at::allclose(real[head][0], real[head][1])) << "attention follows the window";
    EXPECT_TRUE(at::allclose(Made(Blend(1))[head], real[head], 0, 1e-6));
    EXPECT_TRUE(at::allclose(Made(Blend(0))[head], mean[head].expand_as(real[head]), 0, 1e-6));
    EXPECT_TRUE(at::allclose(Made(Blend(0.25))[head], 0.25 * real[head] + 0.75 * mean[head], 0, 1e-6));
  }
}

TEST_F(PatternForTest, EachHeadHasTheProgramInItsPlace) {
  InjectionRecipe injection = Of("program");
  injection.teacher.reset();
  injection.programs = {"first", "self"};
  const std::vector<at::Tensor> made = Made(injection);
  EXPECT_TRUE(at::equal(made[0][0].select(1, 0), at::ones({8})));  // column 0
  EXPECT_TRUE(at::equal(made[1][0], at::eye(8)));
}

TEST_F(PatternForTest, AProgramThatIsNoneIsRefused) {
  InjectionRecipe injection = Of("program");
  injection.programs = {"self", "nobody"};
  EXPECT_THAT(Refusal(injection), HasSubstr("nobody"));
}

TEST_F(PatternForTest, AFileThatIsMissingOrHasOtherBytesIsRefused) {
  ASSERT_EQ(setenv("RETABLE_DATA", folder_.path().c_str(), 1), 0);
  InjectionRecipe injection = Of("file");
  injection.file = std::string(64, 'a');
  EXPECT_THAT(Refusal(injection),
              AllOf(HasSubstr(injection.file), HasSubstr("put it into $RETABLE_DATA/patterns")));
  std::filesystem::create_directories(folder_.path() / "patterns");
  std::ofstream(folder_.path() / "patterns" / (injection.file + ".safetensors")) << "other bytes";
  EXPECT_THAT(Refusal(injection), HasSubstr(" has the SHA-256 "));
  ASSERT_EQ(unsetenv("RETABLE_DATA"), 0);
  EXPECT_THAT(Refusal(injection), HasSubstr("put it into $RETABLE_DATA/patterns"));
}

}  // namespace
}  // namespace retable::training
