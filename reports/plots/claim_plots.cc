#include "reports/plots/claim_plots.h"

#include <algorithm>
#include <cmath>

#include "reports/numbers.h"
#include "reports/plots/forest.h"
#include "reports/plots/look.h"
#include "reports/plots/runs_behind.h"
#include "reports/sentences.h"

namespace retable::reports::plots {
namespace {

using nlohmann::json;

// Whether both arms have the head censored: a tie for a rank test, and no measured difference.
bool IsTieOfCensored(const Material& material, const suites::Claim& claim, const std::string& block,
                     double difference) {
  const std::vector<std::string>& blocks = material.responses.blocks;
  const auto place = std::find(blocks.begin(), blocks.end(), block) - blocks.begin();
  return difference == 0 &&
         AverageSeeds(FindArm(material.responses, claim.arm).runs[place]).outcome == Outcome::kCensored;
}

// Of both arms of a difference; of the baseline, which has no heads, none.
std::string RunsOfDifference(const RunsOfHeads& runs, const suites::Claim& claim, const Series& arm,
                             const Series& against, const std::string& block) {
  if (claim.against == suites::kBaseline) return RunsBehind(runs, claim.arm, block);
  return arm.title + ": " + RunsBehindPair(runs, claim.arm, claim.against, block) + "; " + against.title +
         ": " + RunsBehindPair(runs, claim.against, claim.arm, block);
}

ForestRow ClaimRow(const Material& material, const RunsOfHeads& runs, std::size_t c) {
  const suites::Claim& claim = material.table.claims[c];
  const ClaimEvidence& evidence = material.evidence.claims[c];
  const Series arm = SeriesOf(material.table, claim.arm);
  const Series against = SeriesOf(material.table, claim.against);
  ForestRow row{.title = arm.title + " against " + against.title,
                .colour = arm.colour,
                .interval = evidence.center.interval};
  if (evidence.center.estimate && std::isfinite(*evidence.center.estimate))
    row.estimate = evidence.center.estimate;
  if (claim.printed) row.printed = claim.printed->difference;
  if (claim.side == suites::Side::kEquivalent) row.margin = claim.margin;
  for (std::size_t b = 0; b < evidence.blocks.size(); ++b) {
    const double difference = evidence.differences[b];
    if (!std::isfinite(difference) || IsTieOfCensored(material, claim, evidence.blocks[b], difference))
      continue;
    row.heads.push_back({.head = evidence.blocks[b],
                         .value = difference,
                         .runs = RunsOfDifference(runs, claim, arm, against, evidence.blocks[b])});
  }
  if (row.heads.empty()) row.estimate = std::nullopt;
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

// Of one head, over the seeds that both arms have, as the claim's differences are (responses.h, PairSeeds).
std::optional<Slope> SlopeOf(const std::string& head, const std::vector<Response>& from,
                             const std::vector<Response>& to) {
  std::vector<Response> of_from, of_to;
  for (std::size_t s = 0; s < to.size(); ++s) {
    if (from[s].outcome == Outcome::kMissing || to[s].outcome == Outcome::kMissing) continue;
    of_from.push_back(from[s]);
    of_to.push_back(to[s]);
  }
  const HeadResponse mean_from = AverageSeeds(of_from), mean_to = AverageSeeds(of_to);
  if (mean_from.outcome != Outcome::kReached || mean_to.outcome != Outcome::kReached) return std::nullopt;
  return Slope{.head = head, .from = mean_from.speedup, .to = mean_to.speedup};
}

// Of the heads that the claim ranges over.
std::vector<Slope> Slopes(const Material& material, const RunsOfHeads& runs, const suites::Claim& claim,
                          const ClaimEvidence& evidence) {
  const ArmResponses& from = FindArm(material.responses, claim.against);
  const ArmResponses& to = FindArm(material.responses, claim.arm);
  std::vector<Slope> slopes;
  for (std::size_t b = 0; b < material.responses.blocks.size(); ++b) {
    const std::string& head = material.responses.blocks[b];
    if (std::find(evidence.blocks.begin(), evidence.blocks.end(), head) == evidence.blocks.end()) continue;
    auto slope = SlopeOf(head, from.runs[b], to.runs[b]);
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

json EndValue(const Slope& slope, const Series& faster, const Series& side, double speedup,
              const std::string& runs) {
  return {{"head", slope.head},
          {"side", side.title},
          {"at", InLines(side.title)},
          {"series", faster.title},
          {"speedup", InPercent(speedup)},
          {"difference", InPercent(slope.to - slope.from)},
          {"runs", runs}};
}

std::vector<json> LineValues(const std::vector<Slope>& slopes, const Series& arm, const Series& against) {
  std::vector<json> values;
  for (const Slope& slope : slopes) {
    const Series& faster = Faster(slope, arm, against);
    values.push_back(EndValue(slope, faster, against, slope.from, slope.runs_from));
    values.push_back(EndValue(slope, faster, arm, slope.to, slope.runs_to));
  }
  return values;
}

std::string SlopesDescription(const std::vector<Slope>& slopes, std::size_t compared, const Series& arm,
                              const Series& against) {
  const auto drawn = static_cast<int>(slopes.size());
  const auto up = std::count_if(slopes.begin(), slopes.end(), [](const Slope& s) { return s.to > s.from; });
  std::string text = "Speedup of each head under " + against.title + " and under " + arm.title +
                     ", a line a head, seeds averaged: " + Part(static_cast<int>(up), drawn) +
                     " are faster under " + arm.title + ".";
  if (slopes.size() < compared) text += " Heads that an arm has censored are not drawn.";
  return text;
}

json SideChannel(const Series& arm, const Series& against) {
  return {{"field", "at"},
          {"type", "nominal"},
          {"sort", nullptr},
          {"scale", {{"domain", {InLines(against.title), InLines(arm.title)}}, {"padding", 0.3}}},
          {"axis",
           {{"title", {"a line is a head,", "in the colour of the faster arm"}},
            {"labelAngle", 0},
            {"labelExpr", kLinesOfLabel}}}};
}

std::vector<json> SlopeLayers(const Series& arm, const Series& against) {
  json points = {{"x", SideChannel(arm, against)},
                 {"y", Number("speedup", {"speedup, %"})},
                 {"color", ColourOf({against, arm}, Legend::kNone)},
                 {"tooltip", Tooltip({{"head", "head"},
                                      {"side", "arm"},
                                      {"speedup", "speedup, %"},
                                      {"difference", "difference, points"},
                                      {"runs", "runs"}})}};
  json lines = points;
  lines["detail"] = {{"field", "head"}};
  return {
      Rule("y", {0}, "no effect"),
      {{"mark", {{"type", "line"}, {"strokeWidth", 1.5}, {"opacity", 0.8}}}, {"encoding", lines}},
      {{"mark", {{"type", "point"}, {"filled", true}, {"size", 45}, {"opacity", 1}}}, {"encoding", points}}};
}

}  // namespace

std::optional<Plot> ForestOfClaims(const Material& material) {
  Forest forest{.id = "claims",
                .title = "The difference that each claim is about",
                .sentence = "Hodges-Lehmann estimate of each claim's difference with its exact interval",
                .axis = "difference of speedups, points",
                .unit = "points",
                .estimate = "estimate, with its interval"};
  const RunsOfHeads runs = FindRunsOfHeads(material);
  for (std::size_t c = 0; c < material.table.claims.size(); ++c)
    forest.rows.push_back(ClaimRow(material, runs, c));
  return DrawForest(forest);
}

std::vector<Plot> SlopesOfClaims(const Material& material) {
  const RunsOfHeads runs = FindRunsOfHeads(material);
  std::vector<Plot> plots;
  for (std::size_t c = 0; c < material.table.claims.size(); ++c) {
    const suites::Claim& claim = material.table.claims[c];
    if (claim.against == suites::kBaseline) continue;
    const ClaimEvidence& evidence = material.evidence.claims[c];
    const std::vector<Slope> slopes = Slopes(material, runs, claim, evidence);
    if (slopes.empty()) continue;
    const Series arm = SeriesOf(material.table, claim.arm), against = SeriesOf(material.table, claim.against);
    const std::string description = SlopesDescription(slopes, evidence.blocks.size(), arm, against);
    json spec = Figure(description, 260, SlopeLayers(arm, against));
    spec["data"] = Values(LineValues(slopes, arm, against));
    plots.push_back({.id = "slopes_" + claim.id,
                     .title = "Head by head: " + arm.title + " against " + against.title,
                     .description = description,
                     .spec = spec});
  }
  return plots;
}

}  // namespace retable::reports::plots
