#include "stats/friedman.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>
#include <map>
#include <string>

#include "stats/checks.h"
#include "stats/ranks.h"
#include "stats/side.h"
#include "stats/studentized_range.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using DoubledRanks = std::vector<std::int64_t>;

struct RankedBlocks {
  std::vector<DoubledRanks> ranks;
  DoubledRanks sums;  // over blocks, by arm
  double ties = 0;    // sum t^3 - t over blocks
};

RankedBlocks RankWithin(std::span<const std::vector<double>> blocks, const FriedmanOptions& options) {
  RankedBlocks ranked;
  ranked.sums.assign(blocks[0].size(), 0);
  for (std::vector<double> block : blocks) {
    RequireSameSize(ranked.sums.size(), block.size());
    if (options.better == Better::kLarger) {
      for (double& value : block) value = -value;
    }
    const Ranks ranks = MidRanks(block, AbsoluteTolerance(block, options.tie_tolerance));
    for (std::int64_t size : ranks.tie_sizes) ranked.ties += std::pow(size, 3) - static_cast<double>(size);
    for (std::size_t arm = 0; arm < block.size(); ++arm) ranked.sums[arm] += ranks.doubled[arm];
    ranked.ranks.push_back(ranks.doubled);
  }
  return ranked;
}

std::int64_t SumOfSquares(const DoubledRanks& sums) {
  std::int64_t squares = 0;
  for (std::int64_t sum : sums) squares += sum * sum;
  return squares;
}

bool ExactWithinReach(std::size_t blocks, std::size_t arms) {
  constexpr std::size_t kMostBlocks[] = {500, 60, 20, 8, 4};  // of 2, 3, ... arms
  return arms - 2 < std::size(kMostBlocks) && blocks <= kMostBlocks[arms - 2];
}

// P(sum of squared rank sums >= observed): chi-squared grows with it. Arms may be relabelled at any point,
// since a block's orders are equally likely whatever the labels; so rank sums are kept sorted.
double ExactP(const RankedBlocks& ranked) {
  std::map<DoubledRanks, double> states = {{DoubledRanks(ranked.sums.size(), 0), 1.0}};
  for (DoubledRanks block : ranked.ranks) {
    std::sort(block.begin(), block.end());
    std::map<DoubledRanks, double> next;
    double orders = 0;
    do {
      ++orders;
      for (const auto& [sums, p] : states) {
        DoubledRanks added = sums;
        for (std::size_t arm = 0; arm < added.size(); ++arm) added[arm] += block[arm];
        std::sort(added.begin(), added.end());
        next[added] += p;
      }
    } while (std::next_permutation(block.begin(), block.end()));
    for (auto& [sums, p] : next) p /= orders;
    states.swap(next);
  }
  const std::int64_t observed = SumOfSquares(ranked.sums);
  double p = 0;
  for (const auto& [sums, share] : states) p += SumOfSquares(sums) >= observed ? share : 0;
  return std::min(1.0, p);
}

double ChiSquaredUpper(double value, double df) {
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(df), value));
}

}  // namespace

double ImanDavenportF(double chi_squared, std::size_t blocks, std::size_t arms) {
  const double n = static_cast<double>(blocks);
  const double left = n * (static_cast<double>(arms) - 1) - chi_squared;
  if (!(left > 1e-9 * n)) throw Undefined("every block orders the arms alike: F has no value");
  return (n - 1) * chi_squared / left;
}

FriedmanResult Friedman(std::span<const std::vector<double>> blocks, const FriedmanOptions& options) {
  RequireAtLeast(blocks.size(), 2, "block");
  if (blocks[0].size() < 2) throw Undefined("a comparison needs at least 2 arms");
  const RankedBlocks ranked = RankWithin(blocks, options);
  const double n = static_cast<double>(blocks.size());
  const double k = static_cast<double>(blocks[0].size());
  const double correction = 1 - ranked.ties / (n * (k * k * k - k));
  if (correction <= 0) throw Undefined("every block is constant: the arms have no order");

  FriedmanResult result;
  result.blocks = blocks.size();
  result.arms = blocks[0].size();
  double deviations = 0;
  for (std::int64_t sum : ranked.sums) {
    result.mean_ranks.push_back(0.5 * static_cast<double>(sum) / n);
    deviations += std::pow(result.mean_ranks.back() - (k + 1) / 2, 2);
  }
  result.uncorrected_chi_squared = 12 * n / (k * (k + 1)) * deviations;
  result.chi_squared = result.uncorrected_chi_squared / correction;
  if (n * (k - 1) - result.chi_squared > 1e-9 * n) {
    result.f = ImanDavenportF(result.chi_squared, result.blocks, result.arms);
    const boost::math::fisher_f distribution(k - 1, (k - 1) * (n - 1));
    result.f_p = AboveZero(boost::math::cdf(boost::math::complement(distribution, *result.f)));
  }
  const bool within_reach = ExactWithinReach(result.blocks, result.arms);
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution = within_reach ? NullDistribution::kExact : NullDistribution::kAsymptotic;
  }
  if (result.distribution == NullDistribution::kExact) {
    if (!within_reach)
      throw Undefined("too many orders of " + std::to_string(result.arms) + " arms to count them all");
    result.p = ExactP(ranked);
  } else if (result.distribution == NullDistribution::kAsymptotic) {
    result.p = AboveZero(ChiSquaredUpper(result.chi_squared, k - 1));
  } else {
    throw Undefined("Friedman's test has an exact and an asymptotic distribution, and no other");
  }
  return result;
}

double NemenyiCriticalDifference(std::size_t blocks, std::size_t arms, double alpha) {
  RequireLevel(alpha, "alpha");
  RequireAtLeast(blocks, 1, "block");
  const double k = static_cast<double>(arms);
  return NormalRangeQuantile(1 - alpha, arms) / std::sqrt(2) *
         std::sqrt(k * (k + 1) / (6 * static_cast<double>(blocks)));
}

double NemenyiP(double mean_rank_a, double mean_rank_b, std::size_t blocks, std::size_t arms) {
  RequireAtLeast(blocks, 1, "block");
  const double k = static_cast<double>(arms);
  const double unit = std::sqrt(k * (k + 1) / (12 * static_cast<double>(blocks)));
  return AboveZero(NormalRangeUpper(std::abs(mean_rank_a - mean_rank_b) / unit, arms));
}

}  // namespace retable::stats
