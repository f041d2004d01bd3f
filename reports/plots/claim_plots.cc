#include "reports/plots/claim_plots.h"

#include <algorithm>
#include <cmath>

#include "reports/labels.h"
#include "reports/numbers.h"
#include "reports/plots/forest.h"
#include "reports/plots/look.h"
#include "reports/plots/runs_behind.h"
#include "reports/sentences.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

// ", points" of " points".
std::string Comma(const std::string& unit) { return unit.empty() ? "" : "," + unit; }

// Of two arms beside each other, of which neither is the baseline.
bool IsOfTwoArms(const suites::Claim& claim) {
  return FormOf(claim) == Form::kSum && claim.contrast.empty() && !claim.against.empty() &&
         claim.against != suites::kBaseline;
}

std::string RowTitle(const Material& material, const suites::Claim& claim) {
  if (FormOf(claim) != Form::kSum || !claim.contrast.empty()) return Label(claim);
  const std::string arm = SeriesOf(material.table, claim.arm).title;
  if (claim.against.empty()) return Label(claim);
  return arm + " against " + SeriesOf(material.table, claim.against).title;
}

// What stands behind the claim's difference in one block; contrasts, whose many runs the section by blocks names, have
// none.
std::string RunsOfDifference(const Material& material, const RunsOfHeads& runs, const suites::Claim& claim,
                             const std::string& block) {
  if (!IsOfTwoArms(claim)) return claim.contrast.empty() ? RunsBehind(runs, claim.arm, block) : "";
  return SeriesOf(material.table, claim.arm).title + ": " +
         RunsBehindPair(runs, claim.arm, claim.against, block) + "; " +
         SeriesOf(material.table, claim.against).title + ": " +
         RunsBehindPair(runs, claim.against, claim.arm, block);
}

std::vector<HeadPoint> Points(const Material& material, const suites::Claim& claim, const ClaimData& data) {
  const RunsOfHeads runs = FindRunsOfHeads(material, claim.response);
  std::vector<HeadPoint> points;
  for (std::size_t b = 0; b < data.differences.size(); ++b) {
    const std::string& block = data.blocks[b];
    if (!std::isfinite(data.differences[b]) || data.censored_ties.contains(block)) continue;
    points.push_back({.head = block,
                      .value = data.differences[b],
                      .runs = RunsOfDifference(material, runs, claim, block)});
  }
  return points;
}

ForestRow ClaimRow(const Material& material, std::size_t c) {
  const suites::Claim& claim = material.table.claims[c];
  const ClaimEvidence& evidence = material.evidence.claims[c];
  const bool has_center = evidence.center.estimate && FormOf(claim) == Form::kSum;
  const Effect& effect = has_center ? evidence.center : evidence.effect;
  ForestRow row{.title = RowTitle(material, claim),
                .colour = claim.arm.empty() ? kReference : SeriesOf(material.table, claim.arm).colour,
                .interval = effect.interval};
  if (effect.estimate && std::isfinite(*effect.estimate)) row.estimate = effect.estimate;
  if (claim.printed) row.printed = claim.printed->difference;
  if (claim.side == suites::Side::kEquivalent) row.margin = claim.margin;
  row.heads = Points(material, claim, evidence.data);
  if (row.heads.empty() && !evidence.data.differences.empty()) row.estimate = std::nullopt;
  return row;
}

// From the arm that is compared with to the claim's arm.
struct Slope {
  std::string head;
  double from = 0;
  double to = 0;
  std::string runs_from = "";
  std::string runs_to = "";
};

// Of one head, over the seeds that both arms have, as the claim's differences are.
std::optional<Slope> SlopeOf(const std::string& head, const std::vector<Response>& from,
                             const std::vector<Response>& to) {
  const SharedAverage average = AverageSharedSeeds({from, to});
  const BlockResponse &mean_from = average.arms[0], &mean_to = average.arms[1];
  if (mean_from.outcome != Outcome::kReached || mean_to.outcome != Outcome::kReached) return std::nullopt;
  return Slope{.head = head, .from = mean_from.value, .to = mean_to.value};
}

