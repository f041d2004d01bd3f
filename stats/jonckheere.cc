#include "stats/jonckheere.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/ranks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr double kMostCells = 8e6;
constexpr double kMostCounts = 2e7;  // values times groups

// How many values of each group lie at one place; or how many have been placed so far.
using Counts = std::vector<std::int64_t>;

std::int64_t Total(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

// What the values `here`, tied with each other, add to 2 J when the values `below` lie under them.
std::int64_t DoubledGain(const Counts& below, const Counts& here) {
  std::int64_t gain = 0;
  std::int64_t below_earlier = 0;
  std::int64_t here_earlier = 0;
  for (std::size_t group = 0; group < here.size(); ++group) {
    gain += here[group] * (2 * below_earlier + here_earlier);
    below_earlier += below[group];
    here_earlier += here[group];
  }
  return gain;
}

// Counts of each distinct value's groups, smallest value first.
std::vector<Counts> CountByValue(std::span<const std::vector<double>> groups, double tie_tolerance) {
  std::vector<double> values;
  for (const auto& group : groups) values.insert(values.end(), group.begin(), group.end());
  const std::vector<std::int64_t> ranks = MidRanks(values, AbsoluteTolerance(values, tie_tolerance)).doubled;
  if (static_cast<double>(values.size()) * static_cast<double>(groups.size()) > kMostCounts) {
    throw Undefined(std::to_string(values.size()) + " values in " + std::to_string(groups.size()) +
                    " groups are too many to count (20 million values times groups)");
  }
  std::map<std::int64_t, Counts> by_rank;
  std::size_t next = 0;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::size_t i = 0; i < groups[group].size(); ++i) {
      Counts& counts = by_rank.try_emplace(ranks[next++], groups.size(), 0).first->second;
      ++counts[group];
    }
  }
  std::vector<Counts> by_value;
  for (auto& [rank, counts] : by_rank) by_value.push_back(counts);
  return by_value;
}

double Choose(std::int64_t n, std::int64_t k) {
  double count = 1;
  for (std::int64_t i = 1; i <= k; ++i)
    count = count * static_cast<double>(n - k + i) / static_cast<double>(i);
  return count;
}

// Calls use(here, ways) for each way to take `left` values from what the groups still have.
template <typename Use>
void ForEachAllocation(const Counts& available, std::size_t group, std::int64_t left, double ways,
                       Counts& here, const Use& use) {
  if (group + 1 == available.size()) {
    if (left > available[group]) return;
    here[group] = left;
    use(here, ways * Choose(available[group], left));
    return;
  }
  for (std::int64_t taken = 0; taken <= std::min(left, available[group]); ++taken) {
    here[group] = taken;
    ForEachAllocation(available, group + 1, left - taken, ways * Choose(available[group], taken), here, use);
  }
}

Tails ExactTails(const Counts& sizes, const std::vector<Counts>& by_value, std::int64_t doubled_j,
                 std::int64_t largest) {
  std::map<Counts, std::vector<double>> states;  // placed so far -> ways with 2 J = 0, 1, ...
  states[Counts(sizes.size(), 0)].assign(static_cast<std::size_t>(largest) + 1, 0);
  states.begin()->second[0] = 1;
  for (const Counts& value : by_value) {
    std::map<Counts, std::vector<double>> next;
    for (const auto& [below, ways] : states) {
      Counts available = sizes;
      for (std::size_t g = 0; g < sizes.size(); ++g) available[g] -= below[g];
      Counts taken(sizes.size());
      ForEachAllocation(available, 0, Total(value), 1.0, taken, [&](const Counts& here, double multiplicity) {
        Counts placed = below;
        for (std::size_t g = 0; g < sizes.size(); ++g) placed[g] += here[g];
        std::vector<double>& sums = next.try_emplace(placed, ways.size(), 0).first->second;
        const std::size_t gain = static_cast<std::size_t>(DoubledGain(below, here));
        for (std::size_t s = gain; s < sums.size(); ++s) sums[s] += multiplicity * ways[s - gain];
      });
    }
    states.swap(next);
  }
  const std::vector<double>& ways = states.at(sizes);
  const auto observed = ways.begin() + static_cast<std::ptrdiff_t>(doubled_j);
  const double all = std::accumulate(ways.begin(), ways.end(), 0.0);
  return {.less = std::accumulate(ways.begin(), observed + 1, 0.0) / all,
          .greater = std::accumulate(observed, ways.end(), 0.0) / all};
}

struct CubicSums {
  double pairs = 0;    // sum t (t - 1)
  double triples = 0;  // sum t (t - 1)(t - 2)
  double spread = 0;   // sum t (t - 1)(2 t + 5)
};

void Add(double t, CubicSums& sums) {
  sums.pairs += t * (t - 1);
  sums.triples += t * (t - 1) * (t - 2);
  sums.spread += t * (t - 1) * (2 * t + 5);
}

double Variance(const Counts& sizes, const std::vector<Counts>& by_value) {
  CubicSums groups;
  CubicSums ties;
  for (std::int64_t size : sizes) Add(static_cast<double>(size), groups);
  for (const Counts& value : by_value) Add(static_cast<double>(Total(value)), ties);
  const double n = static_cast<double>(Total(sizes));
  double variance = (n * (n - 1) * (2 * n + 5) - groups.spread - ties.spread) / 72 +
                    groups.pairs * ties.pairs / (8 * n * (n - 1));
  if (n > 2) variance += groups.triples * ties.triples / (36 * n * (n - 1) * (n - 2));
  return variance;
}

}  // namespace

JonckheereResult Jonckheere(std::span<const std::vector<double>> groups, const JonckheereOptions& options) {
  RequireAtLeast(groups.size(), 2, "group");
  Counts sizes;
  double cells = 1;
  for (const auto& group : groups) {
    RequireAtLeast(group.size(), 1, "value in each group");
    sizes.push_back(static_cast<std::int64_t>(group.size()));
    cells *= static_cast<double>(group.size()) + 1;
  }
  const std::vector<Counts> by_value = CountByValue(groups, options.tie_tolerance);
  if (by_value.size() == 1) throw Undefined("all values are equal: groups cannot rise");
  std::int64_t doubled_j = 0;
  Counts below(sizes.size(), 0);
  for (const Counts& here : by_value) {
    doubled_j += DoubledGain(below, here);
    for (std::size_t g = 0; g < sizes.size(); ++g) below[g] += here[g];
  }
  std::int64_t pairs = 0;  // between groups
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) pairs += sizes[i] * sizes[j];
  }

  JonckheereResult result;
  result.j = 0.5 * static_cast<double>(doubled_j);
  result.mean = 0.5 * static_cast<double>(pairs);
  result.variance = Variance(sizes, by_value);
  const bool within_reach = cells * static_cast<double>(2 * pairs + 1) <= kMostCells;
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution = within_reach ? NullDistribution::kExact : NullDistribution::kAsymptotic;
  }
  if (result.distribution == NullDistribution::kExact) {
    if (!within_reach) throw Undefined("too many assignments to groups of these sizes to count them all");
    result.p = PValue(ExactTails(sizes, by_value, doubled_j, 2 * pairs), options.side);
  } else if (result.distribution == NullDistribution::kAsymptotic) {
    result.p = PValue(NormalTails((result.j - result.mean) / std::sqrt(result.variance)), options.side);
  } else {
    throw Undefined("Jonckheere's test has an exact and an asymptotic distribution, and no other");
  }
  return result;
}

}  // namespace retable::stats
