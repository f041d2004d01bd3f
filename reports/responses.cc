#include "reports/responses.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <tuple>

#include "models/gpt_shape.h"

namespace retable::reports {
namespace {

using suites::Quantity;
using training::Result;

// arm, block, seed, replicate, trainer
using Place = std::tuple<std::string, std::string, std::uint64_t, int, std::string>;
using Places = std::map<Place, const Result*>;

Places ByPlace(const std::vector<CellRun>& runs) {
  Places places;
  for (const auto& [cell, result] : runs) {
    places[{cell.arm, cell.block, cell.seed, cell.replicate, cell.run.trainer}] = result ? &*result : nullptr;
  }
  return places;
}

// Every metric is a number that its run wrote; what failed has none, whoever is to blame.
Response Metric(const Result* run, const std::string& name) {
  if (run == nullptr) return {.outcome = Outcome::kMissing, .words = "not run"};
  const training::Measurement& measurement = run->measurement;
  if (measurement.failure) {
    return {.outcome = Outcome::kMissing, .words = "failed: " + measurement.failure->message};
  }
  const auto found = measurement.metrics.find(name);
  if (found == measurement.metrics.end())
    return {.outcome = Outcome::kMissing, .words = "its run measured no " + name};
  return {.outcome = Outcome::kReached, .value = found->second};
}

Response PriorWeight(const Result* run, const std::vector<models::Head>& heads) {
  double sum = 0;
  for (const models::Head& head : heads) {
    const Response one = Metric(run, "prior_weight " + models::Name(head));
    if (one.outcome != Outcome::kReached) return one;
    sum += one.value;
  }
  return {.outcome = Outcome::kReached, .value = sum / static_cast<double>(heads.size())};
}

Response Depth(const suites::Block& block) {
  if (block.heads.empty()) return {.outcome = Outcome::kMissing, .words = "it has no layer"};
  return {.outcome = Outcome::kReached, .value = static_cast<double>(block.heads.front().layer)};
}

// The scale's blocks, or the library's programs.
std::vector<suites::Block> BlocksOf(const suites::Arm& arm, const suites::Scale& scale) {
  if (arm.programs != suites::Programs::kLibrary) return scale.blocks;
  std::vector<suites::Block> programs;
  for (const auto& [name, text] : scale.programs.library) programs.push_back({.id = name, .heads = {}});
  return programs;
}

class Measurer {
 public:
  Measurer(const suites::Scale& scale, const Places& places, const std::vector<Baseline>& means)
      : scale_(scale), places_(places), means_(means) {}

  ArmResponses Measure(const suites::Arm& arm, Quantity quantity) const {
    ArmResponses responses{.arm = arm.id, .quantity = quantity};
    for (const suites::Block& block : BlocksOf(arm, scale_)) {
      responses.blocks.push_back(block.id);
      responses.runs.push_back(OfBlock(arm, quantity, block));
    }
    return responses;
  }

 private:
  std::vector<Response> OfBlock(const suites::Arm& arm, Quantity quantity, const suites::Block& block) const {
    if (quantity == Quantity::kDepth) return {Depth(block)};
    const std::string trainer = suites::TrainerOf(quantity);
    if (trainer != training::kLanguageModelTrainer) {
      return {Metric(places_.at({arm.id, block.id, scale_.teacher.seed, 0, trainer}), Id(quantity))};
    }
    std::vector<Response> seeds;
    for (std::size_t s = 0; s < scale_.seeds.size(); ++s) {
      const Result* run = places_.at({arm.id, block.id, scale_.seeds[s], 0, trainer});
      seeds.push_back(quantity == Quantity::kPriorWeight ? PriorWeight(run, block.heads)
                                                         : Speedup(means_[s], run));
    }
    return seeds;
  }

