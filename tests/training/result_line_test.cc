#include "training/result_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::HasSubstr;

TEST(ResultLineTest, TheHeadIsThatOfTheRun) {
  Result result = SampleResult(7);
  result.measurement.failure = Failure{.cause = FailureCause::kMachine, .message = "killed, \"}\" and all"};
  const std::string line = ToLine(result);
  const LineHead head = ReadHead(line);
  EXPECT_EQ(head.key, Key(result.run));
  EXPECT_EQ(head.trainer, result.run.trainer);
  EXPECT_EQ(head.recipe, result.run.recipe);
  EXPECT_EQ(head.seed, 7u);
  EXPECT_EQ(head.failure, FailureCause::kMachine);
}

TEST(ResultLineTest, TheLineHoldsTheWholeResultAndAgreesWithItsJson) {
  const Result result = SampleResult(7);
  const Result back = ResultFromLine(ToLine(result));
  EXPECT_EQ(back.run, result.run);
  EXPECT_EQ(back.measurement, result.measurement);
  EXPECT_EQ(ResultFromJson(nlohmann::json::parse(ToLine(result))).measurement, result.measurement);
}

TEST(ResultLineTest, ChangingAnyByteIsNoticed) {
  const std::string line = ToLine(SampleResult(7));
  for (std::size_t i = 0; i < line.size(); ++i) {
    std::string altered = line;
    altered[i] ^= 1;
    EXPECT_THROW(ReadHead(altered), std::runtime_error) << "byte " << i;
  }
}

TEST(ResultLineTest, EveryPieceOfALineIsNoticed) {
  const std::string line = ToLine(SampleResult(7));
  for (std::size_t i = 0; i < line.size(); ++i) EXPECT_THROW(ReadHead(line.substr(0, i)), std::runtime_error);
}

TEST(ResultLineTest, TextsOfEqualMeasurementsAreEqual) {
  Result result = SampleResult(7);
  const std::string text = MeasurementText(ToLine(result));
  result.provenance.seconds = 99;
  EXPECT_EQ(MeasurementText(ToLine(result)), text);
  result.measurement.ledger.final_weights = "other";
  EXPECT_NE(MeasurementText(ToLine(result)), text);
}

}  // namespace
}  // namespace retable::training