// Of the heads that the claim ranges over.
std::vector<Slope> Slopes(const Material& material, const RunsOfHeads& runs, const suites::Claim& claim,
                          const ClaimEvidence& evidence) {
  const ArmResponses& from = FindArm(material.responses, claim.against, claim.response);
  const ArmResponses& to = FindArm(material.responses, claim.arm, claim.response);
  std::vector<Slope> slopes;
  for (const std::string& head : evidence.data.blocks) {
    auto slope = SlopeOf(head, RunsOf(from, head), RunsOf(to, head));
    if (!slope) continue;
    slope->runs_from = RunsBehindPair(runs, claim.against, claim.arm, head);
    slope->runs_to = RunsBehindPair(runs, claim.arm, claim.against, head);
    slopes.push_back(*slope);
  }
  return slopes;
}

const Series& Faster(const Slope& slope, const Series& arm, const Series& against) {
  return slope.to >= slope.from ? arm : against;
}

json EndValue(const Slope& slope, const Unit& unit, const Series& faster, const Series& side, double value,
              const std::string& runs) {
  const auto shown = [&](double one) { return Rounded(unit.factor * one, unit.decimals + 1); };
  return {{"head", slope.head},
          {"side", side.title},
          {"at", InLines(side.title)},
          {"series", faster.title},
          {"value", shown(value)},
          {"difference", shown(slope.to - slope.from)},
          {"runs", runs}};
}

std::vector<json> LineValues(const std::vector<Slope>& slopes, const Unit& unit, const Series& arm,
                             const Series& against) {
  std::vector<json> values;
  for (const Slope& slope : slopes) {
    const Series& faster = Faster(slope, arm, against);
    values.push_back(EndValue(slope, unit, faster, against, slope.from, slope.runs_from));
    values.push_back(EndValue(slope, unit, faster, arm, slope.to, slope.runs_to));
  }
  return values;
}

// A quantity in words.
struct Words {
  std::string noun;   // "head"
  std::string name;   // "speedup"
  std::string axis;   // "speedup, %"
  std::string ahead;  // what the upper end is: "faster", "higher"
};

std::string SlopesDescription(const std::vector<Slope>& slopes, std::size_t compared, const Words& words,
                              const Series& arm, const Series& against) {
  const auto drawn = static_cast<int>(slopes.size());
  const auto up = std::count_if(slopes.begin(), slopes.end(), [](const Slope& s) { return s.to > s.from; });
  std::string text = Capital(words.name) + " of each " + words.noun + " under " + against.title + " and under " + arm.title +
                     ", a line a " + words.noun + ", seeds averaged: " + Part(static_cast<int>(up), drawn) +
                     " are " + words.ahead + " under " + arm.title + ".";
  if (slopes.size() < compared) text += " " + Capital(words.noun) + "s that an arm has censored are not drawn.";
  return text;
}

json SideChannel(const Words& words, const Series& arm, const Series& against) {
  return {{"field", "at"},
          {"type", "nominal"},
          {"sort", nullptr},
          {"scale", {{"domain", {InLines(against.title), InLines(arm.title)}}, {"padding", 0.3}}},
          {"axis",
           {{"title", {"a line is a " + words.noun + ",", "in the colour of the " + words.ahead + " arm"}},
            {"labelAngle", 0},
            {"labelExpr", kLinesOfLabel}}}};
}

std::vector<json> SlopeLayers(const Words& words, const Unit& unit, const Series& arm,
                              const Series& against) {
  json points = {{"x", SideChannel(words, arm, against)},
                 {"y", Number("value", {words.axis})},
                 {"color", ColourOf({against, arm}, Legend::kNone)},
                 {"tooltip", Tooltip({{"head", words.noun},
                                      {"side", "arm"},
                                      {"value", words.axis},
                                      {"difference", "difference" + Comma(unit.of_difference)},
                                      {"runs", "runs"}})}};
  json lines = points;
  lines["detail"] = {{"field", "head"}};
  return {
      Rule("y", {0}, "no effect"),
      {{"mark", {{"type", "line"}, {"strokeWidth", 1.5}, {"opacity", 0.8}}}, {"encoding", lines}},
      {{"mark", {{"type", "point"}, {"filled", true}, {"size", 45}, {"opacity", 1}}}, {"encoding", points}}};
}

