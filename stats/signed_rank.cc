#include "stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/normal.h"
#include "stats/ranks.h"
#include "stats/subset_sum.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostWalshDifferences = 5000;

struct RankedDifferences {
  std::vector<std::int64_t> weights;  // doubled ranks of the differences that are not zero
  std::int64_t positive = 0;          // doubled T+ over those
  std::int64_t total = 0;             // sum of weights
  std::vector<std::int64_t> zeros;    // doubled ranks of the zeros, where they are ranked
  std::size_t zero_count = 0;
};

RankedDifferences RankDifferences(std::span<const double> differences, Zeros zeros, double tolerance) {
  RankedDifferences ranked;
  std::vector<double> sizes;
  std::vector<int> signs;
  for (double d : differences) {
    const bool zero = std::abs(d) <= tolerance;
    ranked.zero_count += zero;
    if (zero && zeros == Zeros::kDrop) continue;
    sizes.push_back(zero ? 0 : std::abs(d));
    signs.push_back(zero ? 0 : d > 0 ? 1 : -1);
  }
  const Ranks ranks = MidRanks(sizes, tolerance);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (signs[i] == 0) {
      ranked.zeros.push_back(ranks.doubled[i]);
      continue;
    }
    ranked.weights.push_back(ranks.doubled[i]);
    ranked.total += ranks.doubled[i];
    if (signs[i] > 0) ranked.positive += ranks.doubled[i];
  }
  return ranked;
}

Tails AsymptoticTails(const RankedDifferences& ranked, const SignedRankOptions& options) {
  double squares = 0;
  for (std::int64_t weight : ranked.weights)
    squares += 0.25 * static_cast<double>(weight) * static_cast<double>(weight);
  if (options.zeros == Zeros::kZsplit) {
    for (std::int64_t weight : ranked.zeros)
      squares += 0.25 * static_cast<double>(weight) * static_cast<double>(weight);
  }
  const double deviation =
      0.5 * static_cast<double>(ranked.positive) - 0.25 * static_cast<double>(ranked.total);
  const double sd = std::sqrt(squares / 4);
  const double half = options.continuity == Continuity::kCorrected ? 0.5 : 0;
  return {.less = NormalUpper(-(deviation + half) / sd), .greater = NormalUpper((deviation - half) / sd)};
}

bool UseExact(const RankedDifferences& ranked, NullDistribution asked) {
  switch (asked) {
    case NullDistribution::kAutomatic:
      return ranked.weights.size() <= kMostSubsetSumWeights;
    case NullDistribution::kExact:
      return true;
    case NullDistribution::kAsymptotic:
      return false;
    default:
      throw Undefined("the signed-rank test has an exact and an asymptotic distribution, and no other");
  }
}

SignedRankResult Test(std::span<const double> differences, double tolerance,
                      const SignedRankOptions& options) {
  RequireNumbers(differences, "difference");
  const RankedDifferences ranked = RankDifferences(differences, options.zeros, tolerance);
  if (ranked.weights.empty()) {
    throw Undefined("no difference of " + std::to_string(differences.size()) +
                    " is other than zero: ranks carry no information");
  }
  const bool exact = UseExact(ranked, options.distribution);
  const Tails tails =
      exact ? SubsetSumTails(ranked.weights, ranked.positive) : AsymptoticTails(ranked, options);
  SignedRankResult result;
  result.n = differences.size();
  result.zeros = ranked.zero_count;
  result.positive_rank_sum = 0.5 * static_cast<double>(ranked.positive);
  result.negative_rank_sum = 0.5 * static_cast<double>(ranked.total - ranked.positive);
  if (options.zeros == Zeros::kZsplit) {
    const std::int64_t split = std::accumulate(ranked.zeros.begin(), ranked.zeros.end(), std::int64_t{0});
    result.positive_rank_sum += 0.25 * static_cast<double>(split);
    result.negative_rank_sum += 0.25 * static_cast<double>(split);
  }
  result.p = PValue(tails, options.side);
  result.distribution = exact ? NullDistribution::kExact : NullDistribution::kAsymptotic;
  return result;
}

double Difference(double x, double y) {
  if (x == y) return 0;
  const double difference = x - y;
  if (std::isinf(x) || std::isinf(y)) return difference;
  if (std::isinf(difference))
    throw Undefined("a difference is too large for a double; give the values in another unit");
  return IsRounding(std::abs(difference), std::max(std::abs(x), std::abs(y))) ? 0 : difference;
}

