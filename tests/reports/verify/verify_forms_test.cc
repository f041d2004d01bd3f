// Reports of every table, and of claims of every form, hold by the second path; and a number altered in any of their
// places is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "reports/json.h"
#include "reports/page.h"
#include "reports/verify/raw_runs.h"
#include "reports/verify/verify.h"
#include "suites/preregistration.h"
#include "suites/suites.h"
#include "tests/faults/folder.h"
#include "tests/reports/made_table.h"
#include "tests/reports/synthetic.h"
#include "training/result_line.h"

namespace retable::reports::verify {
namespace {

using nlohmann::json;
using suites::Claim;
using suites::Quantity;
using suites::Side;

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// A table's report beside the runs that it was made of.
struct Reported {
  suites::Table table;
  std::vector<RawRun> runs;
  json report;

  Reported(const suites::Table& of, const Results& results) : table(of) {
    for (const auto& [key, result] : results) {
      runs.push_back({.place = "line " + std::to_string(runs.size() + 1),
                      .json = json::parse(training::ToLine(result))});
    }
    report = json::parse(Json(MakeReport(table, table.scales.front(), LookupIn(results)).page));
  }

  json& Section(const std::string& id) {
    for (json& section : report["sections"]) {
      if (section["id"] == id) return section;
    }
    throw std::invalid_argument("the report has no section " + id);
  }

  // But for those of runs that are not there, and of thresholds that come from no calibration run.
  std::vector<std::string> Findings(int* numbers = nullptr) const {
    const faults::Folder folder;
    const suites::Scale& scale = table.scales.front();
    suites::PreregisterIn(folder.path(), table, scale, suites::Preregister(table, scale, "abc"));
    Verification verification;
    VerifyReport(table, scale, folder.path(), runs, report, verification);
    if (numbers != nullptr) *numbers = verification.numbers;
    std::vector<std::string> findings;
    for (const std::string& finding : verification.findings) {
      const bool is_expected = finding.find("was not run") != std::string::npos ||
                               finding.find("was broken by the machine") != std::string::npos ||
                               finding.find("carries other thresholds") != std::string::npos;
      if (!is_expected) findings.push_back(finding);
    }
    return findings;
  }
};

// Made once.
const Reported& OfTable(const std::string& id) {
  static auto* const reports = new std::map<std::string, Reported>;
  for (const suites::Table& table : suites::Tables()) {
    if (table.id != id || reports->contains(id)) continue;
    const suites::Table made = WithSyntheticScale(table);
    reports->emplace(id, Reported(made, GoldenResults(made)));
  }
  return reports->at(id);
}

TEST(VerifyForms, TheReportsOfAllTablesHold) {
  for (const suites::Table& table : suites::Tables()) {
    int numbers = 0;
    EXPECT_THAT(OfTable(table.id).Findings(&numbers), IsEmpty()) << table.id;
    EXPECT_GT(numbers, 100) << table.id;
  }
}

// One cell of a report.
struct CellPlace {
  std::string table;
  std::string section;
  std::string row;  // the claim's id, or the number from 0
  std::string column;
};

std::size_t RowOf(const json& rows, const std::string& row) {
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].value("claim", "") == row) return r;
  }
  return std::stoul(row);
}

// By more than any draw could be off.
void Alter(json& cell) {
  json& number = cell.is_object() ? cell["low"] : cell;
  if (number.is_string()) {
    number = 0.125;
  } else {
    number = number.get<double>() > 0.9 && number.get<double>() <= 1 ? 0.5 : number.get<double>() + 0.07;
  }
}