Words WordsOf(const Material& material, suites::Quantity quantity) {
  const std::string name = Name(quantity);
  return {.noun = BlockNoun(material.scale),
          .name = name,
          .axis = name + Comma(UnitOf(quantity).of_value),
          .ahead = quantity == suites::Quantity::kSpeedup ? "faster" : "higher"};
}

// Claims whose effects stand on one axis.
struct Axis {
  std::string id;      // of the figure
  std::string effect;  // what the numbers are
  Unit unit;
};

Axis AxisOf(const suites::Claim& claim) {
  const Unit unit = UnitOf(claim);
  if (claim.correlation) return {.id = "claims_rho", .effect = "rank correlation", .unit = unit};
  const suites::Quantity quantity = claim.choice ? claim.choice->quantity : claim.response;
  const std::string id = quantity == suites::Quantity::kSpeedup ? "claims" : "claims_" + Id(quantity);
  const std::string name = quantity == suites::Quantity::kSpeedup ? "speedups" : Name(quantity);
  return {.id = id, .effect = "difference of " + name, .unit = unit};
}

Forest EmptyForest(const Axis& axis) {
  const bool is_rho = axis.id == "claims_rho";
  return {.id = axis.id,
          .title =
              is_rho ? "The correlation that each claim is about" : "The difference that each claim is about",
          .sentence = is_rho ? "Rank correlation of each claim with its interval"
                             : "Hodges-Lehmann estimate of each claim's difference with its exact interval",
          .axis = axis.effect + Comma(axis.unit.of_difference),
          .unit = axis.unit.of_difference.empty() ? "" : axis.unit.of_difference.substr(1),
          .factor = axis.unit.factor,
          .decimals = axis.unit.decimals,
          .estimate = "estimate, with its interval"};
}

}  // namespace

std::vector<Plot> ForestsOfClaims(const Material& material) {
  std::vector<Forest> forests;
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const Axis axis = AxisOf(material.table.claims[c]);
    auto found =
        std::find_if(forests.begin(), forests.end(), [&](const Forest& one) { return one.id == axis.id; });
    if (found == forests.end()) found = forests.insert(forests.end(), EmptyForest(axis));
    found->rows.push_back(ClaimRow(material, c));
  }
  std::vector<Plot> plots;
  for (const Forest& forest : forests) {
    if (const auto plot = DrawForest(forest)) plots.push_back(*plot);
  }
  return plots;
}

std::vector<Plot> SlopesOfClaims(const Material& material) {
  std::vector<Plot> plots;
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    if (!IsOfTwoArms(claim)) continue;
    const ClaimEvidence& evidence = material.evidence.claims[c];
    const RunsOfHeads runs = FindRunsOfHeads(material, claim.response);
    const std::vector<Slope> slopes = Slopes(material, runs, claim, evidence);
    if (slopes.empty()) continue;
    const Series arm = SeriesOf(material.table, claim.arm), against = SeriesOf(material.table, claim.against);
    const Words words = WordsOf(material, claim.response);
    const Unit unit = UnitOf(claim);
    const std::string description =
        SlopesDescription(slopes, evidence.data.blocks.size(), words, arm, against);
    json spec = Figure(description, 260, SlopeLayers(words, unit, arm, against));
    spec["data"] = Values(LineValues(slopes, unit, arm, against));
    plots.push_back({.id = "slopes_" + claim.id,
                     .title = (words.noun == "head" ? "Head by head: " : "Block by block: ") + arm.title +
                              " against " + against.title,
                     .description = description,
                     .spec = spec});
  }
  return plots;
}

}  // namespace retable::reports::plots
