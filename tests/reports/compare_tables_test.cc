#include "reports/compare_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/reports/synthetic.h"

namespace retable::reports {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr char kAnotherCpu[] = "another made-up processor";

class CompareTablesTest : public testing::Test {
 protected:
  Results PaperLike() const {
    return SyntheticResults(table_, scale_,
                            [&](const suites::Cell& cell) { return PaperLikeSpeed(table_, cell); });
  }
  // Every arm alike.
  Results Flat() const {
    return SyntheticResults(table_, scale_, [](const suites::Cell& cell) {
      return cell.block.empty() ? 0 : 0.01 * (cell.block[0] - '0') + 0.001 * (cell.block[2] - '0');
    });
  }
  static Results On(const std::string& cpu, Results results) {
    for (auto& [key, result] : results) result.provenance.cpu = cpu;
    return results;
  }
  TableComparison Compare(const Results& a, const Results& b) const {
    return CompareTable(table_, {.name = "here", .scale = scale_, .lookup = LookupIn(a)},
                        {.name = "there", .scale = scale_, .lookup = LookupIn(b)});
  }
  std::string KeyOf(const std::string& name) const {
    for (const suites::Cell& cell : suites::Cells(table_, scale_)) {
      if (Name(cell) == name) return training::Key(cell.run);
    }
    throw std::invalid_argument("no cell " + name);
  }
  static const Section& Find(const TableComparison& comparison, const std::string& id) {
    for (const Section& section : comparison.page.sections) {
      if (section.id == id) return section;
    }
    throw std::invalid_argument("no section " + id);
  }