const CellPlace kPlaces[] = {
    {"injection/patterns", "tests", "real_above_zero", "p"},
    {"injection/patterns", "tests", "real_above_zero", "p_holm"},
    {"injection/patterns", "tests", "real_above_zero", "mean_interval"},
    {"injection/patterns", "tests", "uniform_is_zero", "p_other_side"},
    {"injection/patterns", "tests", "entropy_of_programs", "mean_difference"},
    {"injection/patterns", "measures", "2", "mean"},
    {"injection/bias", "tests", "own_amplified", "hodges_lehmann"},
    {"injection/bias", "measures", "0", "largest"},
    {"injection/heads_at_once", "tests", "uniform_helps_not", "p"},
    {"injection/replacement", "table", "0", "mean"},
    {"injection/replacement", "table", "1", "interval"},
    {"injection/replacement", "heads", "2", "deletion"},
    {"injection/replacement", "runs", "5", "outcome"},
    {"injection/replacement", "tests", "own_program_saves_little", "p"},
    {"injection/interpolation", "tests", "monotone", "p"},
    {"injection/interpolation", "tests", "monotone", "p_other_side"},
    {"injection/interpolation", "tests", "monotone", "mean_difference"},
    {"injection/interpolation", "tests", "concave_at_half", "mean_difference"},
    {"injection/interpolation", "sensitivity", "monotone", "p"},
    {"injection/predictors", "tests", "depth_predicts_real", "p"},
    {"injection/predictors", "tests", "depth_predicts_real", "mean_difference"},
    {"injection/predictors", "tests", "depth_predicts_real", "mean_interval"},
    {"injection/predictors", "tests", "input_dependence_predicts_real_within_layers", "p"},
    {"injection/predictors", "tests", "input_dependence_predicts_real_within_layers", "mean_difference"},
    {"injection/predictors", "tests", "iou_predicts_nothing", "p"},
    {"injection/predictors", "tests", "sparser_programs_help_sink_free_heads", "mean_difference"},
    {"injection/predictors", "tests", "selection_lowers_input_dependence", "p"},
    {"injection/predictors", "tests", "selection_lowers_input_dependence", "mean_difference"},
    {"injection/predictors", "tests", "selection_lowers_input_dependence", "mean_interval"},
    {"injection/predictors", "measures", "3", "interval"},
    {"injection/predictors", "measured_blocks", "7", "value"},
    {"injection/predictors", "screen", "0", "rho"},
    {"injection/predictors", "screen", "1", "interval"},
    {"injection/predictors", "screen", "2", "p"},
    {"injection/predictors", "screen", "2", "p_bh"},
    {"injection/predictors", "screen", "0", "points"},
};

TEST(VerifyForms, ANumberAlteredInAnyGridIsFound) {
  for (const CellPlace& place : kPlaces) {
    Reported altered = OfTable(place.table);
    json& rows = altered.Section(place.section)["rows"];
    const std::size_t row = RowOf(rows, place.row);
    Alter(rows.at(row).at(place.column));
    EXPECT_THAT(altered.Findings(),
                Contains(HasSubstr(place.section + ", row " + std::to_string(row + 1) + ", " + place.column)))
        << place.table << " " << place.row;
  }
}

// One number of a sentence: the text that it follows.
struct SentencePlace {
  std::string table;
  std::string claim;
  std::string before;
};

const SentencePlace kSentences[] = {
    {"injection/patterns", "real_above_zero", ", by [+]"},
    {"injection/patterns", "real_above_zero", "on average .interval [+]"},
    {"injection/patterns", "own_equals_best_fit", "p = "},
    {"injection/interpolation", "first_quarter_recovers_most", "Recovered share of the gap: "},
    {"injection/interpolation", "first_quarter_recovers_most", "; the paper "},
    {"injection/rules", "induction_beats_template", "as a share of real attention: "},
    {"injection/predictors", "depth_predicts_real", "rho is ."},
    {"injection/predictors", "depth_predicts_real", "Over "},
    {"injection/predictors", "selection_lowers_input_dependence", "the choices lie "},
    {"injection/predictors", "selection_lowers_input_dependence", "is .?[0-9]+[.][0-9]+ .interval .?"},
    {"injection/predictors", "selection_lowers_input_dependence", "p = "},
};

TEST(VerifyForms, ANumberAlteredInASentenceIsFound) {
  for (const SentencePlace& place : kSentences) {
    Reported altered = OfTable(place.table);
    std::size_t item = 0;
    while (altered.table.claims.at(item).id != place.claim) ++item;
    json& sentence = altered.Section("claims")["items"][item];
    const std::string text = sentence.get<std::string>();
    const std::string changed = std::regex_replace(text, std::regex("(" + place.before + ")([0-9])"),
                                                   "$019$2", std::regex_constants::format_first_only);
    ASSERT_NE(changed, text) << place.before << " is not in: " << text;
    sentence = changed;
    EXPECT_THAT(altered.Findings(), Contains(HasSubstr("claims, item " + std::to_string(item + 1))))
        << place.before << " in: " << text;
  }
}

// ---- Made tables: ties, censored and missing runs in claims of every form.

constexpr double kCensored = MadeTable::kCensored;
constexpr double kMissing = MadeTable::kMissing;

