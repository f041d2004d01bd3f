#include "models/outside/marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/outside/document.h"
#include "tests/models/outside/fixture.h"

namespace retable::models::outside {
namespace {

using testing::HasSubstr;

std::map<std::string, MarkedProgram> ByName(const MarkedFile& marked) {
  std::map<std::string, MarkedProgram> programs;
  for (const MarkedProgram& program : marked.programs) programs[program.function.name] = program;
  return programs;
}

std::vector<Document> Documents() {
  return {SampleDocument(), DocumentOfText("short", "a b c a"), DocumentOfText("one", "word")};
}

TEST(Mark, LeavesProgramsWithoutFaultUnmarked) {
  const MarkedFile marked = Mark(ProgramFile("good.py"), Documents(), Patient());
  EXPECT_EQ(marked.refused, "");
  ASSERT_EQ(marked.programs.size(), 6u);
  for (const MarkedProgram& program : marked.programs) {
    EXPECT_EQ(program.refused, "") << program.function.name;
    EXPECT_EQ(program.randomness, 0) << program.function.name;
    EXPECT_EQ(program.leak, 0.0) << program.function.name;
    EXPECT_EQ(program.rows, 13) << program.function.name;
    ASSERT_EQ(program.matrices.size(), 3u);
    EXPECT_EQ(program.matrices[1].tokens, 4);
    EXPECT_GT(program.microseconds, 0);
  }
  const auto programs = ByName(marked);
  EXPECT_EQ(programs.at("previous_token").empty_rows, 3);
  EXPECT_DOUBLE_EQ(programs.at("uniform").non_causal, (28.0 / 64 + 6.0 / 16 + 0) / 3);
  EXPECT_DOUBLE_EQ(programs.at("signed").negative, (7.0 / 15 + 3.0 / 7 + 0) / 3);
}

TEST(Mark, MeasuresLeaksAndRandomness) {
  const auto programs = ByName(Mark(ProgramFile("marked.py"), Documents(), Patient()));
  ASSERT_EQ(programs.size(), 6u);
  for (const auto& [name, program] : programs) EXPECT_EQ(program.refused, "") << name;

  // Row 3 of eight tokens looks at token 0, that of the first four at itself.
  EXPECT_TRUE(programs.at("leaks_ahead").Leaks());
  EXPECT_EQ(programs.at("leaks_ahead").leak, 1.0);
  // Row 1 of eight tokens and of the first two: token 0 has 1.008 of 2.008 and 1.002 of 2.002.
  EXPECT_TRUE(programs.at("leaks_a_little").Leaks());
  EXPECT_NEAR(programs.at("leaks_a_little").leak.value(), 1.008 / 2.008 - 1.002 / 2.002, 1e-7);
  for (const std::string name : {"leaks_ahead", "leaks_a_little", "seeded"}) {
    EXPECT_FALSE(programs.at(name).IsRandom()) << name;
  }
  EXPECT_FALSE(programs.at("seeded").Leaks());

  for (const std::string name : {"unseeded", "remembers", "remembers_its_draw"}) {
    EXPECT_TRUE(programs.at(name).IsRandom()) << name;
    EXPECT_FALSE(programs.at(name).leak.has_value()) << name;
    EXPECT_FALSE(programs.at(name).Leaks()) << name;
  }
}

TEST(Mark, CannotMeasureALeakOnDocumentsOfOneToken) {
  const MarkedFile marked = Mark(ProgramFile("marked.py"), {DocumentOfText("one", "word")}, Patient());
  EXPECT_FALSE(ByName(marked).at("leaks_ahead").leak.has_value());
}

TEST(Mark, KeepsTheReasonOfARefusedProgramAndNothingElse) {
  Options options = Patient();
  options.limits.call_seconds = 1;
  const auto programs = ByName(Mark(ProgramFile("hangs.py"), {SampleDocument()}, options));
  EXPECT_THAT(programs.at("sleeps").refused, HasSubstr("gave no answer within 1.0 s"));
  EXPECT_TRUE(programs.at("sleeps").matrices.empty());
}

TEST(Mark, RecordsWhyAFileIsRefused) {
  const MarkedFile marked = Mark(ProgramFile("missing_module.py"), {SampleDocument()}, Patient());
  EXPECT_THAT(marked.refused, HasSubstr("'a_module_that_nobody_has'"));
  EXPECT_TRUE(marked.programs.empty());
}

TEST(Mark, NeedsADocument) {
  EXPECT_THROW(Mark(ProgramFile("good.py"), {}, Patient()), std::invalid_argument);
}

}  // namespace
}  // namespace retable::models::outside