  const suites::Scale& scale_;
  const Places& places_;
  const std::vector<Baseline>& means_;
};

void AddBaselines(const suites::Scale& scale, const Places& places, Responses& responses) {
  for (const std::uint64_t seed : scale.seeds) {
    auto& replicates = responses.baselines.emplace_back();
    for (int replicate = 0; replicate < scale.baselines_per_seed; ++replicate) {
      replicates.push_back(
          places.at({suites::kBaseline, "", seed, replicate, training::kLanguageModelTrainer}));
    }
    responses.means.push_back(MeanBaseline(replicates));
  }
}

}  // namespace

bool IsTrained(const suites::Table& table) {
  return std::any_of(table.arms.begin(), table.arms.end(),
                     [](const suites::Arm& arm) { return arm.measured.training; });
}

std::vector<Quantity> QuantitiesOf(const suites::Arm& arm) {
  std::vector<Quantity> quantities;
  if (arm.measured.training) quantities.push_back(Quantity::kSpeedup);
  if (arm.measured.training && arm.is_bias) quantities.push_back(Quantity::kPriorWeight);
  if (arm.measured.replacement) quantities.push_back(Quantity::kLossIncrease);
  if (arm.measured.pattern) {
    if (arm.programs != suites::Programs::kLibrary)
      quantities.push_back(Quantity::kIou);  // there is no head to overlap
    quantities.insert(quantities.end(),
                      {Quantity::kInputDependence, Quantity::kRowEntropy, Quantity::kFirstTokenMass});
  }
  quantities.push_back(Quantity::kDepth);
  return quantities;
}

Responses MeasureResponses(const suites::Table& table, const suites::Scale& scale,
                           const std::vector<CellRun>& runs) {
  const Places places = ByPlace(runs);
  Responses responses{.blocks = {}, .seeds = scale.seeds, .baselines = {}, .means = {}, .arms = {}};
  for (const suites::Block& block : scale.blocks) responses.blocks.push_back(block.id);
  if (IsTrained(table)) AddBaselines(scale, places, responses);
  const Measurer measurer(scale, places, responses.means);
  for (const suites::Arm& arm : table.arms) {
    for (const Quantity quantity : QuantitiesOf(arm))
      responses.arms.push_back(measurer.Measure(arm, quantity));
  }
  return responses;
}

const ArmResponses& FindArm(const Responses& responses, const std::string& arm, Quantity quantity) {
  for (const ArmResponses& one : responses.arms) {
    if (one.arm == arm && one.quantity == quantity) return one;
  }
  throw std::invalid_argument("the table has no arm '" + arm + "' that measures " + Id(quantity) +
                              ": a claim can only speak of what an arm's `measured` asks for");
}

const std::vector<Response>& RunsOf(const ArmResponses& arm, const std::string& block) {
  static const std::vector<Response> kNone;
  const auto found = std::find(arm.blocks.begin(), arm.blocks.end(), block);
  return found == arm.blocks.end() ? kNone : arm.runs[found - arm.blocks.begin()];
}

BlockResponse AverageSeeds(const std::vector<Response>& seeds) {
  BlockResponse block;
  double sum = 0;
  std::string missing;
  for (const Response& response : seeds) {
    if (response.outcome == Outcome::kMissing) {
      if (missing.empty()) missing = response.words;
      continue;
    }
    ++block.seeds;
    if (response.outcome == Outcome::kCensored && block.outcome != Outcome::kCensored) {
      block.outcome = Outcome::kCensored;
      block.words = response.words;
    }
    sum += response.value;
  }
  if (block.seeds == 0) {
    block.words = missing.empty() ? "not run" : missing;
    return block;
  }
  if (block.outcome != Outcome::kCensored) {
    block.outcome = Outcome::kReached;
    block.value = sum / block.seeds;
  }
  if (block.seeds < static_cast<int>(seeds.size())) {
    const std::string part = std::to_string(block.seeds) + " of " + std::to_string(seeds.size()) + " seeds";
    block.words += (block.words.empty() ? "" : "; ") + part;
  }
  return block;
}

SharedAverage AverageSharedSeeds(const std::vector<std::vector<Response>>& arms) {
  SharedAverage average;
  std::size_t seeds = 0;
  for (const auto& arm : arms) seeds = std::max(seeds, arm.size());
  const auto at = [](const std::vector<Response>& arm, std::size_t seed) {
    return arm.empty() ? Response{} : arm[arm.size() == 1 ? 0 : seed];
  };
  std::vector<std::vector<Response>> shared(arms.size());
  for (std::size_t s = 0; s < seeds; ++s) {
    const auto is_missing = [&](const auto& arm) { return at(arm, s).outcome == Outcome::kMissing; };
    if (std::any_of(arms.begin(), arms.end(), is_missing)) continue;
    average.seeds.push_back(s);
    for (std::size_t a = 0; a < arms.size(); ++a) shared[a].push_back(at(arms[a], s));
  }
  for (const auto& arm : shared) average.arms.push_back(AverageSeeds(arm));
  return average;
}

BlockDifference WeightedSum(const std::vector<double>& weights, const std::vector<BlockResponse>& arms,
                            double reference) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double sum = 0, censored_sign = 0;
  int censored = 0;
  for (std::size_t a = 0; a < arms.size(); ++a) {
    if (arms[a].outcome == Outcome::kCensored) {
      ++censored;
      censored_sign += std::copysign(1.0, weights[a]);
    } else {
      sum += weights[a] * arms[a].value;
    }
  }
  if (censored == 0) return {.difference = sum - reference};
  if (arms.size() > 2) return {.is_left_out = true};
  if (censored_sign == 0) return {.both_censored = true};
  return {.difference = censored_sign > 0 ? -kInfinity : kInfinity};
}

}  // namespace retable::reports