Claim MadeClaim(const std::string& id) { return {.id = id, .statement = "It is so.", .locator = "nowhere"}; }

std::vector<std::string> FindingsOf(MadeTable& made) {
  return Reported(made.table(), made.results()).Findings();
}

MadeTable ThreeArms() {
  MadeTable made(8, 2, 3);
  for (const char* arm : {"a", "b", "c"}) made.AddArm(arm, {});
  made.SetSpeedups("a", {0.01, 0.02, 0.03, 0.00, 0.02, 0.05, 0.01, 0.04});
  made.SetSpeedups("b", {0.03, 0.02, 0.05, 0.02, 0.01, 0.09, 0.02, 0.04});
  made.SetSpeedups("c", {0.05, 0.04, kCensored, 0.03, 0.06, 0.10, kMissing, 0.06});
  made.SetSpeedup("b", "1.1", 2, kMissing);
  for (const int seed : {1, 2}) {
    made.SetBaseline(seed, 1, 0.01 * seed);
    made.SetBaseline(seed, 2, -0.02);
  }
  return made;
}

TEST(VerifyForms, ContrastsLaddersAndReferencesHold) {
  MadeTable made = ThreeArms();
  Claim contrast = MadeClaim("contrast"), ladder = MadeClaim("ladder"), fall = MadeClaim("fall"),
        pair = MadeClaim("pair"), same = MadeClaim("same");
  contrast.contrast = {{.arm = "b", .weight = 2}, {.arm = "a", .weight = -1}, {.arm = "c", .weight = -1}};
  ladder.ladder = {"a", "b", "c"};
  ladder.test = suites::Test::kPage;
  fall.ladder = {"c", "b", "a"};
  fall.test = suites::Test::kPage;
  pair.arm = "c";
  pair.against = "b";
  pair.reference = 0.01;
  same.contrast = {{.arm = "a", .weight = 1}, {.arm = "c", .weight = -1}};
  same.side = Side::kEquivalent;
  same.margin = 0.03;
  made.table().claims = {contrast, ladder, fall, pair, same};
  EXPECT_THAT(FindingsOf(made), IsEmpty());
}

TEST(VerifyForms, ClaimsByTheBaselinesNoiseHold) {
  MadeTable made = ThreeArms();
  Claim above = MadeClaim("above"), none = MadeClaim("none"), censored = MadeClaim("censored"),
        below = MadeClaim("below");
  for (Claim* claim : {&above, &none, &censored, &below}) {
    claim->arm = "a";
    claim->against = "baseline";
    claim->test = suites::Test::kBaselineNoise;
  }
  none.arm = "b";
  none.side = Side::kEquivalent;
  none.margin = 0.1;
  censored.arm = "c";
  below.contrast = {{.arm = "a", .weight = -1}};
  below.reference = -0.2;
  made.table().claims = {above, none, censored, below};
  EXPECT_THAT(FindingsOf(made), IsEmpty());
}

TEST(VerifyForms, SharesAndPlacesHoldAlsoWhereTheyCannotBeTold) {
  MadeTable made = ThreeArms();
  Claim share = MadeClaim("share"), place = MadeClaim("place"), none = MadeClaim("none");
  share.arm = "b";
  share.against = "a";
  share.share = suites::Share{.whole = "c", .printed = 0.5};
  none = share;
  none.id = "none";
  none.share->whole = "a";
  place.arm = "b";
  place.against = "baseline";
  place.place = suites::PlaceOnCurve{.curve = {{0, "a"}, {1, "c"}}, .printed = 0.3};
  made.table().claims = {share, place, none};
  EXPECT_THAT(FindingsOf(made), IsEmpty());
}

// The ends of a bootstrap's interval are let off only as far as draws can differ.
TEST(VerifyForms, AnIntervalOfAPlaceIsFoundWhereDrawsDoNotPutIt) {
  MadeTable made = ThreeArms();
  Claim place = MadeClaim("place");
  place.arm = "b";
  place.against = "baseline";
  place.place = suites::PlaceOnCurve{.curve = {{0, "a"}, {1, "c"}}, .printed = 0.3};
  made.table().claims = {place};
  Reported reported(made.table(), made.results());
  json& sentence = reported.Section("claims")["items"][0];
  const std::string text = sentence.get<std::string>();
  ASSERT_THAT(text, testing::ContainsRegex("share of real attention: [0-9.]+ .interval [+-]?[0-9]"));
  const std::regex low("(share of real attention: [0-9.]+ .interval )[+-]?[0-9.]+");
  for (const std::string end : {"-0.90", "+0.95"}) {
    sentence = std::regex_replace(text, low, "$1" + end);
    EXPECT_THAT(reported.Findings(), Contains(HasSubstr("has an end of its place on the curve at")));
  }
}

