// Is every listed table whole? And does it say what the paper prints?
#include "suites/suites.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include "data/catalog.h"

namespace retable::suites {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;
using testing::UnorderedElementsAre;

std::set<std::string> ArmIds(const Table& table) {
  std::set<std::string> ids;
  for (const Arm& arm : table.arms) ids.insert(arm.id);
  return ids;
}

// "injection/patterns" -> "injection_patterns".
std::string FileName(std::string id) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id;
}

TEST(Suites, ListEachTableOnce) {
  std::set<std::string> ids;
  for (const Table& table : Tables()) ids.insert(table.id);
  EXPECT_EQ(ids.size(), Tables().size());
  EXPECT_THAT(ids, testing::IsSupersetOf({"injection/patterns", "injection/rules"}));
}

TEST(Suites, FindTableListsTheValidOnes) {
  EXPECT_EQ(FindTable("injection/rules").id, "injection/rules");
  EXPECT_THAT(
      [] { FindTable("injection/none"); },
      ThrowsMessage<std::invalid_argument>(HasSubstr("the tables are injection/patterns, injection/rules")));
}

TEST(Suites, EveryTableSaysWhereItComesFromAndWhatItAsks) {
  for (const Table& table : Tables()) {
    EXPECT_FALSE(table.source.paper.empty() || table.source.locator.empty() || table.question.empty())
        << table.id;
    EXPECT_EQ(ArmIds(table).size(), table.arms.size()) << table.id << " names an arm twice";
    EXPECT_FALSE(ArmIds(table).contains(kBaseline) || ArmIds(table).contains(kCalibration)) << table.id;
  }
}

TEST(Suites, ClaimsNameArmsOfTheirTable) {
  for (const Table& table : Tables()) {
    std::set<std::string> ids;
    for (const Claim& claim : table.claims) {
      EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " stands twice in " << table.id;
      EXPECT_TRUE(ArmIds(table).contains(claim.arm)) << claim.arm;
      EXPECT_TRUE(claim.against == kBaseline || ArmIds(table).contains(claim.against)) << claim.against;
      EXPECT_FALSE(claim.statement.empty() || claim.locator.empty()) << claim.id;
      EXPECT_FALSE(claim.printed && claim.printed->difference == 0) << claim.id << ": a printed 0 has no sign";
      EXPECT_TRUE(claim.alpha > 0 && claim.alpha < 1) << claim.id;
      EXPECT_EQ(claim.margin > 0, claim.side == Side::kEquivalent) << claim.id;
    }
    EXPECT_FALSE(ids.empty()) << table.id << " claims nothing";
  }
}

TEST(Suites, PrintedDifferencesAreThoseOfThePrintedArms) {
  for (const Table& table : Tables()) {
    std::map<std::string, std::optional<double>> printed;
    for (const Arm& arm : table.arms) printed[arm.id] = arm.printed;
    for (const Claim& claim : table.claims) {
      const auto arm = printed[claim.arm], against = printed[claim.against];
      ASSERT_EQ(claim.printed.has_value(), arm && against) << claim.id;
      if (!claim.printed) continue;
      EXPECT_NEAR(claim.printed->difference, *arm - *against, 1e-9) << claim.id;
    }
  }
}

TEST(Suites, EveryTableHasThreeScalesWithDepartures) {
  for (const Table& table : Tables()) {
    std::vector<std::string> ids;
    for (const Scale& scale : table.scales) {
      ids.push_back(scale.id);
      EXPECT_FALSE(scale.departures.empty()) << table.id << " " << scale.id;
      for (const std::string& departure : scale.departures) EXPECT_GT(departure.size(), 20u) << departure;
    }
    EXPECT_THAT(ids, UnorderedElementsAre("smoke", "desk", "paper"));
  }
}

