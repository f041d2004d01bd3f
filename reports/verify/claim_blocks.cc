#include "reports/verify/claim_blocks.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace retable::reports::verify {
namespace {

using suites::Claim;
using suites::Quantity;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using Seeds = std::vector<Value>;

// Arms in one block, over the seeds that all have.
struct Shared {
  std::vector<Value> arms;
  std::vector<std::size_t> seeds;
};

// What is measured once a block serves every seed.
const Value& At(const Seeds& arm, std::size_t seed) { return arm.size() == 1 ? arm[0] : arm[seed]; }

Shared Share(const std::vector<Seeds>& arms) {
  Shared shared;
  std::size_t seeds = 0;
  for (const Seeds& arm : arms) {
    if (arm.empty()) return shared;
    seeds = std::max(seeds, arm.size());
  }
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    const bool has_all = std::all_of(arms.begin(), arms.end(), [seed](const Seeds& arm) {
      return At(arm, seed).state != State::kMissing;
    });
    if (has_all) shared.seeds.push_back(seed);
  }
  for (const Seeds& arm : arms) {
    Seeds kept;
    for (const std::size_t seed : shared.seeds) kept.push_back(At(arm, seed));
    shared.arms.push_back(MeanOf(kept));
  }
  return shared;
}

bool IsCensored(const Value& value) { return value.state == State::kCensored; }

double Ranked(const Value& value) { return IsCensored(value) ? -kInfinity : value.number; }

// The arms of a claim that is a weighted sum, or a ladder.
struct Part {
  std::string arm;
  Quantity quantity;
  double weight;
};

// Terms first, then the ladder's arms at weight 0, since the middle one is in no slope.
std::vector<Part> PartsOf(const Claim& claim) {
  std::vector<Part> parts;
  const double middle = (static_cast<double>(claim.ladder.size()) - 1) / 2;
  double squares = 0;
  for (std::size_t i = 0; i < claim.ladder.size(); ++i)
    squares += std::pow(static_cast<double>(i) - middle, 2);
  for (std::size_t i = 0; i < claim.ladder.size(); ++i)
    parts.push_back({claim.ladder[i], claim.response, (static_cast<double>(i) - middle) / squares});
  if (!parts.empty()) return parts;
  for (const suites::Term& term : claim.contrast)
    parts.push_back({term.arm, term.response.value_or(claim.response), term.weight});
  if (parts.empty()) parts = {{claim.arm, claim.response, 1}, {claim.against, claim.response, -1}};
  // Against the baseline a response is 0 by definition.
  std::erase_if(parts, [](const Part& part) { return part.arm.empty() || part.arm == suites::kBaseline; });
  return parts;
}

class Gatherer {
 public:
  Gatherer(const Claim& claim, const suites::Scale& scale, const Recomputed& numbers,
           std::optional<std::size_t> only)
      : claim_(claim), scale_(scale), numbers_(numbers), only_(only) {}

  ClaimBlocks Sum() {
    const std::vector<Part> parts = PartsOf(claim_);
    std::vector<std::vector<std::size_t>> seeds_of_blocks;
    for (const suites::Block& block : scale_.blocks) {
      if (!RangesOver(claim_, block.id)) continue;
      std::vector<Seeds> arms;
      for (const Part& part : parts) arms.push_back(Values(part.arm, part.quantity, block.id));
      Plan(arms);
      const Shared shared = Share(arms);
      if (shared.seeds.empty() || !AddDifference(parts, shared)) continue;
      seeds_of_blocks.push_back(shared.seeds);
      Count(shared);
    }
    if (claim_.test == suites::Test::kBaselineNoise) AddLuck(parts, seeds_of_blocks);
    return blocks_;
  }

  ClaimBlocks Correlation() {
    const suites::Correlation& correlation = *claim_.correlation;
    for (const suites::Block& block : scale_.blocks) {
      if (!RangesOver(claim_, block.id)) continue;
      std::optional<double> sink = -kInfinity;
      if (correlation.sink)
        sink = Measured(MeanOf(Values(*correlation.sink, Quantity::kFirstTokenMass, block.id)));
      if (sink && correlation.sink && *sink >= correlation.sink_below) {
        ++blocks_.with_sink;
        continue;
      }
      const std::vector<Seeds> arms = {Values(correlation.x.arm, correlation.x.quantity, block.id),
                                       Values(correlation.y.arm, correlation.y.quantity, block.id)};
      Plan(arms);
      const Shared shared = Share(arms);
      if (!sink || shared.seeds.empty()) continue;
      blocks_.x.push_back(Ranked(shared.arms[0]));
      blocks_.y.push_back(Ranked(shared.arms[1]));
      blocks_.layers.push_back(block.heads.empty() ? 0 : block.heads[0].layer);
      Count(shared);
    }
    return blocks_;
  }

  ClaimBlocks Choice() {
    const Quantity quantity = claim_.choice->quantity;
    for (const suites::Block& block : scale_.blocks) {
      if (RangesOver(claim_, block.id)) Add(claim_.arm, quantity, block.id, blocks_.chosen);
    }
    blocks_.blocks = static_cast<int>(blocks_.chosen.size());
    for (const auto& [place, values] : numbers_.values) {
      if (place.arm == claim_.choice->pool && place.quantity == quantity)
        Add(place.arm, quantity, place.block, blocks_.pool);
    }
    if (blocks_.pool.empty()) blocks_.blocks = 0;  // nothing to choose from
    return blocks_;
  }

