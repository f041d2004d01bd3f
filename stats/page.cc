#include "stats/page.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/permutation_sum.h"
#include "stats/ranks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostBlocks = 500;

using DoubledRanks = std::vector<std::int64_t>;

// P(sum = first), P(sum = first + 1), ...
struct Distribution {
  std::int64_t first = 0;
  std::vector<double> p = {1};
};

DoubledRanks Weights(std::size_t arms) {
  DoubledRanks weights(arms);
  std::iota(weights.begin(), weights.end(), std::int64_t{1});
  return weights;
}

Distribution OfBlock(const DoubledRanks& ranks) {
  Distribution block;
  block.p = PermutationSumDistribution(Weights(ranks.size()), ranks);
  const auto first = std::find_if(block.p.begin(), block.p.end(), [](double p) { return p > 0; });
  block.first = first - block.p.begin();
  block.p.erase(block.p.begin(), first);
  return block;
}

Distribution Convolve(const Distribution& a, const Distribution& b) {
  Distribution sum{.first = a.first + b.first, .p = std::vector<double>(a.p.size() + b.p.size() - 1, 0)};
  for (std::size_t j = 0; j < b.p.size(); ++j) {
    if (b.p[j] == 0) continue;
    for (std::size_t i = 0; i < a.p.size(); ++i) sum.p[i + j] += a.p[i] * b.p[j];
  }
  return sum;
}

Tails ExactTails(const std::vector<DoubledRanks>& blocks, std::int64_t doubled_l) {
  std::map<DoubledRanks, Distribution> by_ties;
  Distribution total;
  for (DoubledRanks ranks : blocks) {
    std::sort(ranks.begin(), ranks.end());
    auto known = by_ties.find(ranks);
    if (known == by_ties.end()) known = by_ties.emplace(ranks, OfBlock(ranks)).first;
    total = Convolve(total, known->second);
  }
  Tails tails{.less = 0, .greater = 0};
  for (std::size_t i = 0; i < total.p.size(); ++i) {
    const std::int64_t value = total.first + static_cast<std::int64_t>(i);
    if (value <= doubled_l) tails.less += total.p[i];
    if (value >= doubled_l) tails.greater += total.p[i];
  }
  return {.less = std::min(1.0, tails.less), .greater = std::min(1.0, tails.greater)};
}

Tails AsymptoticTails(const std::vector<DoubledRanks>& blocks, double l) {
  const double k = static_cast<double>(blocks[0].size());
  const double m = static_cast<double>(blocks.size());
  double rank_squares = 0;  // sum over blocks of the ranks' squared deviations
  for (const DoubledRanks& ranks : blocks) {
    for (std::int64_t rank : ranks)
      rank_squares += std::pow(0.5 * static_cast<double>(rank) - (k + 1) / 2, 2);
  }
  const double weight_squares = k * (k * k - 1) / 12;
  return NormalTails((l - m * k * (k + 1) * (k + 1) / 4) /
                     std::sqrt(weight_squares * rank_squares / (k - 1)));
}

PageResult Test(const std::vector<DoubledRanks>& blocks, std::int64_t doubled_l, const PageOptions& options) {
  PageResult result{
      .blocks = blocks.size(), .arms = blocks[0].size(), .l = 0.5 * static_cast<double>(doubled_l)};
  const bool within_reach = result.arms <= kMostPageArms && result.blocks <= kMostBlocks;
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution = within_reach ? NullDistribution::kExact : NullDistribution::kAsymptotic;
  }
  if (result.distribution == NullDistribution::kExact) {
    if (!within_reach) {
      throw Undefined("Page's exact distribution is kept up to " + std::to_string(kMostPageArms) +
                      " arms and " + std::to_string(kMostBlocks) + " blocks");
    }
    result.p = PValue(ExactTails(blocks, doubled_l), options.side);
  } else if (result.distribution == NullDistribution::kAsymptotic) {
    result.p = PValue(AsymptoticTails(blocks, result.l), options.side);
  } else {
    throw Undefined("Page's test has an exact and an asymptotic distribution, and no other");
  }
  return result;
}

void RequireArms(std::size_t arms) {
  if (arms < 2) throw Undefined("a trend needs at least 2 arms");
}

}  // namespace

PageResult Page(std::span<const std::vector<double>> blocks, const PageOptions& options) {
  RequireAtLeast(blocks.size(), 1, "block");
  RequireArms(blocks[0].size());
  std::vector<DoubledRanks> ranks;
  std::int64_t doubled_l = 0;
  bool constant = true;
  for (const std::vector<double>& block : blocks) {
    RequireSameSize(blocks[0].size(), block.size());
    ranks.push_back(MidRanks(block, AbsoluteTolerance(block, options.tie_tolerance)).doubled);
    for (std::size_t arm = 0; arm < block.size(); ++arm) {
      doubled_l += static_cast<std::int64_t>(arm + 1) * ranks.back()[arm];
      constant = constant && ranks.back()[arm] == ranks.back()[0];
    }
  }
  if (constant) throw Undefined("every block is constant: there is no order to find a trend in");
  return Test(ranks, doubled_l, options);
}

PageResult PageOfStatistic(double l, std::size_t blocks, std::size_t arms, const PageOptions& options) {
  RequireAtLeast(blocks, 1, "block");
  RequireArms(arms);
  DoubledRanks ranks = Weights(arms);
  for (std::int64_t& rank : ranks) rank *= 2;
  return Test(std::vector<DoubledRanks>(blocks, ranks), std::llround(2 * l), options);
}

}  // namespace retable::stats
