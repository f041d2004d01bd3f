// Outcomes of claims, exit codes, and their two forms: text and JUnit XML.
#include "reports/expectations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/expectations_text.h"
#include "reports/junit.h"

namespace retable::reports {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Report ReportOf(const std::string& table, const std::vector<ClaimVerdict>& claims) {
  Report report;
  report.page.table = table;
  report.claims = claims;
  return report;
}

Report Found(Verdict verdict) { return ReportOf("a/b", {{"claim", verdict, "The sentence."}}); }

Expectations Expecting(Verdict verdict, const std::string& reason = "known") {
  return {.tables = {{"a/b", {{"claim", {.verdict = verdict, .reason = reason}}}}}};
}

CheckOutcome OutcomeOf(Verdict expected, Verdict found) {
  return CheckClaims(Expecting(expected), {Found(found)}).at(0).outcome;
}

TEST(CheckClaims, AnyVerdictMayBeExpected) {
  for (const Verdict verdict :
       {Verdict::kConfirmed, Verdict::kConfirmedSmaller, Verdict::kContradicted, Verdict::kInconclusive,
        Verdict::kNotEvaluable, Verdict::kNotRun, Verdict::kBlocked}) {
    EXPECT_EQ(OutcomeOf(verdict, verdict), CheckOutcome::kAsExpected) << Name(verdict);
  }
}

TEST(CheckClaims, TellsApartWhatFallsShortOfAConfirmation) {
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmed, Verdict::kContradicted), CheckOutcome::kContradicted);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmed, Verdict::kConfirmedSmaller), CheckOutcome::kSmaller);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmed, Verdict::kInconclusive), CheckOutcome::kInconclusive);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmedSmaller, Verdict::kInconclusive), CheckOutcome::kInconclusive);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmed, Verdict::kNotRun), CheckOutcome::kNoEvidence);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmed, Verdict::kBlocked), CheckOutcome::kNoEvidence);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmed, Verdict::kNotEvaluable), CheckOutcome::kNoEvidence);
}

TEST(CheckClaims, AContradictionIsNeverBetter) {
  EXPECT_EQ(OutcomeOf(Verdict::kInconclusive, Verdict::kContradicted), CheckOutcome::kContradicted);
  EXPECT_EQ(OutcomeOf(Verdict::kNotRun, Verdict::kContradicted), CheckOutcome::kContradicted);
}

TEST(CheckClaims, ADifferentReasonForNoEvidenceIsNoEvidence) {
  EXPECT_EQ(OutcomeOf(Verdict::kBlocked, Verdict::kNotRun), CheckOutcome::kNoEvidence);
  EXPECT_EQ(OutcomeOf(Verdict::kContradicted, Verdict::kNotRun), CheckOutcome::kNoEvidence);
}

TEST(CheckClaims, BetterPassesUnlessStrict) {
  EXPECT_EQ(OutcomeOf(Verdict::kInconclusive, Verdict::kConfirmed), CheckOutcome::kBetter);
  EXPECT_EQ(OutcomeOf(Verdict::kConfirmedSmaller, Verdict::kConfirmed), CheckOutcome::kBetter);
  EXPECT_EQ(OutcomeOf(Verdict::kContradicted, Verdict::kInconclusive), CheckOutcome::kBetter);
  EXPECT_EQ(OutcomeOf(Verdict::kNotRun, Verdict::kInconclusive), CheckOutcome::kBetter);
  Expectations strict = Expecting(Verdict::kInconclusive);
  strict.strict = true;
  EXPECT_EQ(CheckClaims(strict, {Found(Verdict::kConfirmed)}).at(0).outcome, CheckOutcome::kOutdated);
  EXPECT_EQ(CheckClaims(strict, {Found(Verdict::kInconclusive)}).at(0).outcome, CheckOutcome::kAsExpected);
}

TEST(CheckClaims, WhatIsNotFinalIsNoEvidence) {
  for (const Verdict verdict : {Verdict::kConfirmed, Verdict::kContradicted}) {
    Report part = Found(verdict);
    part.page.caveats = {"Runs stored: 3 of 9."};
    const CheckedClaim checked = CheckClaims(Expecting(Verdict::kConfirmed), {part}).at(0);
    EXPECT_EQ(checked.outcome, CheckOutcome::kNoEvidence);
    EXPECT_EQ(checked.message, "Runs stored: 3 of 9. The sentence.");
  }
}

TEST(CheckClaims, WhatIsNotFinalMeetsAnExpectedNotRun) {
  Report part = Found(Verdict::kConfirmed);
  part.page.caveats = {"Runs stored: 3 of 9."};
  EXPECT_EQ(CheckClaims(Expecting(Verdict::kNotRun), {part}).at(0).outcome, CheckOutcome::kAsExpected);
}

