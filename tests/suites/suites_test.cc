// Is every listed table whole?
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
#include "suites/injection/departures.h"

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
  EXPECT_THAT(
      ids, testing::IsSupersetOf({"injection/patterns", "injection/bias", "injection/heads_at_once",
                                  "injection/replacement", "injection/interpolation", "injection/rules",
                                  "injection/predictors", "injection/hypotheses", "injection/rule_library"}));
}

TEST(Suites, FindTableListsTheValidOnes) {
  EXPECT_EQ(FindTable("injection/rules").id, "injection/rules");
  EXPECT_THAT(
      [] { FindTable("injection/none"); },
      ThrowsMessage<std::invalid_argument>(HasSubstr("the tables are injection/patterns, injection/bias")));
}

TEST(Suites, EveryTableSaysWhereItComesFromAndWhatItAsks) {
  for (const Table& table : Tables()) {
    EXPECT_FALSE(table.source.paper.empty() || table.source.locator.empty() || table.question.empty())
        << table.id;
    EXPECT_EQ(ArmIds(table).size(), table.arms.size()) << table.id << " names an arm twice";
    EXPECT_FALSE(ArmIds(table).contains(kBaseline) || ArmIds(table).contains(kCalibration)) << table.id;
  }
}

// Every arm that a claim names, in whatever part.
std::vector<std::string> NamedBy(const Claim& claim) {
  std::vector<std::string> named;
  for (const Term& term : TermsOf(claim)) named.push_back(term.arm);
  for (const std::string& arm : {claim.arm, claim.against}) {
    if (!arm.empty() && arm != kBaseline) named.push_back(arm);
  }
  if (claim.correlation) named.insert(named.end(), {claim.correlation->x.arm, claim.correlation->y.arm});
  if (claim.correlation && claim.correlation->sink) named.push_back(*claim.correlation->sink);
  if (claim.choice) named.push_back(claim.choice->pool);
  if (claim.share) named.push_back(claim.share->whole);
  if (claim.place) {
    for (const Rung& rung : claim.place->curve) named.push_back(rung.arm);
  }
  return named;
}

TEST(Suites, ClaimsNameArmsOfTheirTable) {
  for (const Table& table : Tables()) {
    std::set<std::string> ids, statements;
    for (const Claim& claim : table.claims) {
      EXPECT_TRUE(ids.insert(claim.id).second) << claim.id << " stands twice in " << table.id;
      EXPECT_TRUE(statements.insert(claim.statement).second)
          << table.id << " says twice: " << claim.statement;
      EXPECT_FALSE(NamedBy(claim).empty()) << claim.id;
      for (const std::string& arm : NamedBy(claim))
        EXPECT_TRUE(ArmIds(table).contains(arm)) << claim.id << ": " << arm;
      EXPECT_FALSE(claim.statement.empty() || claim.locator.empty()) << claim.id;
      EXPECT_FALSE(claim.printed && claim.printed->difference == 0)
          << claim.id << ": a printed 0 has no sign";
      EXPECT_TRUE(claim.alpha > 0 && claim.alpha < 1) << claim.id;
      EXPECT_EQ(claim.margin > 0, claim.side == Side::kEquivalent) << claim.id;
      EXPECT_EQ(claim.test == suites::Test::kPage, !claim.ladder.empty()) << claim.id;
      EXPECT_EQ(claim.test == suites::Test::kSpearman || claim.test == suites::Test::kWithinLayers,
                claim.correlation.has_value())
          << claim.id;
      EXPECT_EQ(claim.test == suites::Test::kRandomChoice, claim.choice.has_value()) << claim.id;
    }
    EXPECT_FALSE(ids.empty()) << table.id << " claims nothing";
  }
}

// Whether an arm of the table has runs that measure the quantity.
bool Measures(const Table& table, const std::string& arm, Quantity quantity) {
  if (quantity == Quantity::kDepth) return true;
  for (const Arm& listed : table.arms) {
    if (listed.id != arm) continue;
    if (TrainerOf(quantity) == training::kLanguageModelTrainer) {
      return listed.measured.training && (quantity != Quantity::kPriorWeight || listed.is_bias);
    }
    return TrainerOf(quantity) == training::kReplacementTrainer ? listed.measured.replacement
                                                                : listed.measured.pattern;
  }
  return false;
}

TEST(Suites, ClaimsAskForWhatTheirArmsMeasure) {
  for (const Table& table : Tables()) {
    for (const Claim& claim : table.claims) {
      for (const Term& term : TermsOf(claim)) {
        EXPECT_TRUE(Measures(table, term.arm, term.response.value_or(claim.response)))
            << claim.id << ": " << term.arm;
      }
      if (claim.correlation) {
        EXPECT_TRUE(Measures(table, claim.correlation->x.arm, claim.correlation->x.quantity)) << claim.id;
        EXPECT_TRUE(Measures(table, claim.correlation->y.arm, claim.correlation->y.quantity)) << claim.id;
      }
      if (claim.correlation && claim.correlation->sink) {
        EXPECT_TRUE(Measures(table, *claim.correlation->sink, Quantity::kFirstTokenMass)) << claim.id;
      }
      if (claim.choice) {
        EXPECT_TRUE(Measures(table, claim.arm, claim.choice->quantity)) << claim.id;
        EXPECT_TRUE(Measures(table, claim.choice->pool, claim.choice->quantity)) << claim.id;
      }
    }
  }
}

