#include "suites/injection/arms.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace retable::suites::injection {
namespace {

std::vector<Arm> All() {
  return {RealAttention(), OwnProgram(), BestFitProgram(),   EntropyMatchedProgram(), MeanTemplate(),
          Uniform(),       Deletion(),   Interpolated(0.25), Interpolated(0.5),       Interpolated(0.75)};
}

TEST(Arms, HaveIdsAndTitlesOfTheirOwnHoweverTheyAreChanged) {
  std::set<std::string> ids, titles;
  for (const Arm& arm : All()) {
    for (const Arm& one : {arm, Shuffled(arm), AsBias(arm), Shuffled(AsBias(arm))}) {
      EXPECT_TRUE(ids.insert(one.id).second) << one.id;
      EXPECT_TRUE(titles.insert(one.title).second) << one.title;
    }
  }
}

TEST(Arms, AreTrainedUnlessTheirMakerSaysOtherwise) {
  for (const Arm& arm : All()) {
    EXPECT_TRUE(arm.measured.training) << arm.id;
    EXPECT_FALSE(arm.measured.replacement || arm.measured.pattern || arm.shuffled || arm.is_bias) << arm.id;
    EXPECT_FALSE(arm.printed) << arm.id << ": what is printed depends on the table";
  }
}

TEST(Arms, OfProgramsSayWhichOfAHeadsPrograms) {
  EXPECT_EQ(OwnProgram().programs, Programs::kOwn);
  EXPECT_EQ(BestFitProgram().programs, Programs::kBestFit);
  EXPECT_EQ(EntropyMatchedProgram().programs, Programs::kEntropyMatched);
  for (const Arm& arm : All()) EXPECT_EQ(arm.pattern == "program", arm.programs != Programs::kNone) << arm.id;
}

TEST(Arms, OfARuleHoldEveryHeadToOneText) {
  const Arm arm = Rule("first_token", "first token", "first");
  EXPECT_EQ(arm.pattern, "program");
  EXPECT_EQ(arm.program, "first");
  EXPECT_EQ(arm.programs, Programs::kNone);
}

TEST(Arms, OfABlendAreNamedByTheirPercentOfRealAttention) {
  EXPECT_EQ(Interpolated(0.25).id, "interpolated_25");
  EXPECT_EQ(Interpolated(0.29).id, "interpolated_29");  // 100 * 0.29 is just below 29
  EXPECT_EQ(Interpolated(0.75).real_share, 0.75);
}

TEST(Arms, ShuffledAreThePatternOfOtherDocumentsAndHaveNoPrintedNumber) {
  const Arm arm = Shuffled(WithPattern(Printed(BestFitProgram(), 0.0034)));
  EXPECT_EQ(arm.id, "best_fit_shuffled");
  EXPECT_TRUE(arm.shuffled);
  EXPECT_EQ(arm.pattern, BestFitProgram().pattern);
  EXPECT_EQ(arm.programs, Programs::kBestFit);
  EXPECT_FALSE(arm.printed);
  EXPECT_FALSE(arm.measured.pattern) << "the pattern of another document is the same pattern";
  EXPECT_TRUE(arm.measured.training);
}

TEST(Arms, AsBiasAreThePatternOnTheScoresAndHaveNoPrintedNumber) {
  const Arm arm = AsBias(Printed(OwnProgram(), 0.0042));
  EXPECT_EQ(arm.id, "bias_own_program");
  EXPECT_TRUE(arm.is_bias);
  EXPECT_EQ(arm.programs, Programs::kOwn);
  EXPECT_FALSE(arm.printed);
}

TEST(Arms, WithPatternAreTrainedAndMeasured) {
  const Arm arm = WithPattern(Printed(RealAttention(), 0.036));
  EXPECT_TRUE(arm.measured.pattern && arm.measured.training);
  EXPECT_EQ(arm.printed, 0.036);
}

TEST(Arms, InTheTeacherAreReplacedAndNotTrained) {
  const Arm arm = InTeacher(MeanTemplate());
  EXPECT_TRUE(arm.measured.replacement);
  EXPECT_FALSE(arm.measured.training || arm.measured.pattern);
}

}  // namespace
}  // namespace retable::suites::injection
