#include "reports/compare_tables.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/compare_effects.h"
#include "reports/compare_sections.h"
#include "reports/joined.h"
#include "reports/json.h"
#include "reports/ledger.h"
#include "reports/markdown.h"
#include "reports/sentences.h"

namespace retable::reports {
namespace {

// Runs from machines that decide bits alike, named one by one up to so many.
constexpr std::size_t kNamed = 3;

std::vector<std::string> CaveatsOf(const std::string& side, const SetSide& set) {
  std::vector<std::string> caveats;
  const int asked = static_cast<int>(set.runs.size());
  const int measured = static_cast<int>(std::count_if(set.runs.begin(), set.runs.end(), IsMeasured));
  if (measured < asked) {
    caveats.push_back(side + " has " + Part(measured, asked) + " runs. Its verdicts are preliminary.");
  }
  if (set.scale.id == "smoke") caveats.push_back(side + " is of scale smoke, which is no evidence.");
  if (!LedgerViolations(set.runs).empty()) {
    caveats.push_back("The seed ledger of " + side + " is violated. Nothing of it is evidence.");
  }
  return caveats;
}

std::vector<std::string> Disagreements(const EffectComparison& effects, const RunComparison& runs) {
  std::vector<std::string> disagreements;
  for (const ClaimComparison& claim : effects.claims) {
    if (claim.agree) continue;
    disagreements.push_back("Claim " + claim.claim + " is " + Name(claim.a.verdict) + " on A and " +
                            Name(claim.b.verdict) + " on B.");
  }
  // They come first in the list.
  const auto end = std::find_if(runs.different.begin(), runs.different.end(),
                                [](const RunDifference& run) { return !run.is_same_machine; });
  const std::size_t count = static_cast<std::size_t>(end - runs.different.begin());
  if (count == 0) return disagreements;
  std::vector<std::string> named;
  for (std::size_t i = 0; i < std::min(count, kNamed); ++i) {
    named.push_back(runs.different[i].run + " (" + runs.different[i].parts + ")");
  }
  std::string text = Counted(static_cast<int>(count), "run") +
                     " should be equal bit for bit, being from machines that are the same, and differ: " +
                     Joined(named, ", ");
  if (count > kNamed) text += " and " + std::to_string(count - kNamed) + " more";
  disagreements.push_back(text + ".");
  return disagreements;
}

std::string AgreementText(const EffectComparison& effects, const RunComparison& runs, bool agree) {
  const auto& claims = effects.claims;
  const auto same =
      std::count_if(claims.begin(), claims.end(), [](const auto& claim) { return claim.agree; });
  std::string text = agree ? "A and B agree: " : "A and B do NOT agree: ";
  text += Part(static_cast<int>(same), static_cast<int>(claims.size())) + " verdicts are the same; ";
  if (!effects.is_paired) return text + "no run can be the same, since the scales differ.";
  if (runs.shared == 0) return text + "no run is on both sides.";
  return text + Part(runs.equal, runs.shared) + " runs that both have are equal bit for bit.";
}

Section AgreementSection(const EffectComparison& effects, const RunComparison& runs,
                         const TableComparison& comparison) {
  Section section{.id = "agreement", .title = "Do A and B agree?"};
  section.paragraphs.push_back(AgreementText(effects, runs, comparison.disagreements.empty()));
  section.items = comparison.disagreements;
  section.paragraphs.insert(section.paragraphs.end(), comparison.page.caveats.begin(),
                            comparison.page.caveats.end());
  return section;
}

Page EmptyPage(const suites::Table& table, const ComparedSet& a, const ComparedSet& b) {
  const bool is_one = a.scale.id == b.scale.id;
  const auto named = [&](const ComparedSet& set) {
    return set.name + (is_one ? "" : " (" + set.scale.id + ")");
  };
  return {.table = table.id,
          .scale = is_one ? a.scale.id : a.scale.id + "," + b.scale.id,
          .title =
              table.id + (is_one ? ", scale " + a.scale.id : "") + ": A = " + named(a) + ", B = " + named(b)};
}

nlohmann::json PageJson(const TableComparison& comparison) {
  nlohmann::json json = nlohmann::json::parse(Json(comparison.page));
  json.erase("schema");
  json["agree"] = comparison.disagreements.empty();
  json["disagreements"] = comparison.disagreements;
  return json;
}

}  // namespace

TableComparison CompareTable(const suites::Table& table, const ComparedSet& a, const ComparedSet& b) {
  const SetSide side_a{.name = a.name, .scale = a.scale, .runs = FindRuns(table, a.scale, a.lookup)};
  const SetSide side_b{.name = b.name, .scale = b.scale, .runs = FindRuns(table, b.scale, b.lookup)};
  const EffectComparison effects =
      CompareEffects(table, {.scale = a.scale, .runs = side_a.runs}, {.scale = b.scale, .runs = side_b.runs});
  const RunComparison runs = effects.is_paired
                                 ? CompareRuns(side_a.runs, side_b.runs, a.why_lacking, b.why_lacking)
                                 : RunComparison{};
  TableComparison comparison{.page = EmptyPage(table, a, b), .disagreements = Disagreements(effects, runs)};
  comparison.page.caveats = CaveatsOf("A", side_a);
  for (std::string& caveat : CaveatsOf("B", side_b)) comparison.page.caveats.push_back(std::move(caveat));
  std::vector<Section>& sections = comparison.page.sections;
  sections = {AgreementSection(effects, runs, comparison), SetsSection(side_a, side_b)};
  if (effects.is_paired) sections.push_back(SharedRunsSection(runs));
  sections.push_back(ArmsSection(table, effects));
  sections.push_back(VerdictsSection(table, effects));
  if (effects.is_paired) sections.push_back(LacksSection(runs));
  return comparison;
}

std::string ComparisonMarkdown(const std::vector<TableComparison>& tables) {
  std::vector<std::string> pages;
  for (const TableComparison& table : tables) pages.push_back(Markdown(table.page));
  return Joined(pages, "\n");
}

std::string ComparisonJson(const std::vector<TableComparison>& tables) {
  nlohmann::json json = {
      {"schema", "comparison/1"}, {"agree", DoAgree(tables)}, {"tables", nlohmann::json::array()}};
  for (const TableComparison& table : tables) json["tables"].push_back(PageJson(table));
  return json.dump(2) + "\n";
}

bool DoAgree(const std::vector<TableComparison>& tables) {
  return std::all_of(tables.begin(), tables.end(),
                     [](const TableComparison& table) { return table.disagreements.empty(); });
}

}  // namespace retable::reports
