#include "reports/claim_sections.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "reports/numbers.h"
#include "reports/sentences.h"

namespace retable::reports {
namespace {

// Why a statistic of a claim is absent.
std::string WhyUndefined(const ClaimEvidence& evidence) {
  const std::vector<double>& d = evidence.differences;
  if (d.empty()) return evidence.both_censored > 0 ? "undefined: both arms are censored" : "not run";
  if (std::any_of(d.begin(), d.end(), [](double one) { return std::isinf(one); })) {
    return "undefined: a head is censored";
  }
  if (evidence.ties == static_cast<int>(d.size())) return "undefined: no head differs";
  if (d.size() > 1 && evidence.sd && *evidence.sd == 0) return "undefined: no spread";
  return "too few heads";
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

Entry OtherSide(const suites::Claim& claim, const ClaimP& p, const std::string& why) {
  if (claim.side == suites::Side::kTwoSided) return Words("two-sided");
  return OrWords(p.opposite, PValueEntry, why);
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
          OtherSide(claim, evidence.own.raw, why),
          OtherSide(claim, evidence.own.adjusted, why),
          Words(evidence.is_fragile ? "fragile" : "no")};
}

// "0.05", or "0.05 and 0.01" where claims differ.
std::string Alphas(const suites::Table& table) {
  std::set<double> alphas;
  for (const suites::Claim& claim : table.claims) alphas.insert(claim.alpha);
  std::string text;
  for (const double alpha : alphas) text += (text.empty() ? "" : " and ") + Fixed(alpha, 2);
  return text;
}

std::string FamilyText(const suites::Table& table) {
  return "The unit is the head: seeds are averaged inside it, and arms are paired in it. Each claim's test and side "
         "stand in the table's file. p-values are exact but for Student's t and for sign flips of more than 40 heads, "
         "which are drawn. Holm's adjustment counts all " +
         Counted(static_cast<int>(table.claims.size()), "claim") + " that the table declares, on each side; alpha is " +
         Alphas(table) +
         ". A censored head is the worst in rank and sign tests; two censored ones tie, and are no evidence of "
         "equivalence. Intervals are at 95 %, of a claim of equivalence at 1 - 2 alpha.";
}

// "induction - induction_shuffled +1.63, +2.55 and so on": a claim's difference in each seed, averaged over
// heads.
std::string BySeed(const suites::Claim& claim, const Responses& responses) {
  const ArmResponses& arm = FindArm(responses, claim.arm);
  std::string text = claim.arm + " - " + claim.against;
  for (std::size_t s = 0; s < responses.seeds.size(); ++s) {
    double sum = 0;
    int heads = 0, censored = 0;
    for (std::size_t b = 0; b < responses.blocks.size(); ++b) {
      const HeadDifference one =
          claim.against == suites::kBaseline
              ? AgainstBaseline({arm.runs[b][s]})
              : PairSeeds({arm.runs[b][s]}, {FindArm(responses, claim.against).runs[b][s]});
      if (one.seeds == 0) continue;
      if (one.both_censored || !std::isfinite(one.difference)) {
        ++censored;
        continue;
      }
      sum += one.difference;
      ++heads;
    }
    text += (s == 0 ? " " : ", ") + (heads > 0 ? PointsEntry(sum / heads).text : censored > 0 ? "" : "not run");
    if (censored > 0) text += (heads > 0 ? " (" : "(") + Counted(censored, "head") + " censored)";
  }
  return text;
}

std::string SharedBySeeds(const Material& material) {
  std::string text =
      "The claims are differences between arms and not from 0: the baselines of a seed serve all of its heads, and "
      "between two arms they cancel. What heads of one seed also share stays: initial weights, batch order, and, for "
      "shuffled patterns, one derangement. So p and intervals speak of heads, given these seeds. The differences seed "
      "by seed, averaged over heads: ";
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    text += (c == 0 ? "" : "; ") + BySeed(material.table.claims[c], material.responses);
  }
  return text + ".";
}

std::string Listed(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& one : sentences) text += (text.empty() ? "" : "; ") + one;
  return text;
}

// "recorded before the first run (commit ...)", and what is not so.
std::string RecordText(const suites::Preregistration& record) {
  if (!record.note.empty()) return "of commit " + record.commit + " (" + record.note + ")";
  std::string text = "recorded at commit " + record.commit;
  return text + (record.runs_before == 0 ? " before the first run"
                                         : " when " + Part(record.runs_before, record.runs_asked) +
                                               " runs of the table were already there");
}

// Is what is tested what was written down before the first run? Every change since stays visible, undone or not.
std::string PreregistrationText(const Material& material) {
  const std::vector<suites::Preregistration>& records = material.preregistrations;
  if (records.empty()) {
    return "Not preregistered: no record of these claims stands beside the results, so they may be younger than them.";
  }
  std::string text = "Preregistered: claims, arms, heads, seeds and recipe are those " + RecordText(records.front());
  std::string changes;
  for (std::size_t r = 1; r < records.size(); ++r) {
    changes += " Amendment " + RecordText(records[r]) + ": " + Listed(suites::Changes(records[r - 1], records[r])) + ".";
  }
  const auto unrecorded = suites::ChangesSince(records.back(), material.table, material.scale);
  if (!unrecorded.empty()) changes += " Not recorded: " + Listed(unrecorded) + ".";
  return changes.empty() ? text + "." : text + ", but for these CHANGES:" + changes;
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
                        {"p_other_side", "p of the other side"},
                        {"p_other_side_holm", "the same, Holm"},
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
      "Each claim's verdict if the whole table were judged by one test. A claim is fragile where the signed-rank test, "
      "Student's t or the sign-flip test, if data and design let it be evaluated, comes to another verdict; the sign "
      "test, which weighs no sizes, stands beside them for comparison.");
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
