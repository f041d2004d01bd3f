#include "reports/plots.h"

#include <algorithm>
#include <stdexcept>

#include "reports/plots/arm_plots.h"
#include "reports/plots/claim_plots.h"
#include "reports/plots/correlations.h"
#include "reports/plots/curves.h"
#include "reports/plots/gains.h"
#include "reports/plots/ladders.h"
#include "reports/plots/profile.h"

namespace retable::reports {
namespace {

std::vector<Plot>& PlotsOf(Page& page, const std::string& section) {
  const auto found = std::find_if(page.sections.begin(), page.sections.end(),
                                  [&](const Section& one) { return one.id == section; });
  if (found == page.sections.end())
    throw std::logic_error("the page has no section '" + section + "' for its figures");
  return found->plots;
}

void Add(const std::optional<Plot>& plot, std::vector<Plot>& plots) {
  if (plot) plots.push_back(*plot);
}

}  // namespace

Section CurvesSection(const Material& material) {
  Section section{.id = "curves", .title = "Learning curves"};
  Add(plots::LearningCurves(material), section.plots);
  Add(plots::CurvesLessBaseline(material), section.plots);
  Add(plots::StepsProfile(material), section.plots);
  section.paragraphs.push_back(
      section.plots.empty()
          ? "No run has a curve yet."
          : "A run stops at the evaluation that crosses its last threshold; a line ends where "
            "the first of its runs does.");
  return section;
}

void AddPlots(const Material& material, Page& page) {
  Add(plots::ForestOfArms(material), PlotsOf(page, "table"));
  Add(plots::ResponseByDepth(material), PlotsOf(page, "heads"));
  std::vector<Plot>& tests = PlotsOf(page, "tests");
  for (const Plot& plot : plots::ForestsOfClaims(material)) tests.push_back(plot);
  Add(plots::GainsByInputDependence(material), tests);
  for (const Plot& plot : plots::SlopesOfClaims(material)) tests.push_back(plot);
  for (const Plot& plot : plots::CurvesOfLadders(material)) tests.push_back(plot);
  for (const Plot& plot : plots::ScattersOfCorrelations(material)) tests.push_back(plot);
}

}  // namespace retable::reports