  const suites::Table table_ = SmallPatterns();
  const suites::Scale& scale_ = table_.scales.front();
};

TEST_F(CompareTablesTest, ASetAgreesWithItself) {
  const Results results = PaperLike();
  const TableComparison comparison = Compare(results, results);
  EXPECT_THAT(comparison.disagreements, IsEmpty());
  EXPECT_THAT(comparison.page.caveats, IsEmpty());
  EXPECT_TRUE(DoAgree({comparison}));
  const std::string runs = std::to_string(results.size());
  EXPECT_THAT(Find(comparison, "agreement").paragraphs.at(0),
              AllOf(HasSubstr("A and B agree"), HasSubstr(runs + " of " + runs + " runs that both have")));
  const std::string text = ComparisonMarkdown({comparison});
  EXPECT_THAT(text, HasSubstr("# injection/patterns, scale synthetic: A = here, B = there"));
  EXPECT_THAT(text, HasSubstr("no head differs"));
  EXPECT_THAT(text, Not(HasSubstr("The largest difference")));
}

TEST_F(CompareTablesTest, OneAlteredRunOfTheSameMachineIsADisagreement) {
  const Results a = PaperLike();
  Results b = a;
  b.at(KeyOf("uniform 1.0 seed 2")).measurement.curve[3].loss += 1e-6;
  const TableComparison comparison = Compare(a, b);
  EXPECT_THAT(comparison.disagreements, ElementsAre(AllOf(HasSubstr("1 run should be equal"),
                                                          HasSubstr("uniform 1.0 seed 2 (curve)"))));
  EXPECT_THAT(Find(comparison, "shared_runs").paragraphs.at(0), HasSubstr("any point of two curves 1.0e-06"));
}

TEST_F(CompareTablesTest, OneAlteredRunOfAnotherMachineIsToldAndIsNoDisagreement) {
  const Results a = PaperLike();
  Results b = On(kAnotherCpu, a);
  b.at(KeyOf("uniform 1.0 seed 2")).measurement.curve[3].loss += 1e-6;
  const TableComparison comparison = Compare(a, b);
  EXPECT_THAT(comparison.disagreements, IsEmpty());
  EXPECT_THAT(Find(comparison, "shared_runs").paragraphs.at(0), HasSubstr("1 different"));
  EXPECT_THAT(ComparisonMarkdown({comparison}),
              HasSubstr("| CPU | a made-up processor | " + std::string(kAnotherCpu) + " | no |"));
}

TEST_F(CompareTablesTest, AnotherCommitWithOtherBitsIsADisagreement) {
  const Results a = PaperLike();
  Results b = a;
  for (auto& [key, result] : b) {
    result.provenance.commit = "fedcba9876543210fedcba9876543210fedcba98";
    result.measurement.metrics["final_loss"] += 1e-9;
  }
  const TableComparison comparison = Compare(a, b);
  EXPECT_THAT(comparison.disagreements,
              ElementsAre(HasSubstr(std::to_string(a.size()) + " runs should be equal")));
  EXPECT_EQ(Find(comparison, "shared_runs").grid->rows.size(), 10u) << "those that differ most, and no more";
}

TEST_F(CompareTablesTest, AVerdictThatDiffersIsADisagreementThatNamesTheClaim) {
  const TableComparison comparison = Compare(PaperLike(), On(kAnotherCpu, Flat()));
  ASSERT_FALSE(comparison.disagreements.empty());
  for (const std::string& one : comparison.disagreements) EXPECT_THAT(one, HasSubstr("Claim "));
  EXPECT_THAT(comparison.disagreements.at(0), AllOf(HasSubstr(table_.claims[0].id), HasSubstr("on A and")));
  EXPECT_FALSE(DoAgree({comparison}));
  EXPECT_THAT(ComparisonJson({comparison}), HasSubstr("\"agree\": false"));
}

TEST_F(CompareTablesTest, RunsThatOneSideLacksAreListedWithTheReason) {
  const Results a = PaperLike();
  Results b = a;
  b.erase(KeyOf("uniform 1.0 seed 2"));
  const TableComparison comparison = CompareTable(
      table_, {.name = "here", .scale = scale_, .lookup = LookupIn(a)},
      {.name = "there", .scale = scale_, .lookup = LookupIn(b), .why_lacking = [](const training::Run&) {
         return "recipe changed: batch 8 -> 16";
       }});
  const Section& lacks = Find(comparison, "lacks");
  ASSERT_EQ(lacks.grid->rows.size(), 1u);
  std::vector<std::string> row;
  for (const Entry& entry : lacks.grid->rows[0]) row.push_back(entry.text);
  EXPECT_THAT(row, ElementsAre("B", "uniform", "1", "recipe changed: batch 8 -> 16", "uniform 1.0 seed 2"));
  EXPECT_THAT(comparison.page.caveats, ElementsAre(HasSubstr("B has")));
}

TEST_F(CompareTablesTest, OtherScalesShareNoRunAndAreNamed) {
  suites::Scale other = scale_;
  other.id = "other";
  other.blocks.resize(4);
  const Results a = PaperLike();
  const Results b =
      SyntheticResults(table_, other, [&](const suites::Cell& cell) { return PaperLikeSpeed(table_, cell); });
  const TableComparison comparison =
      CompareTable(table_, {.name = "here", .scale = scale_, .lookup = LookupIn(a)},
                   {.name = "there", .scale = other, .lookup = LookupIn(b)});
  EXPECT_EQ(comparison.page.title, "injection/patterns: A = here (synthetic), B = there (other)");
  std::vector<std::string> ids;
  for (const Section& section : comparison.page.sections) ids.push_back(section.id);
  EXPECT_THAT(ids, ElementsAre("agreement", "sets", "arms", "claims"));
  EXPECT_THAT(ComparisonMarkdown({comparison}), AllOf(HasSubstr("8 and 4"), HasSubstr("Welch")));
}

TEST_F(CompareTablesTest, NothingIsBlankWhateverIsMissing) {
  const Results all = PaperLike(), none = {};
  Results broken = all;
  for (auto& [key, result] : broken) {
    result.measurement.curve.clear();
    result.measurement.failure =
        training::Failure{.cause = training::FailureCause::kMethod, .message = "loss is NaN at step 20"};
  }
  for (const Results& b : std::vector<Results>{all, none, broken}) {
    const TableComparison comparison = Compare(all, b);
    for (const Section& section : comparison.page.sections) {
      if (!section.grid) continue;
      for (const auto& row : section.grid->rows) {
        ASSERT_EQ(row.size(), section.grid->columns.size()) << section.id;
        for (const Entry& entry : row) EXPECT_NE(entry.text, "") << section.id;
      }
    }
  }
}

TEST_F(CompareTablesTest, TheJsonHoldsEveryTableWithItsSections) {
  const Results results = PaperLike();
  const TableComparison comparison = Compare(results, results);
  const auto json = nlohmann::json::parse(ComparisonJson({comparison, comparison}));
  EXPECT_EQ(json.at("schema"), "comparison/1");
  EXPECT_EQ(json.at("agree"), true);
  ASSERT_EQ(json.at("tables").size(), 2u);
  const auto& table = json.at("tables").at(0);
  EXPECT_EQ(table.at("table"), "injection/patterns");
  EXPECT_EQ(table.at("disagreements").size(), 0u);
  EXPECT_EQ(table.at("sections").size(), comparison.page.sections.size());
}

}  // namespace
}  // namespace retable::reports
