// Every test of the catalog against requests that nobody should send: each line gets one line back, an answer
// without NaN, null or a p of 0, or a refusal with a sentence; within seconds.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "stats/catalog.h"
#include "stats/evaluate.h"

namespace retable::stats {
namespace {

// One value for each field that the catalog knows.
Json Field(std::string_view test, std::string_view field) {
  static const Json kFields = Json::parse(R"({
      "d": [1.5, 2.25, -0.5, 3, 0.75, 1, 2.5], "x": [3, 5, 4, 7, 6, 9, 8.5], "y": [2, 1, 4.5, 3, 5, 6, 7.5],
      "given": [1, 2, 3, 5, 4, 7, 6], "clusters": [0, 0, 1, 1, 2, 2, 3],
      "blocks": [[1, 2, 3], [2, 1, 3], [1, 2, 3]], "groups": [[1, 2], [3, 2], [5, 4]],
      "rows": [[1, 2], [2, -1], [3, 1]], "p": [0.01, 0.2], "steps": [10, 20, 30], "reached": [1, 0, 1],
      "steps_a": [10, 20, 30], "reached_a": [1, 0, 1], "steps_b": [11, 25, 40], "reached_b": [1, 1, 0],
      "values": [1, 2, 3, 4], "thresholds": [1, 2, 9],
      "response": [1, 2.5, 2, 3, 4, 5.5], "arms": [0, 1, 0, 1, 0, 1], "seeds": [0, 0, 0, 0, 0, 0],
      "a": [[1, 2], [2, 1], [0, 1], [3, 3]], "b": [[1, 2], [2, 0], [0, 1], [3, 5]],
      "mean_a": [0, 1], "mean_b": [1, 0], "covariance_a": [[2, 1], [1, 3]], "covariance_b": [[1, -0.5], [-0.5, 2]],
      "probabilities": [[0.2, 0.8], [0.5, 0.5], [0.9, 0.1]],
      "baselines": [[0.1, -0.2, 0.4], [0.3, 0.25]], "shares": [0.5, 0.5],
      "chosen": [0.1, 0.2, 0.2], "pool": [0.1, 0.2, 0.5, 0.9]})");
  if (field == "blocks" && test == "baseline_noise") return {0.5, 1.5, 1, 0.75};
  if (field == "blocks" && test == "compare_arms") return {0, 0, 1, 1, 2, 2};
  if (field == "blocks" && (test == "partial_spearman" || test == "tost_spearman"))
    return {0, 0, 0, 0, 1, 1, 1};
  return kFields.at(std::string(field));
}

Json GoodOptions(const CatalogEntry& entry) {
  static const Json kOptions = Json::parse(
      R"({"low": -0.9, "high": 0.9, "margin": 5, "ratio": 0.5, "effect": 0.8, "n": 10, "hits": 3, "splits": 1,
          "pairs": 5, "draws": 199, "luck_sd": 0.5, "block_sd": 1, "blocks": 6, "seeds": 3, "baselines": 4})");
  Json options = Json::object();
  for (std::string_view option : entry.options) {
    if (kOptions.contains(std::string(option))) options[std::string(option)] = kOptions[std::string(option)];
  }
  return options;
}

Json GoodData(const CatalogEntry& entry) {
  Json data = Json::object();
  for (std::string_view field : entry.data) {
    if (field == "d" && entry.data.size() > 1) continue;
    data[std::string(field)] = Field(entry.name, field);
  }
  return data;
}

// What an answer must not hold, or nothing.
std::string Fault(const Json& value, const std::string& name) {
  if (value.is_null()) return name + " is null";
  if (value.is_number_float() && !std::isfinite(value.get<double>())) return name + " is not finite";
  if (value.is_number() && (name == "p" || name.starts_with("p_"))) {
    const double p = value;
    if (!(p > 0 && p <= 1)) return name + " is " + value.dump();
  }
  if (!value.is_structured()) return "";
  for (const auto& [key, part] : value.items()) {
    const std::string fault = Fault(part, value.is_object() ? key : name);
    if (!fault.empty()) return fault;
  }
  return "";
}

