// The file of expected verdicts: what it may say, and what each mistake in it is answered with.
#include "reports/expectations_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace retable::reports {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

std::string Refusal(const std::string& text) {
  try {
    ParseExpectations(text, "expected.json");
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "taken";
}

std::string RefusalOfClaim(const std::string& claim) {
  return Refusal(R"({"tables": {"a/b": {"c": )" + claim + "}}}");
}

TEST(ParseExpectations, ReadsVerdictsAndReasons) {
  const Expectations expectations = ParseExpectations(R"({
    "$schema": "../../reports/expected.schema.json",
    "strict": true,
    "tables": {
      "a/b": {"c": "confirmed", "d": {"verdict": "confirmed, smaller", "reason": "a smaller student"}},
      "e/f": {"*": {"verdict": "blocked", "reason": "no weights"}, "g": {"verdict": "confirmed"}}
    }})",
                                                      "expected.json");
  EXPECT_TRUE(expectations.strict);
  EXPECT_EQ(expectations.tables.at("a/b").at("c").verdict, Verdict::kConfirmed);
  EXPECT_EQ(expectations.tables.at("a/b").at("d").verdict, Verdict::kConfirmedSmaller);
  EXPECT_EQ(expectations.tables.at("a/b").at("d").reason, "a smaller student");
  EXPECT_EQ(expectations.tables.at("e/f").at(kEveryClaim).verdict, Verdict::kBlocked);
  EXPECT_EQ(expectations.tables.at("e/f").at("g").verdict, Verdict::kConfirmed);
}

TEST(ParseExpectations, IsLenientUnlessStrictIsSaid) {
  EXPECT_FALSE(ParseExpectations(R"({"tables": {}})", "expected.json").strict);
}

TEST(ParseExpectations, RefusesWhatIsNoJsonWithLineAndColumn) {
  EXPECT_THAT(Refusal("{\n  \"tables\": {,}\n}"),
              AllOf(StartsWith("expected.json: is no JSON"), HasSubstr("line 2")));
  EXPECT_THAT(Refusal(""), HasSubstr("is no JSON"));
}

TEST(ParseExpectations, RefusesAnUnknownVerdictAndNamesANearOne) {
  EXPECT_THAT(RefusalOfClaim(R"("confirmd")"),
              AllOf(StartsWith("expected.json: tables > a/b > c: no verdict is called '\"confirmd\"'"),
                    HasSubstr("did you mean '\"confirmed\"'?"), HasSubstr("\"confirmed, smaller\"")));
  EXPECT_THAT(RefusalOfClaim("true"), HasSubstr("tables > a/b > c: a verdict is a string"));
}

TEST(ParseExpectations, RefusesAMissingReason) {
  EXPECT_THAT(RefusalOfClaim(R"("inconclusive")"),
              StartsWith("expected.json: tables > a/b > c: expects \"inconclusive\" without a reason"));
  EXPECT_THAT(RefusalOfClaim(R"({"verdict": "not run", "reason": " "})"), HasSubstr("without a reason"));
  EXPECT_THAT(RefusalOfClaim(R"({"verdict": "not run", "reason": 3})"),
              HasSubstr("\"reason\" must be a sentence"));
  EXPECT_THAT(RefusalOfClaim(R"({"reason": "why"})"), HasSubstr("tables > a/b > c: has no \"verdict\""));
}

TEST(ParseExpectations, RefusesAKeyThatStandsTwice) {
  EXPECT_THAT(Refusal(R"({"tables": {"a/b": {"c": "confirmed", "c": "confirmed"}}})"),
              StartsWith("expected.json: tables > a/b > c: is given twice"));
  EXPECT_THAT(Refusal(R"({"tables": {"a/b": {"c": "confirmed"}, "a/b": {"d": "confirmed"}}})"),
              StartsWith("expected.json: tables > a/b: is given twice"));
  EXPECT_EQ(Refusal(R"({"tables": {"a/b": {"c": "confirmed"}, "d/e": {"c": "confirmed"}}})"), "taken");
}

TEST(ParseExpectations, RefusesUnknownKeys) {
  EXPECT_THAT(
      Refusal(R"({"tables": {}, "strickt": true})"),
      AllOf(StartsWith("expected.json: no key is called 'strickt'"), HasSubstr("did you mean 'strict'?")));
  EXPECT_THAT(RefusalOfClaim(R"({"verdict": "not run", "because": "x"})"),
              HasSubstr("tables > a/b > c: no key is called 'because'"));
}

TEST(ParseExpectations, RefusesOtherShapes) {
  EXPECT_THAT(Refusal("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(Refusal("{}"), HasSubstr("\"tables\" must be an object"));
  EXPECT_THAT(Refusal(R"({"tables": {"a/b": "confirmed"}})"), HasSubstr("tables > a/b: must be an object"));
  EXPECT_THAT(Refusal(R"({"tables": {"a/b": {}}})"), HasSubstr("tables > a/b: must be an object"));
  EXPECT_THAT(Refusal(R"({"tables": {}, "strict": "yes"})"), HasSubstr("\"strict\" must be true or false"));
}

}  // namespace
}  // namespace retable::reports
