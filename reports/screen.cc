#include "reports/screen.h"

#include "reports/claim_data.h"
#include "reports/claim_p.h"
#include "reports/evidence.h"
#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/sentences.h"
#include "stats/multiplicity.h"

namespace retable::reports {
namespace {

suites::Claim AsClaim(const suites::Correlation& correlation) {
  return {.id = "screen",
          .statement = "",
          .locator = "",
          .test = suites::Test::kSpearman,
          .side = suites::Side::kTwoSided,
          .correlation = correlation};
}

std::string BlocksText(const suites::Correlation& correlation) {
  if (!correlation.sink) return "all";
  return "first-token mass of " + *correlation.sink + " below " + Fixed(correlation.sink_below, 2);
}

void Adjust(std::vector<ScreenedCorrelation>& screened) {
  std::vector<double> given;
  for (const ScreenedCorrelation& one : screened) {
    if (one.p) given.push_back(*one.p);
  }
  if (given.empty()) return;
  const std::vector<double> adjusted = stats::BenjaminiHochberg(given, screened.size());
  std::size_t next = 0;
  for (ScreenedCorrelation& one : screened) {
    if (one.p) one.p_adjusted = adjusted[next++];
  }
}

}  // namespace

std::vector<ScreenedCorrelation> ScreenCorrelations(const suites::Table& table, const suites::Scale& scale,
                                                    const Responses& responses) {
  std::vector<ScreenedCorrelation> screened;
  for (const suites::Correlation& correlation : table.screen) {
    const suites::Claim claim = AsClaim(correlation);
    const ClaimEvidence evidence = {.claim = claim.id, .data = Gather(claim, scale, responses), .own = {}};
    screened.push_back({.label = Label(claim),
                        .blocks = BlocksText(correlation),
                        .points = static_cast<int>(evidence.data.x.size()),
                        .rho = EffectOf(claim, evidence.data),
                        .p = PValues(claim, claim.test, evidence.data).p,
                        .why = WhyUndefined(claim, evidence, BlockNoun(scale))});
  }
  Adjust(screened);
  return screened;
}

}  // namespace retable::reports
