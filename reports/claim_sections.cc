#include "reports/claim_sections.h"

#include <cmath>
#include <string>

#include "reports/numbers.h"
#include "reports/sentences.h"

namespace retable::reports {
namespace {

template <typename Value, typename Make>
Entry OrWords(const std::optional<Value>& value, Make make, const std::string& words) {
  return value ? make(*value) : Words(words);
}

// Why a statistic of a claim is absent.
std::string WhyUndefined(const ClaimEvidence& evidence) {
  if (evidence.differences.empty()) return "not run";
  for (const double difference : evidence.differences) {
    if (std::isinf(difference)) return "undefined: a head is censored";
  }
  if (evidence.in_favour + evidence.opposed == 0) return "undefined: no head differs";
  return evidence.differences.size() < 6 ? "too few heads" : "undefined: no spread";
}

std::vector<Entry> TestRow(const suites::Claim& claim, const ClaimEvidence& evidence) {
  const std::string why = WhyUndefined(evidence);
  const std::string ties = evidence.ties > 0 ? ", " + std::to_string(evidence.ties) + " tied" : "";
  return {{.text = claim.arm + " - " + claim.against, .value = claim.id},
          Words(Name(evidence.verdict)),
          Words(Part(evidence.in_favour, static_cast<int>(evidence.differences.size())) + ties),
          OrWords(evidence.center.estimate, PointsEntry, why),
          OrWords(evidence.center.interval, IntervalEntry, why),
          OrWords(evidence.mean.estimate, PointsEntry, why),
          OrWords(evidence.mean.interval, IntervalEntry, why),
          OrWords(claim.printed_difference, PointsEntry, "no number printed"),
          OrWords(evidence.p_signed_rank, PValueEntry, why),
          OrWords(evidence.p_sign, PValueEntry, why),
          OrWords(evidence.p_adjusted, PValueEntry, why)};
}

std::string FamilyText(const suites::Table& table) {
  const suites::Claim& claim = table.claims.front();
  const bool is_one_sided = claim.side == suites::Side::kGreater;
  return "The unit is the head: seeds are averaged inside it, and arms are paired in it. Each claim's own "
         "test is the exact " +
         Name(claim.test) + (is_one_sided ? ", one-sided as the paper's direction" : ", two-sided") +
         ", named before any run; the other test stands beside it. Holm's adjustment counts all " +
         Counted(static_cast<int>(table.claims.size()), "claim") + " that the table declares; alpha is " +
         Fixed(claim.alpha, 2) + ". A censored head is the worst in both tests; two censored ones tie.";
}

// "induction - induction_shuffled +1.63, +2.55 and so on": a claim's difference in each seed, averaged over
// heads.
std::string BySeed(const suites::Claim& claim, const Responses& responses) {
  const ArmResponses& arm = FindArm(responses, claim.arm);
  std::string text = claim.arm + " - " + claim.against;
  for (std::size_t s = 0; s < responses.seeds.size(); ++s) {
    double sum = 0;
    int heads = 0;
    for (std::size_t b = 0; b < responses.blocks.size(); ++b) {
      const HeadDifference one =
          claim.against == suites::kBaseline
              ? AgainstBaseline({arm.runs[b][s]})
              : PairSeeds({arm.runs[b][s]}, {FindArm(responses, claim.against).runs[b][s]});
      if (one.seeds == 0 || !std::isfinite(one.difference)) continue;
      sum += one.difference;
      ++heads;
    }
    text += (s == 0 ? " " : ", ") + (heads == 0 ? "not run" : PointsEntry(sum / heads).text);
  }
  return text;
}

std::string SharedBySeeds(const Material& material) {
  std::string text =
      "The claims are differences between arms and not from 0: the baselines of a seed serve all of its "
      "heads, and "
      "between two arms they cancel. What heads of one seed also share stays: initial weights, batch order, "
      "and, for "
      "shuffled patterns, one derangement. So p and intervals speak of heads, given these seeds. The "
      "differences seed "
      "by seed, averaged over heads: ";
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    text += (c == 0 ? "" : "; ") + BySeed(material.table.claims[c], material.responses);
  }
  return text + ".";
}

}  // namespace

Section ClaimsSection(const std::vector<std::string>& verdicts) {
  return {.id = "claims", .title = "Claims", .items = verdicts};
}

Section TestsSection(const Material& material) {
  Section section{.id = "tests", .title = "Tests"};
  section.paragraphs.push_back(FamilyText(material.table));
  section.paragraphs.push_back(SharedBySeeds(material));
  Grid grid{.columns = {{"claim", "difference"},
                        {"verdict", "verdict"},
                        {"in_favour", "heads in favour"},
                        {"hodges_lehmann", "Hodges-Lehmann"},
                        {"hodges_lehmann_interval", "exact interval, points"},
                        {"mean_difference", "mean"},
                        {"mean_interval", "t interval, points"},
                        {"printed", "paper"},
                        {"p_signed_rank", "p signed-rank"},
                        {"p_sign_test", "p sign test"},
                        {"p_holm", "p Holm"}}};
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    grid.rows.push_back(TestRow(material.table.claims[c], material.evidence.claims[c]));
  }
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