TEST(Suites, ScalesAreWhole) {
  for (const Table& table : Tables()) {
    for (const Scale& scale : table.scales) {
      const auto& model = scale.student.model;
      EXPECT_EQ(model.width % model.heads, 0) << scale.id;
      EXPECT_EQ(model.vocabulary, scale.student.text.vocabulary) << scale.id;
      EXPECT_NO_THROW(data::FindDataset(scale.student.text.dataset)) << scale.id;
      EXPECT_EQ(nlohmann::json(scale.teacher.language_model.text), nlohmann::json(scale.student.text))
          << scale.id;
      EXPECT_EQ(scale.teacher.language_model.model.heads, model.heads) << scale.id;
      EXPECT_GE(scale.baselines_per_seed, 2) << scale.id << ": A/A noise needs two baselines a seed";
      const std::set<std::uint64_t> seeds(scale.seeds.begin(), scale.seeds.end());
      for (const std::uint64_t seed : scale.thresholds.calibration_seeds) {
        EXPECT_FALSE(seeds.contains(seed)) << "a calibration seed is no seed of the table";
      }
      EXPECT_FALSE(seeds.contains(scale.teacher.seed)) << "the teacher's seed is no seed of the table";
      for (const Block& block : scale.blocks) {
        for (const models::Head& head : block.heads)
          EXPECT_TRUE(head.layer < model.layers && head.head < model.heads);
      }
    }
  }
}

TEST(Suites, DeskAndPaperHoldEveryHeadAndCanReachTheirAlpha) {
  for (const Table& table : Tables()) {
    for (const std::string id : {"desk", "paper"}) {
      const Scale& scale = FindScale(table, id);
      EXPECT_EQ(static_cast<int>(scale.blocks.size()),
                scale.student.model.layers * scale.student.model.heads);
      EXPECT_GE(scale.blocks.size(), 12u);
      EXPECT_GE(scale.seeds.size(), 3u);
      for (const Claim& claim : table.claims) {
        const std::size_t blocks = BlocksOf(claim, scale).size();
        EXPECT_TRUE(claim.blocks.empty() || blocks == claim.blocks.size()) << claim.id;
        EXPECT_LE(static_cast<double>(table.claims.size()) * SmallestP(claim, blocks), claim.alpha)
            << claim.id;
      }
    }
    EXPECT_EQ(FindScale(table, "paper").blocks.size(), 144u);
  }
}

TEST(Suites, EveryTableHasAGoldenReport) {
  for (const Table& table : Tables()) {
    for (const std::string ending : {".md", ".json"}) {
      EXPECT_TRUE(std::filesystem::exists("tests/golden/" + FileName(table.id) + ending)) << table.id;
    }
  }
}

TEST(Suites, EveryTableHasATarget) {
  std::ifstream file("suites/BUILD");
  const std::string build{std::istreambuf_iterator<char>(file), {}};
  for (const Table& table : Tables()) {
    EXPECT_THAT(build, HasSubstr("    \"" + table.id + "\",")) << "add it to table_targets in suites/BUILD";
  }
}

double Printed(const std::string& table, const std::string& arm) {
  for (const Arm& listed : FindTable(table).arms) {
    if (listed.id == arm && listed.printed) return *listed.printed;
  }
  throw std::invalid_argument(table + " prints nothing for " + arm);
}

// Read off the paper a second time, in its own percent.
TEST(Suites, PrintedNumbersAreThePapers) {
  // P2, the table "injected pattern | mean speedup, one head replaced (average over all 144 heads)".
  EXPECT_NEAR(100 * Printed("injection/patterns", "real_attention"), 3.60, 1e-9);
  EXPECT_NEAR(100 * Printed("injection/patterns", "uniform"), 0.01, 1e-9);
  // P2, the paragraph on the induction rule: "+3.94% and collapses to +0.33%", "+1.80% against +0.37%".
  EXPECT_NEAR(100 * Printed("injection/rules", "induction"), 3.94, 1e-9);
  EXPECT_NEAR(100 * Printed("injection/rules", "induction_shuffled"), 0.33, 1e-9);
  EXPECT_NEAR(100 * Printed("injection/rules", "previous_occurrence"), 1.80, 1e-9);
  EXPECT_NEAR(100 * Printed("injection/rules", "previous_occurrence_shuffled"), 0.37, 1e-9);
}

// P2: "A fresh 12x12x384 GPT-2-style model trains on TinyStories".
TEST(Suites, PaperScaleIsThePapersModel) {
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