// The averages (d_i + d_j) / 2, i <= j, in no order.
std::vector<double> WalshAverages(std::span<const double> differences) {
  RequireNumbers(differences, "difference");
  RequireAtLeast(differences.size(), 1, "difference");
  if (differences.size() > kMostWalshDifferences) {
    throw Undefined("the Hodges-Lehmann estimate is kept up to " + std::to_string(kMostWalshDifferences) +
                    " differences; there are " + std::to_string(differences.size()));
  }
  std::vector<double> averages;
  averages.reserve(differences.size() * (differences.size() + 1) / 2);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    for (std::size_t j = i; j < differences.size(); ++j) {
      averages.push_back(differences[i] / 2 + differences[j] / 2);
    }
  }
  RequireNumbers(averages, "average of two differences (one endless upwards, one downwards)");
  return averages;
}

double OrderStatistic(std::vector<double>& values, std::size_t index) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
  return values[index];
}

struct TailCount {
  std::int64_t k = 0;  // the largest k with P(T+ <= k - 1) <= tail
  double tail = 0;     // that probability
};

TailCount CountWithin(std::size_t n, double tail) {
  const double total = 0.5 * static_cast<double>(n) * static_cast<double>(n + 1);
  if (n > kMostSubsetSumWeights) {
    const double sd = std::sqrt(total * static_cast<double>(2 * n + 1) / 12);
    const double last = std::floor(total / 2 - 0.5 + NormalQuantile(tail) * sd);
    return {.k = static_cast<std::int64_t>(last) + 1, .tail = NormalUpper((total / 2 - last - 0.5) / sd)};
  }
  std::vector<std::int64_t> ranks(n);
  std::iota(ranks.begin(), ranks.end(), std::int64_t{1});
  const std::vector<double> lower = SubsetSumLowerTail(ranks, static_cast<std::int64_t>(total / 2));
  const auto past = std::upper_bound(lower.begin(), lower.end(), tail * (1 + 1e-12));
  const std::int64_t k = past - lower.begin();
  return {.k = k, .tail = k == 0 ? lower[0] : lower[static_cast<std::size_t>(k - 1)]};
}

}  // namespace

SignedRankResult SignedRank(std::span<const double> differences, const SignedRankOptions& options) {
  return Test(differences, AbsoluteTolerance(differences, options.tie_tolerance), options);
}

SignedRankResult SignedRank(std::span<const double> x, std::span<const double> y,
                            const SignedRankOptions& options) {
  const double tolerance =
      std::max(AbsoluteTolerance(x, options.tie_tolerance), AbsoluteTolerance(y, options.tie_tolerance));
  return Test(PairedDifferences(x, y), tolerance, options);
}

double HodgesLehmannEstimate(std::span<const double> differences) {
  std::vector<double> averages = WalshAverages(differences);
  const std::size_t middle = averages.size() / 2;
  const double upper = OrderStatistic(averages, middle);
  if (averages.size() % 2 == 1) return upper;
  const double lower =
      *std::max_element(averages.begin(), averages.begin() + static_cast<std::ptrdiff_t>(middle));
  return lower == upper ? lower : lower / 2 + upper / 2;
}

Interval HodgesLehmannInterval(std::span<const double> differences, double confidence, Side side) {
  RequireLevel(confidence, "confidence");
  std::vector<double> averages = WalshAverages(differences);
  const double ends = side == Side::kTwoSided ? 2 : 1;
  const TailCount count = CountWithin(differences.size(), (1 - confidence) / ends);
  if (count.k == 0) {
    throw Undefined(std::to_string(differences.size()) +
                    " differences cannot give a signed-rank interval of " + std::to_string(100 * confidence) +
                    " %: the widest has " + std::to_string(100 * (1 - ends * count.tail)) + " %");
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::size_t k = static_cast<std::size_t>(count.k);
  Interval interval{.low = -kInfinity, .high = kInfinity, .confidence = 1 - ends * count.tail};
  if (side != Side::kLess) interval.low = OrderStatistic(averages, k - 1);
  if (side != Side::kGreater) interval.high = OrderStatistic(averages, averages.size() - k);
  return interval;
}

std::vector<double> PairedDifferences(std::span<const double> x, std::span<const double> y) {
  RequireSameSize(x.size(), y.size());
  RequireNumbers(x, "value");
  RequireNumbers(y, "value");
  std::vector<double> differences(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) differences[i] = Difference(x[i], y[i]);
  const auto [least, most] = std::minmax_element(differences.begin(), differences.end());
  if (x.size() > 1 &&
      IsRounding(*most - *least, std::max(AbsoluteTolerance(x, 1), AbsoluteTolerance(y, 1)))) {
    std::fill(differences.begin(), differences.end(), differences[0]);
  }
  return differences;
}

}  // namespace retable::stats