MadeTable Correlated(int heads) {
  MadeTable made(heads, 1, 2);
  made.AddArm("a", {.pattern = true});
  made.AddArm("sink", {.training = false, .pattern = true});
  std::vector<double> speedups, masses, dependences;
  for (int i = 0; i < heads; ++i) {
    speedups.push_back(i == 3 ? kCensored : i == 5 ? kMissing : 0.01 * (i * 7 % 5));
    dependences.push_back(0.1 + 0.05 * (i * 3 % 4));
    masses.push_back(i % 4 == 0 ? 0.5 : 0.1);
  }
  made.SetSpeedups("a", speedups);
  made.SetMeasure("a", Quantity::kInputDependence, dependences);
  made.SetMeasure("sink", Quantity::kFirstTokenMass, masses);
  return made;
}

std::vector<Claim> Correlations() {
  std::vector<Claim> claims;
  for (const suites::Test test : {suites::Test::kSpearman, suites::Test::kWithinLayers}) {
    for (const Side side : {Side::kGreater, Side::kTwoSided, Side::kEquivalent}) {
      for (const bool is_sink_free : {false, true}) {
        Claim claim = MadeClaim("claim " + std::to_string(claims.size()));
        claim.test = test;
        claim.side = side;
        if (side == Side::kEquivalent) claim.margin = 0.3;
        claim.correlation =
            suites::Correlation{.x = {"a", Quantity::kInputDependence}, .y = {"a", Quantity::kSpeedup}};
        if (is_sink_free) claim.correlation->sink = "sink";
        if (is_sink_free) claim.correlation->sink_below = 0.3;
        claims.push_back(claim);
      }
    }
  }
  return claims;
}

// Counted and drawn ones, and too few points.
TEST(VerifyForms, CorrelationsHold) {
  for (const int heads : {4, 12, 24}) {
    MadeTable made = Correlated(heads);
    made.table().claims = Correlations();
    for (const Claim& claim : made.table().claims) {
      if (claim.side == Side::kTwoSided) made.table().screen.push_back(*claim.correlation);
    }
    EXPECT_THAT(FindingsOf(made), IsEmpty()) << heads;
  }
}

TEST(VerifyForms, ChoicesHold) {
  MadeTable made(6, 1, 2);
  made.AddArm("a", {.training = false, .pattern = true});
  made.AddLibrary("pool", {"p1", "p2", "p3", "p4"});
  Claim claim = MadeClaim("choice");
  claim.arm = "a";
  claim.test = suites::Test::kRandomChoice;
  claim.choice = suites::Choice{.quantity = Quantity::kRowEntropy, .pool = "pool"};
  made.table().claims = {claim};
  made.SetMeasure("a", Quantity::kRowEntropy, {1, 1, 2, kMissing, 1, 1});
  EXPECT_THAT(FindingsOf(made), IsEmpty()) << "no pool";
  made.SetMeasure("pool", Quantity::kRowEntropy, {1, 2, 3, kMissing});
  EXPECT_THAT(FindingsOf(made), IsEmpty());
  made.SetMeasure("pool", Quantity::kRowEntropy, {2, 2, 2, 2});
  EXPECT_THAT(FindingsOf(made), IsEmpty()) << "a constant pool";
}

TEST(VerifyForms, ATableThatTrainsNothingHolds) {
  MadeTable made(6, 2, 2);
  for (const char* arm : {"a", "b"}) made.AddArm(arm, {.training = false, .replacement = true});
  made.SetMeasure("a", Quantity::kLossIncrease, {0.1, 0.2, 0.3, 0.2, kMissing, 0.4});
  made.SetMeasure("b", Quantity::kLossIncrease, {0.2, 0.2, 0.1, 0.3, 0.5, 0.6});
  made.table().response = Quantity::kLossIncrease;
  Claim claim = MadeClaim("c");
  claim.arm = "b";
  claim.against = "a";
  claim.response = Quantity::kLossIncrease;
  made.table().claims = {claim};
  EXPECT_THAT(FindingsOf(made), IsEmpty());
}

}  // namespace
}  // namespace retable::reports::verify