TEST(CheckClaims, AViolatedLedgerIsBroken) {
  Report report = Found(Verdict::kConfirmed);
  report.violations = {"two runs end with the same weights"};
  const CheckedClaim checked = CheckClaims(Expecting(Verdict::kConfirmed), {report}).at(0);
  EXPECT_EQ(checked.outcome, CheckOutcome::kBroken);
  EXPECT_THAT(checked.message, HasSubstr("two runs end with the same weights"));
}

TEST(CheckClaims, AClaimWithoutExpectationIsBroken) {
  const std::vector<CheckedClaim> checked = CheckClaims({}, {Found(Verdict::kConfirmed)});
  ASSERT_EQ(checked.size(), 1u);
  EXPECT_EQ(checked[0].outcome, CheckOutcome::kBroken);
  EXPECT_THAT(checked[0].message, StartsWith("No verdict is expected of this claim."));
}

TEST(CheckClaims, AnExpectationWithoutClaimIsBrokenAndNamesANearOne) {
  Expectations expectations = Expecting(Verdict::kConfirmed);
  expectations.tables["a/b"]["clam"] = {};
  const std::vector<CheckedClaim> checked = CheckClaims(expectations, {Found(Verdict::kConfirmed)});
  ASSERT_EQ(checked.size(), 2u);
  EXPECT_EQ(checked[0].outcome, CheckOutcome::kAsExpected);
  EXPECT_EQ(checked[1].outcome, CheckOutcome::kBroken);
  EXPECT_THAT(checked[1].message, HasSubstr("'clam'"));
  EXPECT_THAT(checked[1].message, HasSubstr("valid: claim"));
}

TEST(CheckClaims, AnExpectationWithoutTableIsBrokenAndNamesANearOne) {
  Expectations expectations = Expecting(Verdict::kConfirmed);
  expectations.tables["a/c"]["claim"] = {};
  expectations.tables["a/c"]["other"] = {};
  const std::vector<CheckedClaim> checked =
      CheckClaims(expectations, {Found(Verdict::kConfirmed), ReportOf("x/y", {})});
  ASSERT_EQ(checked.size(), 3u);
  EXPECT_EQ(checked[1].outcome, CheckOutcome::kBroken);
  EXPECT_THAT(checked[1].message, HasSubstr("did you mean 'a/b'?"));
}

TEST(CheckClaims, AStarStandsForTheClaimsThatAreNotNamed) {
  const Report report = ReportOf("a/b", {{"one", Verdict::kNotRun, ""}, {"two", Verdict::kConfirmed, ""}});
  Expectations expectations;
  expectations.tables["a/b"][kEveryClaim] = {.verdict = Verdict::kNotRun, .reason = "to come"};
  expectations.tables["a/b"]["two"] = {};
  for (const CheckedClaim& checked : CheckClaims(expectations, {report})) {
    EXPECT_EQ(checked.outcome, CheckOutcome::kAsExpected) << checked.claim;
  }
}

CheckedClaim Outcome(CheckOutcome outcome) { return {.table = "a/b", .claim = "claim", .outcome = outcome}; }

TEST(ExitCode, OfEachOutcome) {
  const std::vector<std::pair<CheckOutcome, int>> codes = {
      {CheckOutcome::kAsExpected, 0}, {CheckOutcome::kBetter, 0},   {CheckOutcome::kContradicted, 1},
      {CheckOutcome::kSmaller, 1},    {CheckOutcome::kBroken, 2},   {CheckOutcome::kInconclusive, 3},
      {CheckOutcome::kNoEvidence, 3}, {CheckOutcome::kOutdated, 4},
  };
  for (const auto& [outcome, code] : codes) {
    EXPECT_EQ(ExitCode({Outcome(outcome)}), code) << Name(outcome);
    EXPECT_EQ(Passes(outcome), code == 0) << Name(outcome);
  }
  EXPECT_EQ(ExitCode(std::vector<CheckedClaim>{}), 0);
}

TEST(ExitCode, OfSeveralIsThatOfTheGravest) {
  const CheckedClaim fine = Outcome(CheckOutcome::kAsExpected), outdated = Outcome(CheckOutcome::kOutdated),
                     missing = Outcome(CheckOutcome::kNoEvidence),
                     contradicted = Outcome(CheckOutcome::kContradicted),
                     broken = Outcome(CheckOutcome::kBroken);
  EXPECT_EQ(ExitCode({fine, outdated}), 4);
  EXPECT_EQ(ExitCode({fine, outdated, missing}), 3);
  EXPECT_EQ(ExitCode({outdated, missing, contradicted}), 1);
  EXPECT_EQ(ExitCode({contradicted, missing, broken, fine}), 2);
}