void ExpectOneLineBack(const std::string& line) {
  const std::string back = EvaluateLine(line);
  EXPECT_EQ(back.find('\n'), std::string::npos);
  const Json answer = Json::parse(back, nullptr, false);
  ASSERT_TRUE(answer.is_object()) << back;
  EXPECT_NE(answer.contains("answer"), answer.contains("refused")) << back;
  if (answer.contains("answer")) {
    EXPECT_EQ(Fault(answer["answer"], ""), "") << line.substr(0, 300) << "\n -> " << back.substr(0, 300);
  } else {
    const std::string sentence = answer["refused"];
    EXPECT_GT(sentence.size(), 12u) << line.substr(0, 300);
    EXPECT_LT(sentence.size(), 600u) << line.substr(0, 300);
    EXPECT_EQ(sentence.find("rror in function"), std::string::npos)
        << line.substr(0, 300) << "\n -> " << sentence;
    EXPECT_EQ(sentence.find("fault of ours"), std::string::npos)
        << line.substr(0, 300) << "\n -> " << sentence;
  }
}

void Ask(const CatalogEntry& entry, const Json& data, const Json& options) {
  ExpectOneLineBack(Json{{"test", entry.name}, {"data", data}, {"options", options}}.dump());
}

Json Numbers(const Json& value, const std::function<double(double)>& change) {
  if (value.is_number()) return change(value.get<double>());
  Json changed = value;
  for (Json& part : changed) part = Numbers(part, change);
  return changed;
}

std::vector<Json> Mutations(const Json& value) {
  int turn = 0;
  return {Json::array(),
          Json::array({value[0]}),
          Json(),
          "abc",
          3,
          Json::object(),
          Json::array({"nan", "nan"}),
          Json::array({Json::array({Json::array({1})})}),
          Json::array({true, false, true}),
          Json::array({"inf", 1, 2, 3, 4, 5, 6}),
          Json::array({"-inf", "inf", 2}),
          Numbers(value, [](double) { return 1.0; }),
          Numbers(value, [](double) { return 0.0; }),
          Numbers(value, [](double) { return -0.0; }),
          Numbers(value, [](double x) { return 1e300 * x; }),
          Numbers(value, [](double x) { return 1e-300 * x; }),
          Numbers(value, [](double x) { return 5e-324 * x; }),
          Numbers(value, [](double x) { return 1 + 1e-14 * x; }),
          Numbers(value, [&turn](double) { return ++turn % 2 == 0 ? 1.7e308 : -1.7e308; })};
}

TEST(EvaluateAdversarial, EveryFieldTakesEveryKindOfNonsense) {
  for (const CatalogEntry& entry : Catalog()) {
    const Json good = GoodData(entry);
    Ask(entry, good, GoodOptions(entry));
    for (const auto& [field, value] : good.items()) {
      Json without = good;
      without.erase(field);
      Ask(entry, without, GoodOptions(entry));
      for (const Json& mutation : Mutations(value)) {
        Json data = good;
        data[field] = mutation;
        Ask(entry, data, GoodOptions(entry));
      }
    }
    for (std::size_t m = 0; m < Mutations({1, 2}).size(); ++m) {
      Json data = Json::object();
      for (const auto& [field, value] : good.items()) data[field] = Mutations(value)[m];
      Ask(entry, data, GoodOptions(entry));
    }
  }
}

TEST(EvaluateAdversarial, EveryOptionTakesEveryKindOfNonsense) {
  const Json values = Json::parse(
      R"([0, -1, 0.5, 2.5, 1e-300, 5e-324, 1e300, -1e300, 1e15, 1e-16, 0.9999999999999999, "inf", "-inf", "nan", "", null,
          true, [], {}, [[1]], "exact", "monte-carlo", "asymptotic", "student", "less"])");
  for (const CatalogEntry& entry : Catalog()) {
    for (std::string_view option : entry.options) {
      for (const Json& value : values) {
        Json options = GoodOptions(entry);
        options[std::string(option)] = value;
        Ask(entry, GoodData(entry), options);
      }
    }
  }
}