 private:
  Seeds Values(const std::string& arm, Quantity quantity, const std::string& block) const {
    const Seeds& all = SeedsOf(numbers_, {arm, quantity, block});
    return only_ && all.size() > 1 ? Seeds{all.at(*only_)} : all;
  }

  void Plan(const std::vector<Seeds>& arms) {
    std::size_t seeds = 1;
    for (const Seeds& arm : arms) seeds = std::max(seeds, arm.size());
    blocks_.planned += static_cast<int>(seeds);
  }

  void Count(const Shared& shared) {
    ++blocks_.blocks;
    blocks_.pairs += static_cast<int>(shared.seeds.size());
  }

  // Of a choice, which no seed decides.
  void Add(const std::string& arm, Quantity quantity, const std::string& block, std::vector<double>& to) {
    ++blocks_.planned;
    const auto value = Measured(MeanOf(Values(arm, quantity, block)));
    if (!value) return;
    ++blocks_.pairs;
    to.push_back(*value);
  }

  // False where the block does not count.
  bool AddDifference(const std::vector<Part>& parts, const Shared& shared) {
    double sum = -claim_.reference;
    int better = 0, worse = 0;  // for a censored arm
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (IsCensored(shared.arms[i])) {
        ++(parts[i].weight > 0 ? worse : better);
      } else {
        sum += parts[i].weight * shared.arms[i].number;
      }
    }
    if (better + worse > 0 && parts.size() > 2) {
      ++blocks_.left_out;
      return false;
    }
    if (better > 0 && better == worse) {
      const bool is_equivalence = claim_.side == suites::Side::kEquivalent;
      ++(is_equivalence ? blocks_.both_censored : blocks_.ties_of_censored);
      if (is_equivalence) return false;
      sum = 0;
    } else if (better + worse > 0) {
      sum = better > worse ? kInfinity : -kInfinity;
    }
    blocks_.differences.push_back(sum);
    if (!claim_.ladder.empty()) {
      std::vector<double>& rungs = blocks_.rungs.emplace_back();
      for (const Value& arm : shared.arms) rungs.push_back(Ranked(arm));
    }
    return true;
  }

  void AddLuck(const std::vector<Part>& parts, const std::vector<std::vector<std::size_t>>& seeds_of_blocks) {
    double weight = 0;
    for (const Part& part : parts) weight += part.weight;
    const double all = static_cast<double>(seeds_of_blocks.size());
    for (std::size_t s = 0; s < scale_.seeds.size(); ++s) {
      SeedLuck luck;
      for (const auto& seeds : seeds_of_blocks) {
        if (std::find(seeds.begin(), seeds.end(), s) != seeds.end())
          luck.share += 1 / (all * static_cast<double>(seeds.size()));
      }
      const auto found = numbers_.baseline_against_mean.find(scale_.seeds[s]);
      if (found != numbers_.baseline_against_mean.end()) luck.baselines = found->second;
      for (double& one : luck.baselines) one *= weight;
      blocks_.luck.push_back(luck);
    }
  }

  const Claim& claim_;
  const suites::Scale& scale_;
  const Recomputed& numbers_;
  std::optional<std::size_t> only_;
  ClaimBlocks blocks_;
};

}  // namespace

bool RangesOver(const Claim& claim, const std::string& block) {
  return claim.blocks.empty() ||
         std::find(claim.blocks.begin(), claim.blocks.end(), block) != claim.blocks.end();
}

bool HasSeeds(const Claim& claim) {
  if (claim.correlation || claim.choice) return false;
  const std::vector<Part> parts = PartsOf(claim);
  return std::any_of(parts.begin(), parts.end(), [](const Part& part) {
    return suites::TrainerOf(part.quantity) == training::kLanguageModelTrainer;
  });
}

ClaimBlocks BlocksOf(const Claim& claim, const suites::Scale& scale, const Recomputed& numbers,
                     std::optional<std::size_t> only) {
  Gatherer gatherer(claim, scale, numbers, only);
  if (claim.correlation) return gatherer.Correlation();
  return claim.choice ? gatherer.Choice() : gatherer.Sum();
}

std::vector<std::vector<double>> Columns(const Claim& claim, const suites::Scale& scale,
                                         const Recomputed& numbers, const std::vector<std::string>& arms) {
  std::vector<std::vector<double>> columns(arms.size());
  for (const suites::Block& block : scale.blocks) {
    if (!RangesOver(claim, block.id)) continue;
    std::vector<Seeds> seeds;
    for (const std::string& arm : arms) {
      const bool is_zero = arm.empty() || arm == suites::kBaseline;
      seeds.push_back(is_zero ? Seeds{{.state = State::kReached}}
                              : SeedsOf(numbers, {arm, claim.response, block.id}));
    }
    const Shared shared = Share(seeds);
    const bool has_all =
        !shared.seeds.empty() && std::none_of(shared.arms.begin(), shared.arms.end(), IsCensored);
    for (std::size_t a = 0; has_all && a < arms.size(); ++a) columns[a].push_back(shared.arms[a].number);
  }
  return columns;
}

}  // namespace retable::reports::verify
