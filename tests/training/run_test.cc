#include "training/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/training/sample_result.h"

namespace retable::training {
namespace {

using ::testing::HasSubstr;

TEST(CanonicalTest, KeysAreSortedWithoutSpaces) {
  EXPECT_EQ(Canonical({{"b", 1}, {"a", {{"d", 0.5}, {"c", nullptr}}}}), R"({"a":{"c":null,"d":0.5},"b":1})");
}

TEST(CanonicalTest, CanonicalTextStaysAsItIs) {
  const std::string text =
      Canonical({{"rate", 1.5e-3}, {"seed", 18446744073709551615u}, {"tiny", 1e-8}, {"one", 1.0}});
  EXPECT_EQ(Canonical(nlohmann::json::parse(text)), text);
}

TEST(CanonicalTest, NumbersThatJsonCannotHoldAreRefusedByName) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::string message = MessageOf([&] { Canonical({{"optimizer", {{"clip_norm", infinity}}}}); });
  EXPECT_THAT(message, HasSubstr("optimizer.clip_norm is inf"));
}

TEST(KeyTest, IsTheSha256OfTheCanonicalRun) {
  // printf '{"recipe":{"steps":500,"width":64},"seed":1,"trainer":"sample/1"}' | sha256sum
  EXPECT_EQ(Key(SampleRun(1)), "5d8e113440ad69747d44706cddae12fa568038bc439c4ec5e108c8e08589b915");
}

TEST(KeyTest, RecipeSeedAndTrainerVersionEachChangeIt) {
  auto run = SampleRun(1);
  const std::string key = Key(run);
  EXPECT_NE(Key(SampleRun(2)), key);
  EXPECT_NE(Key(SampleRun(1, R"({"steps":501,"width":64})")), key);
  run.trainer = "sample/2";
  EXPECT_NE(Key(run), key);
}

TEST(ResultTest, ComesBackFromJsonAsItWas) {
  Result result = SampleResult(18446744073709551615u);
  result.measurement.failure = Failure{.cause = FailureCause::kMethod, .message = "loss is NaN at step 140"};
  const Result back = ResultFromJson(nlohmann::json::parse(ToJson(result).dump()));
  EXPECT_EQ(back.run, result.run);
  EXPECT_EQ(back.measurement, result.measurement);
  EXPECT_EQ(ToJson(back.provenance), ToJson(result.provenance));
}

TEST(ResultTest, AnAlteredContentIsRefused) {
  nlohmann::json json = ToJson(SampleResult(1));
  json["metrics"]["final_loss"] = 0.25;
  EXPECT_THAT(MessageOf([&] { ResultFromJson(json); }), HasSubstr("the checksum is not that of the content"));
}

TEST(ResultTest, AMissingFieldIsNamed) {
  nlohmann::json json = ToJson(SampleResult(1).measurement);
  json.erase("ledger");
  EXPECT_THAT(MessageOf([&] { MeasurementFromJson(json); }), HasSubstr("\"ledger\" is missing"));
}

TEST(ResultTest, ALossThatIsNanIsNotWritten) {
  Result result = SampleResult(1);
  result.measurement.curve[1].loss = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(ToJson(result), std::domain_error);
}

TEST(ResultTest, ARecipeThatIsNotCanonicalIsRefused) {
  EXPECT_THAT(MessageOf([] { ToJson(SampleRun(1, R"({"b": 1})")); }), HasSubstr("not canonical"));
}

}  // namespace
}  // namespace retable::training
