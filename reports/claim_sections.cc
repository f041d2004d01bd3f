#include "reports/claim_sections.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/screen.h"
#include "reports/sentences.h"
#include "training/recipe.h"

namespace retable::reports {
namespace {

// What is tested, in few words: "> 0", "not 0", "within 0.50 points".
std::string Alternative(const suites::Claim& claim) {
  switch (claim.side) {
    case suites::Side::kGreater:
      return "> 0";
    case suites::Side::kTwoSided:
      return "not 0";
    case suites::Side::kEquivalent:
      return "within " + Fixed(UnitOf(claim).factor * claim.margin, UnitOf(claim).decimals) +
             UnitOf(claim).of_difference;
  }
  throw std::invalid_argument("no side");
}

Entry OtherSide(const suites::Claim& claim, const ClaimP& p, const std::string& why) {
  if (claim.side == suites::Side::kTwoSided) return Words("two-sided");
  return OrWords(p.opposite, PValueEntry, why);
}

// "11 of 12, 1 tied"; correlations and choices have no differences to count.
Entry InFavour(const suites::Claim& claim, const ClaimEvidence& evidence, const std::string& noun) {
  if (claim.correlation) return Words("over " + Counted(static_cast<int>(evidence.data.x.size()), noun));
  if (claim.choice) return Words("over " + Counted(static_cast<int>(evidence.data.chosen.size()), "choice"));
  const std::string ties = evidence.ties > 0 ? ", " + std::to_string(evidence.ties) + " tied" : "";
  return Words(Part(evidence.in_favour, static_cast<int>(evidence.data.differences.size())) + ties);
}

// Why there is no Hodges-Lehmann estimate.
std::string WhyNoCenter(const suites::Claim& claim, const std::string& why) {
  if (claim.correlation) return "a correlation has none";
  if (claim.choice) return "a choice has none";
  return claim.test == suites::Test::kBaselineNoise ? "the claim is on the mean" : why;
}

std::vector<Entry> TestRow(const suites::Claim& claim, const ClaimEvidence& evidence,
                           const std::string& noun) {
  const std::string why = WhyUndefined(claim, evidence, noun), no_center = WhyNoCenter(claim, why);
  const Unit unit = UnitOf(claim);
  return {{.text = Label(claim), .value = claim.id},
          Words(Alternative(claim)),
          Words(Name(evidence.verdict)),
          InFavour(claim, evidence, noun),
          OrWords(evidence.center.estimate, DifferenceIn(unit), no_center),
          OrWords(evidence.center.interval, IntervalIn(unit), no_center),
          OrWords(evidence.effect.estimate, DifferenceIn(unit), why),
          OrWords(evidence.effect.interval, IntervalIn(unit), why),
          claim.printed ? DifferenceEntry(unit, claim.printed->difference) : Words("no number printed"),
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

bool HasTest(const suites::Table& table, suites::Test test) {
  return std::any_of(table.claims.begin(), table.claims.end(),
                     [test](const suites::Claim& claim) { return claim.test == test; });
}

// What the tests beside the paired ones are, of those that the table has.
std::string OtherTestsText(const suites::Table& table, const std::string& noun) {
  std::string text;
  const auto add = [&](suites::Test test, const std::string& sentence) {
    if (HasTest(table, test)) text += " " + sentence;
  };
  add(suites::Test::kBaselineNoise,
      "Claims against the baseline, whose luck all " + noun +
          "s of a seed share, are tested by Student's t of the mean over " + noun +
          "s with a standard error that holds this luck, as large as baselines show it among themselves "
          "(stats/baseline_noise.h); the paired tests would take it for an effect and are not asked.");
  add(suites::Test::kPage, "Page's test counts all orders of the arms within " + noun +
                               "s; its effect is the slope for one step.");
  add(suites::Test::kSpearman, "Correlations are Spearman's over " + noun +
                                   "s, exact to 13 points and drawn past that, with Bonett and "
                                   "Wright's interval.");
  add(suites::Test::kWithinLayers,
      "Within layers, each layer's mean is taken from the ranks, and p comes from 99,999 permutations inside "
      "layers.");
  add(suites::Test::kRandomChoice,
      "Choices are compared with 99,999 draws of as many programs from the pool (stats/random_choice.h).");
  return text;
}

std::string FamilyText(const suites::Table& table, const std::string& noun) {
  return "The unit is the " + noun +
         ": seeds are averaged inside it, and arms are paired in it. Each claim's test and side "
         "stand in the table's file. p-values are exact but for Student's t and for sign flips of more than "
         "40 " +
         noun + "s, which are drawn. Holm's adjustment counts all " +
         Counted(static_cast<int>(table.claims.size()), "claim") +
         " that the table declares, on each side; alpha is " + Alphas(table) + ". A censored " + noun +
         " is the worst in rank and sign tests; two censored ones tie, and are no evidence of "
         "equivalence. Intervals are at 95 %, of a claim of equivalence at 1 - 2 alpha." +
         OtherTestsText(table, noun);
}

// The responses of one seed alone; those that are measured once a block stay.
Responses OfSeed(Responses responses, std::size_t seed) {
  for (ArmResponses& arm : responses.arms) {
    for (std::vector<Response>& runs : arm.runs) {
      if (runs.size() > 1) runs = {runs.at(seed)};
    }
  }
  return responses;
}

// The claim's mean difference over what one seed measured: "+1.63", "+1.63 (1 head censored)", "not run".
std::string InSeed(const suites::Claim& claim, const Material& material, const Responses& of_seed,
                   const std::string& noun) {
  const ClaimData data = Gather(claim, material.scale, of_seed);
  double sum = 0;
  int blocks = 0, censored = data.both_censored + data.left_out;
  for (std::size_t b = 0; b < data.blocks.size(); ++b) {
    if (std::isinf(data.differences[b]) || data.censored_ties.contains(data.blocks[b])) {
      ++censored;
      continue;
    }
    sum += data.differences[b];
    ++blocks;
  }
  const Unit unit = UnitOf(claim);
  std::string text = blocks > 0 ? DifferenceEntry(unit, sum / blocks).text : censored > 0 ? "" : "not run";
  if (censored > 0) text += (blocks > 0 ? " (" : "(") + Counted(censored, noun) + " censored)";
  return text;
}

// Whether the claim's numbers are a mean over seeds.
bool HasSeeds(const suites::Claim& claim) {
  const std::vector<suites::Term> terms = TermsOf(claim);
  return std::any_of(terms.begin(), terms.end(), [&](const suites::Term& term) {
    return suites::TrainerOf(term.response.value_or(claim.response)) == training::kLanguageModelTrainer;
  });
}

// "induction - induction_shuffled +1.63, +2.55; ...": each claim's difference in each seed, averaged over
// blocks.
std::string BySeed(const Material& material, const std::string& noun) {
  std::vector<Responses> seeds;
  for (std::size_t s = 0; s < material.responses.seeds.size(); ++s)
    seeds.push_back(OfSeed(material.responses, s));
  std::string text;
  for (const suites::Claim& claim : material.table.claims) {
    if (!HasSeeds(claim)) continue;
    text += (text.empty() ? "" : "; ") + Label(claim);
    for (std::size_t s = 0; s < seeds.size(); ++s) {
      text += (s == 0 ? " " : ", ") + InSeed(claim, material, seeds[s], noun);
    }
  }
  return text;
}

std::optional<std::string> SharedBySeeds(const Material& material, const std::string& noun) {
  const std::string by_seed = BySeed(material, noun);
  if (by_seed.empty()) return std::nullopt;
  const bool has_baseline = HasTest(material.table, suites::Test::kBaselineNoise);
  return (has_baseline ? "The other claims are differences between arms"
                       : "The claims are differences between arms and not from 0") +
         std::string(": the baselines of a seed serve all of its ") + noun +
         "s, and between two arms they cancel. What " + noun +
         "s of one seed also share stays: initial weights, batch order, and, for "
         "shuffled patterns, one derangement. So p and intervals speak of " +
         noun + "s, given these seeds. The differences seed by seed, averaged over " + noun +
         "s: " + by_seed + ".";
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

// Is what is tested what was written down before the first run? Every change since stays visible, undone or
// not.
std::string PreregistrationText(const Material& material) {
  const std::vector<suites::Preregistration>& records = material.preregistrations;
  if (records.empty()) {
    return "Not preregistered: no record of these claims stands beside the results, so they may be younger "
           "than them.";
  }
  const suites::Preregistration& first = records.front();
  const bool is_late = first.note.empty() && first.runs_asked > 0 && first.runs_before == first.runs_asked;
  std::string text = std::string(is_late ? "Recorded when all its runs were there, and so not preregistered"
                                         : "Preregistered") +
                     ": claims, arms, heads, seeds and recipe are those " + RecordText(first);
  std::string changes;
  for (std::size_t r = 1; r < records.size(); ++r) {
    changes += " Amendment " + RecordText(records[r]) + ": " +
               Listed(suites::Changes(records[r - 1], records[r])) + ".";
  }
  const auto unrecorded = suites::ChangesSince(records.back(), material.table, material.scale);
  if (!unrecorded.empty()) changes += " Not recorded: " + Listed(unrecorded) + ".";
  return changes.empty() ? text + "." : text + ", but for these CHANGES:" + changes;
}

bool HasSumsAlone(const suites::Table& table) {
  return std::all_of(table.claims.begin(), table.claims.end(),
                     [](const suites::Claim& claim) { return FormOf(claim) == Form::kSum; });
}

}  // namespace

Section ClaimsSection(const Material& material, const std::vector<std::string>& sentences) {
  Section section{.id = "claims", .title = "Claims", .items = sentences};
  section.paragraphs.push_back(PreregistrationText(material));
  return section;
}

Section TestsSection(const Material& material) {
  Section section{.id = "tests", .title = "Tests"};
  const std::string noun = BlockNoun(material.scale);
  section.paragraphs.push_back(FamilyText(material.table, noun));
  if (const auto by_seed = SharedBySeeds(material, noun)) section.paragraphs.push_back(*by_seed);
  const std::string points = IsInPoints(material.table) ? ", points" : "";
  Grid grid{.columns = {{"claim", "difference"},
                        {"alternative", "claimed"},
                        {"verdict", "verdict"},
                        {"in_favour", noun + "s in favour"},
                        {"hodges_lehmann", "Hodges-Lehmann"},
                        {"hodges_lehmann_interval", "exact interval" + points, Filter::kNone, kIntervalParts},
                        {"mean_difference", HasSumsAlone(material.table) ? "mean" : "mean, or rho"},
                        {"mean_interval", "t interval" + points, Filter::kNone, kIntervalParts},
                        {"printed", "paper"},
                        {"test", "test"},
                        {"p", "p"},
                        {"p_holm", "p Holm"},
                        {"p_other_side", "p of the other side"},
                        {"p_other_side_holm", "the same, Holm"},
                        {"fragile", "fragile"}}};
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    grid.rows.push_back(TestRow(material.table.claims[c], material.evidence.claims[c], noun));
  }
  section.grid = grid;
  return section;
}

Section SensitivitySection(const Material& material) {
  Section section{.id = "sensitivity", .title = "Sensitivity"};
  section.paragraphs.push_back(
      HasSumsAlone(material.table)
          ? "Each claim's verdict if the whole table were judged by one test. A claim is fragile where the "
            "signed-rank "
            "test, Student's t or the sign-flip test, if data and design let it be evaluated, comes to "
            "another verdict; "
            "the sign test, which weighs no sizes, stands beside them for comparison."
          : "Each claim's verdict under every test that can judge it, the others of the table being judged "
            "by that test "
            "too where it can. A claim is fragile where a test, if data and design let it be evaluated, "
            "comes to "
            "another verdict; the sign test, which weighs no sizes, stands beside them for comparison.");
  Grid grid{.columns = {{"claim", "difference"},
                        {"test", "test"},
                        {"verdict", "verdict"},
                        {"p", "p"},
                        {"p_holm", "p Holm"}}};
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    const ClaimEvidence& evidence = material.evidence.claims[c];
    const std::string why = WhyUndefined(claim, evidence, BlockNoun(material.scale));
    for (const TestEvidence& by : evidence.by_test) {
      grid.rows.push_back({{.text = Label(claim), .value = claim.id},
                           {.text = Name(by.test), .value = Id(by.test)},
                           Words(Name(by.verdict)),
                           OrWords(by.raw.p, PValueEntry, why),
                           OrWords(by.adjusted.p, PValueEntry, why)});
    }
  }
  section.grid = grid;
  return section;
}

std::optional<Section> ScreenSection(const Material& material) {
  if (material.table.screen.empty()) return std::nullopt;
  const std::string noun = BlockNoun(material.scale);
  Section section{.id = "screen", .title = "Screen of correlations"};
  section.paragraphs.push_back(
      "Spearman's rho of pairs that the table lists beside its claims, two-sided, with Bonett and Wright's "
      "interval; p "
      "is adjusted by Benjamini and Hochberg over all " +
      Counted(static_cast<int>(material.table.screen.size()), "pair") +
      ". A screen suggests what to claim next; it confirms nothing.");
  Grid grid{.columns = {{"pair", "pair"},
                        {"blocks", noun + "s"},
                        {"points", "points"},
                        {"rho", "rho"},
                        {"interval", "95 % interval", Filter::kNone, kIntervalParts},
                        {"p", "p"},
                        {"p_bh", "p Benjamini-Hochberg"}}};
  const Unit unit = {.decimals = 2, .is_signed = true};
  for (const ScreenedCorrelation& one :
       ScreenCorrelations(material.table, material.scale, material.responses)) {
    grid.rows.push_back({Words(one.label), Words(one.blocks), Count(one.points),
                         OrWords(one.rho.estimate, DifferenceIn(unit), one.why),
                         OrWords(one.rho.interval, IntervalIn(unit), one.why),
                         OrWords(one.p, PValueEntry, one.why),
                         OrWords(one.p_adjusted, PValueEntry, one.why)});
  }
  section.grid = grid;
  return section;
}

}  // namespace retable::reports
