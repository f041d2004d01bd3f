#include "reports/page.h"

#include "reports/arm_sections.h"
#include "reports/claim_sections.h"
#include "reports/ledger.h"
#include "reports/numbers.h"
#include "reports/plots.h"
#include "reports/provenance.h"
#include "reports/run_sections.h"
#include "reports/sentences.h"
#include "suites/supplied.h"

namespace retable::reports {
namespace {

// Said on top of the page and by every format that shows only a part of it.
std::vector<std::string> Caveats(const Material& material, const std::vector<std::string>& violations) {
  std::vector<std::string> caveats;
  const int asked = static_cast<int>(material.runs.size());
  if (material.stored < asked) {
    caveats.push_back("Runs stored: " + Part(material.stored, asked) + ". Every verdict is preliminary.");
  }
  if (material.scale.id == "smoke") {
    caveats.push_back("Scale smoke tests the wiring. Nothing here is evidence.");
  }
  if (!violations.empty()) caveats.push_back("The seed ledger is violated. Nothing here is evidence.");
  return caveats;
}

Section QuestionSection(const Material& material, const std::vector<std::string>& caveats) {
  const suites::Table& table = material.table;
  const int asked = static_cast<int>(material.runs.size());
  Section section{.id = "question", .title = table.title};
  section.paragraphs.push_back(table.question);
  section.paragraphs.push_back("Source: " + table.source.paper + ", " + table.source.title + "; " +
                               table.source.locator + ".");
  if (material.stored == asked) section.paragraphs.push_back("Runs stored: " + Part(asked, asked) + ".");
  section.paragraphs.insert(section.paragraphs.end(), caveats.begin(), caveats.end());
  return section;
}

Section NoiseSection(const Material& material) {
  Section section{
      .id = "noise", .title = "Baselines and A/A noise", .paragraphs = {NoiseText(material.noise)}};
  for (std::size_t s = 0; s < material.responses.seeds.size(); ++s) {
    const Baseline& baseline = material.responses.means[s];
    std::string text = "Seed " + std::to_string(material.responses.seeds[s]) + ": ";
    if (baseline.undefined.empty()) {
      text += Part(baseline.replicates, material.scale.baselines_per_seed) +
              " baselines, mean steps to each threshold";
      for (const double steps : baseline.steps) text += " " + Fixed(steps, 1);
    } else {
      text += "no speedup is defined, because " + baseline.undefined;
    }
    section.items.push_back(text + ".");
  }
  return section;
}

Section LedgerSection(const std::vector<std::string>& violations, bool is_trained) {
  const std::string good =
      !is_trained
          ? "Checked: all runs are of one trained model."
          : "Checked: runs of one seed share their initial weights and data order (the baseline's further "
            "replicates have other "
            "orders); seeds share neither; no two runs end with the same weights; all runs have the same "
            "thresholds.";
  Section section{.id = "ledger", .title = "Seed ledger", .items = violations};
  section.paragraphs.push_back(violations.empty()
                                   ? good
                                   : "ERROR: the comparison is not what the table says, and nothing above "
                                     "is evidence.");
  return section;
}

// In the order of the page. What trains nothing has neither curves nor baselines, and its seeds decide
// nothing.
std::vector<Section> Sections(const Material& material, const std::vector<std::string>& sentences,
                              const Report& report) {
  std::vector<Section> sections;
  const auto add = [&](std::optional<Section> section) {
    if (section) sections.push_back(std::move(*section));
  };
  const bool is_trained = IsTrained(material.table);
  add(QuestionSection(material, report.page.caveats));
  add(ClaimsSection(material, sentences));
  add(TableSection(material));
  add(HeadsSection(material));
  add(MeasuresSection(material));
  if (is_trained) add(CurvesSection(material));
  add(TestsSection(material));
  add(SensitivitySection(material));
  add(ScreenSection(material));
  if (is_trained) add(NoiseSection(material));
  add(LedgerSection(report.violations, is_trained));
  add(MeasuredBlocksSection(material));
  add(RunsSection(material));
  add(Section{
      .id = "departures", .title = "How this departs from the paper", .items = material.scale.departures});
  add(Section{
      .id = "provenance", .title = "Provenance", .grid = ProvenanceGrid(material.scale, material.runs)});
  add(Section{.id = "reproduce",
              .title = "To reproduce",
              .command = suites::CommandOf(material.table, material.scale.id)});
  return sections;
}

}  // namespace

Report MakeReport(const suites::Table& table, const suites::Scale& scale, const Lookup& lookup,
                  const std::vector<suites::Preregistration>& preregistrations) {
  const std::vector<CellRun> runs = FindRuns(table, scale, lookup);
  const Responses responses = MeasureResponses(table, scale, runs);
  const Evidence evidence = Weigh(table, scale, responses);
  const std::optional<Noise> noise = BaselineNoise(responses.baselines);
  Report report;
  for (const CellRun& run : runs) report.stored += IsMeasured(run);
  report.violations = LedgerViolations(runs);
  std::vector<std::string> sentences;
  for (std::size_t c = 0; c < table.claims.size(); ++c) {
    sentences.push_back(ClaimSentence(table, scale, table.claims[c], evidence.claims[c]));
    report.claims.push_back({table.claims[c].id, evidence.claims[c].verdict, sentences.back()});
  }
  const Material material{table, scale, runs, responses, evidence, noise, preregistrations, report.stored};
  report.page = {.table = table.id, .scale = scale.id, .title = table.id + ", scale " + scale.id};
  report.page.caveats = Caveats(material, report.violations);
  report.page.sections = Sections(material, sentences, report);
  AddPlots(material, report.page);
  return report;
}

}  // namespace retable::reports