TEST(Suites, ScreensAskForWhatTheirArmsMeasure) {
  for (const Table& table : Tables()) {
    for (const Correlation& one : table.screen) {
      EXPECT_TRUE(Measures(table, one.x.arm, one.x.quantity)) << table.id << ": " << one.x.arm;
      EXPECT_TRUE(Measures(table, one.y.arm, one.y.quantity)) << table.id << ": " << one.y.arm;
      EXPECT_TRUE(!one.sink || Measures(table, *one.sink, Quantity::kFirstTokenMass)) << table.id;
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

// The sentences are among the scale's departures where `are_needed`, and none of them elsewhere.
void ExpectSaid(const std::vector<std::string>& sentences, bool are_needed, const Scale& scale,
                const std::string& table) {
  for (const std::string& sentence : sentences) {
    const auto times = std::count(scale.departures.begin(), scale.departures.end(), sentence);
    EXPECT_EQ(times, are_needed ? 1 : 0) << table << " " << scale.id << ": " << sentence;
  }
}

TEST(Suites, EveryTableSaysWhereItsProgramsComeFromAndWhatItsBiasesAre) {
  for (const Table& table : Tables()) {
    const auto have = [&table](auto is) { return std::any_of(table.arms.begin(), table.arms.end(), is); };
    const bool programs = have([](const Arm& arm) { return arm.programs != Programs::kNone; });
    const bool biases = have([](const Arm& arm) { return arm.is_bias; });
    for (const Scale& scale : table.scales) {
      ExpectSaid(injection::OfPrograms(), programs, scale, table.id);
      ExpectSaid(injection::OfBias(), biases, scale, table.id);
    }
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

bool HoldsOneHeadABlock(const Scale& scale) {
  return std::all_of(scale.blocks.begin(), scale.blocks.end(),
                     [](const Block& block) { return block.heads.size() == 1; });
}

TEST(Suites, DeskAndPaperHoldEveryHead) {
  for (const Table& table : Tables()) {
    for (const std::string id : {"desk", "paper"}) {
      const Scale& scale = FindScale(table, id);
      const auto& model = scale.student.model;
      if (HoldsOneHeadABlock(scale)) {
        EXPECT_EQ(static_cast<int>(scale.blocks.size()), model.layers * model.heads) << table.id;
      }
    }
  }
  EXPECT_EQ(FindScale(FindTable("injection/patterns"), "paper").blocks.size(), 144u);
}

bool IsAbsentCorrelation(const Claim& claim) { return claim.correlation && claim.side == Side::kEquivalent; }

// But for absent correlations, which desk's twelve heads cannot show; its departures say so.
TEST(Suites, ClaimsCanReachTheirAlphaAtDeskAndPaper) {
  for (const Table& table : Tables()) {
    for (const std::string id : {"desk", "paper"}) {
      const Scale& scale = FindScale(table, id);
      for (const Claim& claim : table.claims) {
        const std::size_t blocks = BlocksOf(claim, scale).size();
        EXPECT_GT(blocks, 0u) << claim.id << " " << id;
        if (id == "desk" && IsAbsentCorrelation(claim)) continue;
        EXPECT_LE(static_cast<double>(table.claims.size()) * SmallestP(claim, blocks), claim.alpha)
            << table.id << " " << claim.id << " " << id;
      }
    }
  }
}

TEST(Suites, RandomSetsOfHeadsAreDisjointAndTheTopOnesComeFromOtherSeeds) {
  const Scale& desk = FindScale(FindTable("injection/heads_at_once"), "desk");
  std::map<std::size_t, std::map<models::Head, int>> drawn;  // how often each head, by size of the set
  for (const Block& block : desk.blocks) {
    EXPECT_EQ(std::set<models::Head>(block.heads.begin(), block.heads.end()).size(), block.heads.size())
        << block.id;
    if (block.id.find("random") == std::string::npos) continue;
    for (const models::Head& head : block.heads) ++drawn[block.heads.size()][head];
  }
  for (const auto& [size, heads] : drawn) {
    EXPECT_EQ(heads.size(), 12u) << size;
    for (const auto& [head, times] : heads) EXPECT_EQ(times, 1) << models::Name(head) << ", sets of " << size;
  }
  for (const std::uint64_t seed : FindScale(FindTable("injection/patterns"), "desk").seeds) {
    EXPECT_EQ(std::count(desk.seeds.begin(), desk.seeds.end(), seed), 0)
        << "top heads were chosen on seed " << seed;
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

}  // namespace
}  // namespace retable::suites
