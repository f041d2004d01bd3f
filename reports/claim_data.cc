#include "reports/claim_data.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>

namespace retable::reports {
namespace {

using suites::Claim;
using suites::Quantity;

using Arms = std::vector<const ArmResponses*>;

SharedAverage InBlock(const Arms& arms, const std::string& block) {
  std::vector<std::vector<Response>> runs;
  for (const ArmResponses* arm : arms) runs.push_back(RunsOf(*arm, block));
  return AverageSharedSeeds(runs);
}

// Of the arms that are measured seed by seed; else one.
int PlannedSeeds(const Arms& arms) {
  std::size_t seeds = 1;
  for (const ArmResponses* arm : arms) {
    if (!arm->runs.empty()) seeds = std::max(seeds, arm->runs.front().size());
  }
  return static_cast<int>(seeds);
}

bool HasCensored(const SharedAverage& average) {
  return std::any_of(average.arms.begin(), average.arms.end(),
                     [](const BlockResponse& arm) { return arm.outcome == Outcome::kCensored; });
}

// A weighted sum of arms, block by block.
class SumGatherer {
 public:
  SumGatherer(const Claim& claim, const Responses& responses) : claim_(claim) {
    for (const suites::Term& term : TermsOf(claim)) {
      terms_.push_back(&FindArm(responses, term.arm, term.response.value_or(claim.response)));
      weights_.push_back(term.weight);
    }
    for (const std::string& arm : claim.ladder) ladder_.push_back(&FindArm(responses, arm, claim.response));
  }

  int planned_seeds() const { return PlannedSeeds(terms_); }
  double weight() const { return std::accumulate(weights_.begin(), weights_.end(), 0.0); }

  // The places of the seeds that the block's difference is a mean of; none where the block does not count.
  std::vector<std::size_t> Add(const std::string& block, ClaimData& data) const {
    const SharedAverage average = InBlock(ladder_.empty() ? terms_ : WithLadder(), block);
    if (average.seeds.empty()) return {};
    if (ladder_.size() > 2 && HasCensored(average)) {
      ++data.left_out;
      return {};
    }
    const std::vector<BlockResponse> terms(average.arms.begin(), average.arms.begin() + terms_.size());
    const BlockDifference difference = WeightedSum(weights_, terms, claim_.reference);
    const bool is_tie_of_none = difference.both_censored && claim_.side == suites::Side::kEquivalent;
    data.left_out += difference.is_left_out;
    data.both_censored += is_tie_of_none;
    if (difference.is_left_out || is_tie_of_none) return {};
    data.differences.push_back(difference.difference);
    if (difference.both_censored) data.censored_ties.insert(block);
    if (!ladder_.empty()) AddRungs(average, data);
    return average.seeds;
  }

 private:
  // The terms, and after them the arms of the ladder: the middle one is in no slope.
  Arms WithLadder() const {
    Arms arms = terms_;
    arms.insert(arms.end(), ladder_.begin(), ladder_.end());
    return arms;
  }

  void AddRungs(const SharedAverage& average, ClaimData& data) const {
    std::vector<double>& rungs = data.rungs.emplace_back();
    for (std::size_t a = terms_.size(); a < average.arms.size(); ++a) {
      const bool is_censored = average.arms[a].outcome == Outcome::kCensored;
      rungs.push_back(is_censored ? -std::numeric_limits<double>::infinity() : average.arms[a].value);
    }
  }

