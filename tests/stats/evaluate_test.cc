#include "stats/evaluate.h"

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "stats/catalog.h"
#include "stats/selftest.h"

namespace retable::stats {
namespace {

std::string Refusal(const std::string& line) {
  const Json answer = Json::parse(EvaluateLine(line));
  return answer.contains("refused") ? answer["refused"].get<std::string>() : "";
}

void ExpectRefusalNames(const std::string& line, const std::string& part) {
  EXPECT_NE(Refusal(line).find(part), std::string::npos) << line << "\n -> " << EvaluateLine(line);
}

TEST(Evaluate, AnswersALineWithALine) {
  const Json answer = Json::parse(EvaluateLine(
      R"({"id":7,"test":"signed_rank","data":{"d":[1,2,3,4,5,6]},"options":{"side":"greater"}})"));
  EXPECT_EQ(answer["id"], 7);
  EXPECT_EQ(answer["test"], "signed_rank");
  EXPECT_EQ(answer["answer"]["p"], 1. / 64);
  EXPECT_EQ(answer["answer"]["distribution"], "exact");
}

TEST(Evaluate, RefusalsNameTheThing) {
  ExpectRefusalNames("not json", "no JSON");
  ExpectRefusalNames("[1]", "object");
  ExpectRefusalNames(R"({"test":"t_test"})", "t_test");
  ExpectRefusalNames(R"({"data":{"d":[1]}})", "\"test\"");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{"z":[1]}})", "d, x, y");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{"d":[1,"a"]}})", "\"a\"");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{"d":3}})", "\"d\"");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{}})", "\"x\" is missing");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{"d":[1],"x":[2]}})", "not both");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{"d":[1]},"options":{"side":"up"}})",
                     "two-sided, greater, less");
  ExpectRefusalNames(R"({"test":"signed_rank","data":{"d":[1]},"options":{"tail":1}})", "tail");
  ExpectRefusalNames(R"({"test":"sign_flip","data":{"d":[1]},"options":{"draws":-1}})", "draws");
  ExpectRefusalNames(R"({"test":"tost_t","data":{"d":[1,2]},"options":{"low":-1}})", "\"high\" is missing");
  ExpectRefusalNames(R"({"test":"student_t","data":{"d":[1,1,1]}})", "spread");
}

TEST(Evaluate, InfinitiesTravelAsWords) {
  const Json answer = Json::parse(
      EvaluateLine(R"({"test":"hodges_lehmann","data":{"d":[1,2,3,4,5,6]},"options":{"side":"greater"}})"));
  EXPECT_EQ(answer["answer"]["interval"]["high"], "inf");
  EXPECT_EQ(Json::parse(
                EvaluateLine(R"({"test":"sign_test","data":{"d":[1,"inf","-inf"]}})"))["answer"]["positive"],
            2);
}

