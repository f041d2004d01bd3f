#include "reports/responses.h"

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <tuple>

namespace retable::reports {
namespace {

// arm, block, seed, replicate
using Place = std::tuple<std::string, std::string, std::uint64_t, int>;

std::map<Place, const training::Result*> ByPlace(const std::vector<CellRun>& runs) {
  std::map<Place, const training::Result*> places;
  for (const auto& [cell, result] : runs) {
    places[{cell.arm, cell.block, cell.seed, cell.replicate}] = result ? &*result : nullptr;
  }
  return places;
}

HeadDifference Difference(const HeadResponse& arm, const HeadResponse& against, int seeds) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const bool arm_censored = arm.outcome == Outcome::kCensored;
  const bool against_censored = against.outcome == Outcome::kCensored;
  if (arm_censored && against_censored) return {.difference = 0, .seeds = seeds, .both_censored = true};
  if (arm_censored) return {.difference = -kInfinity, .seeds = seeds};
  if (against_censored) return {.difference = kInfinity, .seeds = seeds};
  return {.difference = arm.speedup - against.speedup, .seeds = seeds};
}

}  // namespace

Responses MeasureResponses(const suites::Table& table, const suites::Scale& scale,
                           const std::vector<CellRun>& runs) {
  const auto places = ByPlace(runs);
  Responses responses{.blocks = {}, .seeds = scale.seeds, .baselines = {}, .means = {}, .arms = {}};
  for (const suites::Block& block : scale.blocks) responses.blocks.push_back(block.id);
  for (const std::uint64_t seed : scale.seeds) {
    auto& replicates = responses.baselines.emplace_back();
    for (int replicate = 0; replicate < scale.baselines_per_seed; ++replicate) {
      replicates.push_back(places.at({suites::kBaseline, "", seed, replicate}));
    }
    responses.means.push_back(MeanBaseline(replicates));
  }
  for (const suites::Arm& arm : table.arms) {
    ArmResponses& of_arm = responses.arms.emplace_back(ArmResponses{.arm = arm.id, .runs = {}});
    for (const suites::Block& block : scale.blocks) {
      std::vector<Response>& of_block = of_arm.runs.emplace_back();
      for (std::size_t s = 0; s < scale.seeds.size(); ++s) {
        of_block.push_back(Speedup(responses.means[s], places.at({arm.id, block.id, scale.seeds[s], 0})));
      }
    }
  }
  return responses;
}

const ArmResponses& FindArm(const Responses& responses, const std::string& id) {
  for (const ArmResponses& arm : responses.arms) {
    if (arm.arm == id) return arm;
  }
  throw std::invalid_argument("the table has no arm '" + id + "'");
}

HeadResponse AverageSeeds(const std::vector<Response>& seeds) {
  HeadResponse head;
  double sum = 0;
  std::string missing;
  for (const Response& response : seeds) {
    if (response.outcome == Outcome::kMissing) {
      if (missing.empty()) missing = response.words;
      continue;
    }
    ++head.seeds;
    if (response.outcome == Outcome::kCensored && head.outcome != Outcome::kCensored) {
      head.outcome = Outcome::kCensored;
      head.words = response.words;
    }
    sum += response.speedup;
  }
  if (head.seeds == 0) {
    head.words = missing.empty() ? "not run" : missing;
    return head;
  }
  if (head.outcome != Outcome::kCensored) {
    head.outcome = Outcome::kReached;
    head.speedup = sum / head.seeds;
  }
  if (head.seeds < static_cast<int>(seeds.size())) {
    const std::string part = std::to_string(head.seeds) + " of " + std::to_string(seeds.size()) + " seeds";
    head.words += (head.words.empty() ? "" : "; ") + part;
  }
  return head;
}

HeadDifference PairSeeds(const std::vector<Response>& arm, const std::vector<Response>& against) {
  std::vector<Response> of_arm, of_against;
  for (std::size_t s = 0; s < arm.size(); ++s) {
    if (arm[s].outcome == Outcome::kMissing || against.at(s).outcome == Outcome::kMissing) continue;
    of_arm.push_back(arm[s]);
    of_against.push_back(against[s]);
  }
  if (of_arm.empty()) return {};
  return Difference(AverageSeeds(of_arm), AverageSeeds(of_against), static_cast<int>(of_arm.size()));
}

HeadDifference AgainstBaseline(const std::vector<Response>& arm) {
  const HeadResponse head = AverageSeeds(arm);
  if (head.seeds == 0) return {};
  return Difference(head, {.outcome = Outcome::kReached, .speedup = 0, .seeds = head.seeds, .words = ""},
                    head.seeds);
}

}  // namespace retable::reports
