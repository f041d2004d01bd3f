// Do tables say what the paper prints? Its numbers, read off it a second time and in its own units.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "suites/suites.h"

namespace retable::suites {
namespace {

using testing::ContainerEq;

using Numbers = std::map<std::string, double>;

// The table is known by its id after "injection/".
const Table& Find(const std::string& table) { return FindTable("injection/" + table); }

const Arm& FindArm(const std::string& table, const std::string& id) {
  for (const Arm& arm : Find(table).arms) {
    if (arm.id == id) return arm;
  }
  throw std::invalid_argument(table + " has no arm " + id);
}

const Claim& FindClaim(const std::string& table, const std::string& id) {
  for (const Claim& claim : Find(table).claims) {
    if (claim.id == id) return claim;
  }
  throw std::invalid_argument(table + " has no claim " + id);
}

// In hundredths of a percent, the last digit that the paper prints of a speedup.
Numbers PrintedByArms(const Table& table) {
  Numbers numbers;
  for (const Arm& arm : table.arms) {
    if (arm.printed) numbers[arm.id] = std::round(1e6 * *arm.printed) / 1e4;
  }
  return numbers;
}

// P2, the table "injected pattern | mean speedup, one head replaced (average over all 144 heads)".
const Numbers kHeld = {
    {"real_attention", 3.60}, {"own_program", 0.42}, {"best_fit", 0.34}, {"uniform", 0.01}};
// "exact +3.90%, own program +0.67%, best-fit +0.30%, uniform +0.05% over 144 heads".
const Numbers kBiased = {{"bias_real_attention", 3.90},
                         {"bias_own_program", 0.67},
                         {"bias_best_fit", 0.30},
                         {"bias_uniform", 0.05}};
// "The template alone matches the best-fit program (+1.51% against +1.35%", of 16 heads.
const Numbers kOfSixteenHeads = {{"mean_template", 1.51}, {"best_fit", 1.35}};
// The induction rule, "+3.94% and collapses to +0.33%", and its variant, "+1.80% against +0.37%".
const Numbers kRules = {{"induction", 3.94},
                        {"induction_shuffled", 0.33},
                        {"previous_occurrence", 1.80},
                        {"previous_occurrence_shuffled", 0.37}};

Numbers Both(Numbers a, const Numbers& b) {
  a.insert(b.begin(), b.end());
  return a;
}

TEST(Printed, MeansOfArmsAreThePapersAndNoOthers) {
  const std::map<std::string, Numbers> expected = {
      {"injection/patterns", kHeld},
      {"injection/bias", kBiased},
      {"injection/hypotheses", Both(kHeld, kBiased)},
      {"injection/interpolation", kOfSixteenHeads},
      {"injection/rules", Both(kRules, kOfSixteenHeads)},
  };
  for (const Table& table : Tables()) {
    const auto found = expected.find(table.id);
    EXPECT_THAT(PrintedByArms(table), ContainerEq(found == expected.end() ? Numbers() : found->second))
        << table.id;
  }
}

double Measured(const std::string& table, const std::string& arm, Quantity quantity) {
  return FindArm(table, arm).printed_measures.at(quantity);
}

TEST(Printed, MeansOfMeasuresAreThePapers) {
  // "mean row entropy 1.76 against 1.81": programs, heads.
  EXPECT_EQ(Measured("patterns", "best_fit", Quantity::kRowEntropy), 1.76);
  EXPECT_EQ(Measured("patterns", "real_attention", Quantity::kRowEntropy), 1.81);
  // "the chosen fits average 0.049 input-dependence against the library's 0.161".
  EXPECT_EQ(Measured("predictors", "best_fit", Quantity::kInputDependence), 0.049);
  EXPECT_EQ(Measured("predictors", "library", Quantity::kInputDependence), 0.161);
  EXPECT_EQ(Measured("hypotheses", "best_fit", Quantity::kInputDependence), 0.049);
}

struct PrintedClaim {
  std::string table, claim;
  double difference;
  double half_a_digit = 1e-9;  // where the paper rounds what our other numbers give in full
};

// Those that do not follow from the means of two arms.
const std::vector<PrintedClaim>& PrintedClaims() {
  static const auto* const claims = new std::vector<PrintedClaim>{
      // "mean row entropy 1.76 against 1.81".
      {"patterns", "entropy_of_programs", 1.76 - 1.81},
      // "rho = +0.25 over all 144 heads"; "on sink-free heads (rho = -0.52)".
      {"predictors", "input_dependence_predicts_real", 0.25},
      {"predictors", "sparser_programs_help_sink_free_heads", -0.52},
      // "0.049 input-dependence against the library's 0.161".
      {"predictors", "selection_lowers_input_dependence", 0.161 - 0.049},
      // "3.3x the input-dependence of the best-fit program".
      {"hypotheses", "own_depends_more_on_input", (3.3 - 1) * 0.049},
      // "exact over lambda = 3/4 by +0.45 points".
      {"interpolation", "last_quarter_counts", 0.0045},
      // "It beats the best-fit program by 2.6 points".
      {"rules", "induction_beats_best_fit", 0.026, 0.0005},
  };
  return *claims;
}

TEST(Printed, DifferencesOfClaimsAreThePapers) {
  for (const PrintedClaim& printed : PrintedClaims()) {
    const Claim& claim = FindClaim(printed.table, printed.claim);
    ASSERT_TRUE(claim.printed) << claim.id;
    EXPECT_NEAR(claim.printed->difference, printed.difference, printed.half_a_digit) << claim.id;
  }
}

// "the first quarter of the routing recovers 47% of the program-to-exact gap"; "this rule lands at the
// equivalent of lambda = 0.32 of the head's real routing".
TEST(Printed, ShareAndPlaceAreThePapers) {
  EXPECT_EQ(FindClaim("interpolation", "first_quarter_recovers_most").share.value().printed, 0.47);
  EXPECT_EQ(FindClaim("rules", "induction_beats_template").place.value().printed, 0.32);
}

// The difference of the means that the table prints for the claim's two arms.
std::optional<double> DifferenceOfArms(const Table& table, const Claim& claim) {
  const bool is_plain = claim.contrast.empty() && !claim.arm.empty() && !claim.against.empty();
  if (!is_plain || claim.response != table.response) return std::nullopt;
  std::map<std::string, std::optional<double>> printed = {{kBaseline, 0}};
  for (const Arm& arm : table.arms) printed[arm.id] = arm.printed;
  const auto arm = printed[claim.arm], against = printed[claim.against];
  if (!(arm && against)) return std::nullopt;
  return *arm - *against;
}

bool IsListed(const Table& table, const Claim& claim) {
  for (const PrintedClaim& printed : PrintedClaims()) {
    if (&Find(printed.table) == &table && printed.claim == claim.id) return true;
  }
  return false;
}

TEST(Printed, DifferencesAreThoseOfThePrintedArmsOrListedHere) {
  for (const Table& table : Tables()) {
    for (const Claim& claim : table.claims) {
      const std::optional<double> expected = DifferenceOfArms(table, claim);
      if (!expected) {
        EXPECT_EQ(claim.printed.has_value(), IsListed(table, claim)) << table.id << " " << claim.id;
        continue;
      }
      ASSERT_TRUE(claim.printed) << claim.id;
      EXPECT_NEAR(claim.printed->difference, *expected, 1e-9) << claim.id;
    }
  }
}

// P2: "A fresh 12x12x384 GPT-2-style model trains on TinyStories".
TEST(Printed, PaperScaleIsThePapersModel) {
  const Scale& scale = FindScale(FindTable("injection/patterns"), "paper");
  EXPECT_EQ(scale.student.model.layers, 12);
  EXPECT_EQ(scale.student.model.heads, 12);
  EXPECT_EQ(scale.student.model.width, 384);
  EXPECT_EQ(scale.student.text.dataset, "tinystories");
  EXPECT_EQ(scale.student.text.vocabulary, 50257);
  EXPECT_EQ(scale.teacher.weights, "gpt2");
}

}  // namespace
}  // namespace retable::suites