TEST(Evaluate, EveryTestOfTheCatalogAnswers) {
  // One request serves each field; a test takes those that it lists.
  const Json data = Json::parse(R"({
      "d": [1.5, 2.25, -0.5, 3, 0.75, 1, 2.5], "x": [3, 5, 4, 7, 6, 9, 8.5], "y": [2, 1, 4.5, 3, 5, 6, 7.5],
      "blocks": [[1, 2, 3], [2, 1, 3], [1, 2, 3]], "groups": [[1, 2], [3, 2], [5, 4]],
      "rows": [[1, 2], [2, -1], [3, 1]], "p": [0.01, 0.2], "steps": [10, 20, 30], "reached": [1, 0, 1],
      "steps_a": [10, 20, 30], "reached_a": [1, 0, 1], "steps_b": [11, 25, 40], "reached_b": [1, 1, 0],
      "given": [1, 2, 3, 5, 4, 7, 6], "clusters": [0, 0, 1, 1, 2, 2, 3], "values": [1, 2, "inf"], "thresholds": [1, 2],
      "a": [[1, 2], [2, 1], [0, 1], [3, 3]], "b": [[1, 2], [2, 0], [0, 1], [3, 5]], "mean_a": [0, 1], "mean_b": [1, 0],
      "covariance_a": [[2, 1], [1, 3]], "covariance_b": [[1, -0.5], [-0.5, 2]], "probabilities": [[0.2, 0.8], [0.5, 0.5]],
      "response": [1, 2.5, 2, 3, 4, 5.5], "arms": [0, 1, 0, 1, 0, 1], "seeds": [0, 0, 0, 0, 0, 0],
      "baselines": [[0.1, -0.2, 0.4], [0.3, 0.25]], "shares": [0.5, 0.5], "chosen": [0.1, 0.2, 0.2],
      "pool": [0.1, 0.2, 0.5, 0.9]})");
  const Json options = Json::parse(
      R"({"low": -0.9, "high": 0.9, "margin": 5, "effect": 0.8, "n": 10, "ratio": 0.5, "hits": 3, "splits": 1,
          "luck_sd": 0.5, "block_sd": 1, "blocks": 6, "seeds": 3, "baselines": 4})");
  for (const CatalogEntry& entry : Catalog()) {
    Json request = {{"test", entry.name}};
    for (std::string_view field : entry.data) {
      if (field == "d" && entry.data.size() > 1) continue;
      request["data"][std::string(field)] = data[std::string(field)];
    }
    if (entry.name == "partial_spearman" || entry.name == "tost_spearman")
      request["data"]["blocks"] = {0, 0, 0, 0, 1, 1, 1};
    if (entry.name == "baseline_noise") request["data"]["blocks"] = {0.5, 1.5, 1, 0.75};
    if (entry.name == "compare_arms") request["data"]["blocks"] = {0, 0, 1, 1, 2, 2};
    for (std::string_view option : entry.options) {
      if (options.contains(std::string(option)))
        request["options"][std::string(option)] = options[std::string(option)];
    }
    const Json answer = Evaluate(request);
    ASSERT_TRUE(answer.contains("answer")) << answer.dump();
    EXPECT_TRUE(answer["answer"].is_object()) << answer.dump();
    EXPECT_FALSE(entry.question.empty());
  }
}

TEST(Evaluate, FeatureSetsAreTablesOfRows) {
  const Json answer = Json::parse(EvaluateLine(R"({"test":"frechet_of_gaussians","data":{"mean_a":[1,0],
      "covariance_a":[[2,1],[1,3]],"mean_b":[0,1],"covariance_b":[[1,-0.5],[-0.5,2]]}})"));
  EXPECT_NEAR(answer["answer"]["squared_distance"].get<double>(), 2.812210414014718, 1e-14);
  ExpectRefusalNames(R"({"test":"frechet","data":{"a":[[1,2],[3]],"b":[[1,2]]}})", "pair up");
  ExpectRefusalNames(R"({"test":"frechet","data":{"a":[[1,2],[3,4]],"b":[[1,2],[3,4]]}})", "small-sample");
}

TEST(Evaluate, WhatIsUndefinedIsNamedBesideWhatIsNot) {
  const Json answer =
      Json::parse(EvaluateLine(R"({"test":"effect_sizes","data":{"x":[1,2,4],"y":[0,0,0]}})"))["answer"];
  EXPECT_TRUE(answer["dz"].is_number());
  EXPECT_NE(answer["undefined"]["d_av"].get<std::string>().find("spread"), std::string::npos);
}

TEST(Evaluate, SameRequestSameBytes) {
  const std::string line = R"({"test":"bootstrap_mean","data":{"d":[1,4,2,8,5]},"options":{"draws":499}})";
  EXPECT_EQ(EvaluateLine(line), EvaluateLine(line));
}

TEST(Selftest, PassesInThisBuild) {
  testing::internal::CaptureStdout();
  const SelftestCount count = RunSelftest(std::cout);
  EXPECT_EQ(count.failed, 0) << testing::internal::GetCapturedStdout();
  EXPECT_GT(count.passed, 20);
}

}  // namespace
}  // namespace retable::stats