  const Claim& claim_;
  Arms terms_;
  std::vector<double> weights_;
  Arms ladder_;
};

// The speedup of each baseline against the mean of all of its seed.
std::vector<double> LuckOf(const Responses& responses, std::size_t seed, double weight) {
  std::vector<double> luck;
  for (const training::Result* baseline : responses.baselines[seed]) {
    const Response response = Speedup(responses.means[seed], baseline);
    if (response.outcome == Outcome::kReached) luck.push_back(weight * response.value);
  }
  return luck;
}

// seeds_of_blocks: the places of the seeds that each block's difference is a mean of.
std::vector<stats::SeedBaselines> Luck(const Responses& responses, double weight,
                                       const std::vector<std::vector<std::size_t>>& seeds_of_blocks) {
  std::vector<stats::SeedBaselines> luck;
  for (std::size_t seed = 0; seed < responses.baselines.size(); ++seed) {
    stats::SeedBaselines& one = luck.emplace_back();
    one.values = LuckOf(responses, seed, weight);
    for (const std::vector<std::size_t>& seeds : seeds_of_blocks) {
      if (std::find(seeds.begin(), seeds.end(), seed) == seeds.end()) continue;
      one.share += 1.0 / static_cast<double>(seeds.size() * seeds_of_blocks.size());
    }
  }
  // A seed that no block has tells of luck all the same, if it has baselines.
  std::erase_if(luck,
                [](const stats::SeedBaselines& seed) { return seed.values.empty() && seed.share == 0; });
  return luck;
}

ClaimData GatherSum(const Claim& claim, const std::vector<std::string>& ranged, const Responses& responses) {
  ClaimData data;
  const SumGatherer gatherer(claim, responses);
  std::vector<std::vector<std::size_t>> seeds_of_blocks;
  for (const std::string& block : ranged) {
    data.planned_pairs += gatherer.planned_seeds();
    const std::vector<std::size_t> seeds = gatherer.Add(block, data);
    if (seeds.empty()) continue;
    data.blocks.push_back(block);
    data.pairs += static_cast<int>(seeds.size());
    seeds_of_blocks.push_back(seeds);
  }
  if (claim.test == suites::Test::kBaselineNoise)
    data.luck = Luck(responses, gatherer.weight(), seeds_of_blocks);
  return data;
}

double Ranked(const BlockResponse& response) {
  return response.outcome == Outcome::kCensored ? -std::numeric_limits<double>::infinity() : response.value;
}

enum class Sink { kFree, kHeavy, kNotMeasured };

Sink SinkOf(const suites::Correlation& correlation, const Responses& responses, const std::string& block) {
  if (!correlation.sink) return Sink::kFree;
  const ArmResponses& sink = FindArm(responses, *correlation.sink, Quantity::kFirstTokenMass);
  const BlockResponse mass = AverageSeeds(RunsOf(sink, block));
  if (mass.outcome != Outcome::kReached) return Sink::kNotMeasured;
  return mass.value < correlation.sink_below ? Sink::kFree : Sink::kHeavy;
}

// 0 of a block that is no head of the scale.
int LayerOf(const suites::Scale& scale, const std::string& id) {
  for (const suites::Block& block : scale.blocks) {
    if (block.id == id && !block.heads.empty()) return block.heads.front().layer;
  }
  return 0;
}

ClaimData GatherCorrelation(const Claim& claim, const suites::Scale& scale, const Responses& responses) {
  ClaimData data;
  const suites::Correlation& correlation = *claim.correlation;
  const Arms arms = {&FindArm(responses, correlation.x.arm, correlation.x.quantity),
                     &FindArm(responses, correlation.y.arm, correlation.y.quantity)};
  for (const std::string& block : BlocksOf(claim, scale)) {
    const Sink sink = SinkOf(correlation, responses, block);
    data.with_sink += sink == Sink::kHeavy;
    if (sink == Sink::kHeavy) continue;
    data.planned_pairs += PlannedSeeds(arms);
    const SharedAverage average = InBlock(arms, block);
    if (sink == Sink::kNotMeasured || average.seeds.empty()) continue;
    data.blocks.push_back(block);
    data.x.push_back(Ranked(average.arms[0]));
    data.y.push_back(Ranked(average.arms[1]));
    data.layers.push_back(LayerOf(scale, block));
    data.pairs += static_cast<int>(average.seeds.size());
  }
  return data;
}

ClaimData GatherChoice(const Claim& claim, const std::vector<std::string>& ranged,
                       const Responses& responses) {
  ClaimData data;
  const ArmResponses& arm = FindArm(responses, claim.arm, claim.choice->quantity);
  const ArmResponses& pool = FindArm(responses, claim.choice->pool, claim.choice->quantity);
  for (const std::string& block : ranged) {
    const BlockResponse chosen = AverageSeeds(RunsOf(arm, block));
    ++data.planned_pairs;
    if (chosen.outcome != Outcome::kReached) continue;
    ++data.pairs;
    data.blocks.push_back(block);
    data.chosen.push_back(chosen.value);
  }
  for (const std::vector<Response>& program : pool.runs) {
    const BlockResponse one = AverageSeeds(program);
    ++data.planned_pairs;
    if (one.outcome != Outcome::kReached) continue;
    ++data.pairs;
    data.pool.push_back(one.value);
  }
  if (data.pool.empty()) data.blocks.clear();  // as if not run: there is nothing to choose from
  return data;
}

}  // namespace

Form FormOf(const Claim& claim) {
  if (claim.correlation) return Form::kCorrelation;
  if (claim.choice) return Form::kChoice;
  return claim.ladder.empty() ? Form::kSum : Form::kLadder;
}

ClaimData Gather(const Claim& claim, const suites::Scale& scale, const Responses& responses) {
  const std::vector<std::string> ranged = BlocksOf(claim, scale);
  switch (FormOf(claim)) {
    case Form::kCorrelation:
      return GatherCorrelation(claim, scale, responses);
    case Form::kChoice:
      return GatherChoice(claim, ranged, responses);
    default:
      return GatherSum(claim, ranged, responses);
  }
}

}  // namespace retable::reports
