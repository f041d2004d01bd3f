#include "reports/claim_sections.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "reports/numbers.h"
#include "reports/sentences.h"

namespace retable::reports {
namespace {

// Why a statistic of a claim is absent.
std::string WhyUndefined(const ClaimEvidence& evidence) {
  if (evidence.differences.empty()) return "not run";
  for (const double difference : evidence.differences) {
    if (std::isinf(difference)) return "undefined: a head is censored";
  }
  if (evidence.ties == static_cast<int>(evidence.differences.size())) return "undefined: no head differs";
  return evidence.differences.size() < 6 ? "too few heads" : "undefined: no spread";
}

// What is tested, in few words: "> 0", "not 0", "within 0.50 points".
std::string Alternative(const suites::Claim& claim) {
  switch (claim.side) {
    case suites::Side::kGreater:
      return "> 0";
    case suites::Side::kTwoSided:
      return "not 0";
    case suites::Side::kEquivalent:
      return "within " + Fixed(100 * claim.margin, 2) + " points";
  }
  throw std::invalid_argument("no side");
}

std::vector<Entry> TestRow(const suites::Claim& claim, const ClaimEvidence& evidence) {
  const std::string why = WhyUndefined(evidence);
  const std::string ties = evidence.ties > 0 ? ", " + std::to_string(evidence.ties) + " tied" : "";
  return {{.text = claim.arm + " - " + claim.against, .value = claim.id},
          Words(Alternative(claim)),
          Words(Name(evidence.verdict)),
          Words(Part(evidence.in_favour, static_cast<int>(evidence.differences.size())) + ties),
          OrWords(evidence.center.estimate, PointsEntry, why),
          OrWords(evidence.center.interval, IntervalEntry, why),
          OrWords(evidence.mean.estimate, PointsEntry, why),
          OrWords(evidence.mean.interval, IntervalEntry, why),
          claim.printed ? PointsEntry(claim.printed->difference) : Words("no number printed"),
          {.text = Name(claim.test), .value = Id(claim.test)},
          OrWords(evidence.own.raw.p, PValueEntry, why),
          OrWords(evidence.own.adjusted.p, PValueEntry, why),
          Words(evidence.is_fragile ? "fragile" : "no")};
}

std::string FamilyText(const suites::Table& table) {
  const double alpha = table.claims.front().alpha;
  return "The unit is the head: seeds are averaged inside it, and arms are paired in it. Each claim's test "
         "and side "
         "were named before any run; p-values are exact but for Student's t. Holm's adjustment counts all " +
         Counted(static_cast<int>(table.claims.size()), "claim") + " that the table declares; alpha is " +
         Fixed(alpha, 2) +
         ". A censored head is the worst in rank and sign tests; two censored ones tie. Intervals are at 95 "
         "%, of a "
         "claim of equivalence at 1 - 2 alpha.";
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

// Are these the claims that were written down before the first run?
std::string PreregistrationText(const Material& material) {
  if (material.preregistrations.empty()) {
    return "Not preregistered: no record of these claims stands beside the results, so they may be younger "
           "than them.";
  }
  const auto changes_since = [&](const suites::Preregistration& record) {
    return suites::ChangesSince(record, material.table, material.scale);
  };
  const suites::Preregistration& first = material.preregistrations.front();
  const suites::Preregistration& last = material.preregistrations.back();
  const std::string record = first.note.empty() ? "recorded with the first run (commit " + first.commit + ")"
                                                : "of commit " + first.commit + " (" + first.note + ")";
  const std::vector<std::string> changes = changes_since(first);
  if (changes.empty()) return "Preregistered: claims, heads and seeds are those " + record + ".";
  std::string text = "CHANGED after the first run: claims, heads or seeds are not those " + record + ": ";
  for (std::size_t c = 0; c < changes.size(); ++c) text += (c == 0 ? "" : "; ") + changes[c];
  if (material.preregistrations.size() == 1 || !changes_since(last).empty()) {
    return text + ". The change was not recorded before a run.";
  }
  return text + ". The change was recorded before the runs that followed it (commit " + last.commit + ").";
}

}  // namespace

Section ClaimsSection(const Material& material, const std::vector<std::string>& sentences) {
  Section section{.id = "claims", .title = "Claims", .items = sentences};
  section.paragraphs.push_back(PreregistrationText(material));
  return section;
}

Section TestsSection(const Material& material) {
  Section section{.id = "tests", .title = "Tests"};
  section.paragraphs.push_back(FamilyText(material.table));
  section.paragraphs.push_back(SharedBySeeds(material));
  Grid grid{.columns = {{"claim", "difference"},
                        {"alternative", "claimed"},
                        {"verdict", "verdict"},
                        {"in_favour", "heads in favour"},
                        {"hodges_lehmann", "Hodges-Lehmann"},
                        {"hodges_lehmann_interval", "exact interval, points", Filter::kNone, kIntervalParts},
                        {"mean_difference", "mean"},
                        {"mean_interval", "t interval, points", Filter::kNone, kIntervalParts},
                        {"printed", "paper"},
                        {"test", "test"},
                        {"p", "p"},
                        {"p_holm", "p Holm"},
                        {"fragile", "fragile"}}};
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    grid.rows.push_back(TestRow(material.table.claims[c], material.evidence.claims[c]));
  }
  section.grid = grid;
  return section;
}

Section SensitivitySection(const Material& material) {
  Section section{.id = "sensitivity", .title = "Sensitivity"};
  section.paragraphs.push_back(
      "Each claim's verdict if the whole table were judged by one test. A claim is fragile where the "
      "signed-rank test, "
      "Student's t or the sign-flip test, if the data define it, does not agree with its verdict; the sign "
      "test, which "
      "weighs no sizes, stands beside them for comparison.");
  Grid grid{.columns = {{"claim", "difference"},
                        {"test", "test"},
                        {"verdict", "verdict"},
                        {"p", "p"},
                        {"p_holm", "p Holm"}}};
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    const ClaimEvidence& evidence = material.evidence.claims[c];
    const std::string why = WhyUndefined(evidence);
    for (const TestEvidence& by : evidence.by_test) {
      grid.rows.push_back({{.text = claim.arm + " - " + claim.against, .value = claim.id},
                           {.text = Name(by.test), .value = Id(by.test)},
                           Words(Name(by.verdict)),
                           OrWords(by.raw.p, PValueEntry, why),
                           OrWords(by.adjusted.p, PValueEntry, why)});
    }
  }
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