TEST(EvaluateAdversarial, LinesThatAreHardlyJson) {
  auto nested = [](const std::string& open, const std::string& close) {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += open;
    text += "1";
    for (int i = 0; i < 100'000; ++i) text += close;
    return text;
  };
  std::string many = R"({"test":"sign_test","data":{)";
  for (int i = 0; i < 100'000; ++i) many += "\"k" + std::to_string(i) + "\":1,";
  const std::string long_word(1'000'000, 'a');
  const std::vector<std::string> lines = {
      nested("[", "]"),
      nested("{\"a\":", "}"),
      "{\"id\":" + nested("[", "]") + R"(,"test":"sign_test","data":{"d":[1]}})",
      R"({"test":"sign_test","data":{"d":)" + nested("[", "]") + "}}",
      many + R"("d":[1]}})",
      R"({"test":"sign_test","data":{"d":[1],"d":[2]}})",
      R"({"test":"sign_test","test":"student_t","data":{"d":[1]}})",
      R"({"test":"sign_test","data":{"d":[1e400]}})",
      R"({"test":"sign_test","data":{"d":[NaN]}})",
      R"({"test":"sign_test","data":{"d":[123456789012345678901234567890]}})",
      R"({"test":"sign_test\u0000","data":{"d":[1]}})",
      R"({"test":"sign_test","data":{"d":[1]},"opts":{}})",
      R"({"test":"sign_test","data":[1]})",
      R"({"test":"sign_test","data":{"d":[1]},"options":3})",
      std::string("{\"test\":\"\xff\xfe\",\"data\":{}}"),
      std::string("{\"test\":\"sign_test\",\"data\":{\"\xc3\":1}}"),
      "{\"test\":\"" + long_word + "\"}",
      R"({"test":"sign_test","data":{")" + long_word + R"(":1}})",
      R"({"test":"sign_test","data":{"d":[")" + long_word + R"("]}})",
      R"({"test":"sign_test","data":{"d":[1]},"options":{"side":")" + long_word + R"("}})",
      std::string(1, '\0'),
      std::string("null"),
      std::string("3"),
      std::string(" "),
      std::string("\"a\""),
      std::string(R"({"test":"sign_test","data":{"d":[1]}} x)")};
  for (const std::string& line : lines) {
    ExpectOneLineBack(line);
  }
}

TEST(EvaluateAdversarial, AFieldGivenTwiceIsRefusedByName) {
  EXPECT_NE(EvaluateLine(R"({"test":"sign_test","data":{"d":[1],"d":[2]}})").find("\\\"d\\\" is given twice"),
            std::string::npos);
  // The same name in another object is another field.
  EXPECT_NE(EvaluateLine(R"({"id":{"d":1},"test":"sign_test","data":{"d":[1,2]}})").find("\"answer\""),
            std::string::npos);
}

TEST(EvaluateAdversarial, LongColumnsAreAnsweredOrRefused) {
  // 100,000 values: within seconds each, by an approximation that is named, or refused with what to ask for
  // instead.
  std::string column = "[";
  for (int i = 0; i < 100'000; ++i)
    column += std::to_string((i * 7919) % 100'003) + (i + 1 < 100'000 ? "," : "]");
  for (const char* test : {"student_t", "signed_rank", "hodges_lehmann", "sign_test", "sign_flip",
                           "effect_sizes", "tost_t", "tost_signed_rank", "bootstrap_mean"}) {
    ExpectOneLineBack(std::string(R"({"test":")") + test + R"(","data":{"d":)" + column + R"(},"options":)" +
                      (test[0] == 't' ? R"({"low":-1,"high":1})" : "{}") + "}");
  }
  for (const char* test :
       {"spearman", "kendall", "pearson", "cliffs_delta", "label_permutation", "welch_t"}) {
    ExpectOneLineBack(std::string(R"({"test":")") + test + R"(","data":{"x":)" + column + R"(,"y":)" +
                      column + "}}");
  }
}

}  // namespace
}  // namespace retable::stats