// One claim of each fate in two tables.
std::vector<CheckedClaim> Mixed() {
  const Expectation confirmed, inconclusive{.verdict = Verdict::kInconclusive, .reason = "few heads"};
  return {
      {"a/b", "good", CheckOutcome::kAsExpected, confirmed, Verdict::kConfirmed, "confirmed: fine."},
      {"a/b", "known", CheckOutcome::kAsExpected, inconclusive, Verdict::kInconclusive,
       "inconclusive: as ever."},
      {"c/d", "bad", CheckOutcome::kContradicted, confirmed, Verdict::kContradicted, "contradicted: no."},
      {"c/d", "unclear", CheckOutcome::kInconclusive, confirmed, Verdict::kInconclusive, "inconclusive: hm."},
      {"c/d", "gone", CheckOutcome::kBroken, confirmed, std::nullopt, "no claim is called 'gone'"},
  };
}

TEST(CheckText, AlignsClaimsAndCountsOutcomes) {
  EXPECT_EQ(CheckText(Mixed(), Colour::kPlain),
            "a/b\n"
            "  as expected   good     confirmed\n"
            "  as expected   known    inconclusive, as expected: few heads\n"
            "\n"
            "c/d\n"
            "  contradicted  bad      contradicted; expected confirmed\n"
            "      contradicted: no.\n"
            "  inconclusive  unclear  inconclusive; expected confirmed\n"
            "      inconclusive: hm.\n"
            "  broken        gone     no such claim; expected confirmed\n"
            "      no claim is called 'gone'\n"
            "\n"
            "5 claims: 2 as expected, 1 inconclusive, 1 contradicted, 1 broken\n");
}

TEST(CheckText, ColoursOutcomesAlone) {
  const std::string text = CheckText(Mixed(), Colour::kAnsi);
  EXPECT_THAT(text, HasSubstr("\033[32mas expected \033[0m  good"));
  EXPECT_THAT(text, HasSubstr("\033[31mcontradicted\033[0m  bad"));
  EXPECT_THAT(text, HasSubstr("\033[33minconclusive\033[0m  unclear"));
  EXPECT_THAT(CheckText(Mixed(), Colour::kPlain), Not(HasSubstr("\033")));
}

TEST(CheckText, OfNothingSaysSo) { EXPECT_EQ(CheckText({}, Colour::kPlain), "0 claims\n"); }

TEST(Junit, PartsFailuresSkippedAndErrors) {
  EXPECT_EQ(Junit(Mixed()),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"retable\" tests=\"5\" failures=\"1\" errors=\"1\" skipped=\"1\">\n"
            "  <testsuite name=\"a/b\" tests=\"2\" failures=\"0\" errors=\"0\" skipped=\"0\">\n"
            "    <testcase classname=\"a/b\" name=\"good\">\n"
            "      <system-out>confirmed</system-out>\n"
            "    </testcase>\n"
            "    <testcase classname=\"a/b\" name=\"known\">\n"
            "      <system-out>inconclusive, as expected: few heads</system-out>\n"
            "    </testcase>\n"
            "  </testsuite>\n"
            "  <testsuite name=\"c/d\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"1\">\n"
            "    <testcase classname=\"c/d\" name=\"bad\">\n"
            "      <failure type=\"contradicted\" message=\"contradicted: no.\">contradicted; expected "
            "confirmed</failure>\n"
            "    </testcase>\n"
            "    <testcase classname=\"c/d\" name=\"unclear\">\n"
            "      <skipped message=\"inconclusive: hm.\">inconclusive; expected confirmed</skipped>\n"
            "    </testcase>\n"
            "    <testcase classname=\"c/d\" name=\"gone\">\n"
            "      <error type=\"broken\" message=\"no claim is called 'gone'\">no such claim; expected "
            "confirmed</error>\n"
            "    </testcase>\n"
            "  </testsuite>\n"
            "</testsuites>\n");
}

TEST(Junit, EscapesAndDropsControlCharacters) {
  CheckedClaim claim = Outcome(CheckOutcome::kBroken);
  claim.message = "a < b && \"c\" > d\n\x01\x1b[31m\x7f]]>";
  EXPECT_THAT(Junit({claim}), HasSubstr("message=\"a &lt; b &amp;&amp; &quot;c&quot; &gt; d [31m]]&gt;\""));
}

TEST(Junit, OfNothingIsAnEmptyList) { EXPECT_THAT(Junit({}), EndsWith("skipped=\"0\">\n</testsuites>\n")); }

}  // namespace
}  // namespace retable::reports
