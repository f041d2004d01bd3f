#include "stats/kendall.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "stats/checks.h"
#include "stats/normal.h"
#include "stats/ranks.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostUntiedPoints = 200;
constexpr double kMostPairings = 1e6;
constexpr double kMostCountedPoints = 1e8;  // pairings times points

// Counts of values by rank, with prefix sums in log n steps (P. M. Fenwick 1994, doi:10.1002/spe.4380240306).
class RankCounts {
 public:
  explicit RankCounts(std::size_t ranks) : sums_(ranks + 1, 0) {}

  void Add(std::int64_t rank) {
    for (std::size_t i = static_cast<std::size_t>(rank); i < sums_.size(); i += i & (0 - i)) ++sums_[i];
    ++total_;
  }
  std::int64_t AtMost(std::int64_t rank) const {
    std::int64_t count = 0;
    for (std::size_t i = static_cast<std::size_t>(rank); i > 0; i &= i - 1) count += sums_[i];
    return count;
  }
  std::int64_t Total() const { return total_; }

 private:
  std::vector<std::int64_t> sums_;  // of ranks 1, 2, ...
  std::int64_t total_ = 0;
};

// Concordant - discordant pairs. order: the points by a, ascending.
std::int64_t Score(const std::vector<std::int64_t>& a, const std::vector<std::size_t>& order,
                   const std::vector<std::int64_t>& b) {
  RankCounts before(2 * b.size());
  std::int64_t score = 0;
  for (std::size_t first = 0, past = 0; first < order.size(); first = past) {
    for (past = first; past < order.size() && a[order[past]] == a[order[first]]; ++past) {
      const std::int64_t rank = b[order[past]];
      score += before.AtMost(rank - 1) - (before.Total() - before.AtMost(rank));
    }
    for (std::size_t i = first; i < past; ++i) before.Add(b[order[i]]);
  }
  return score;
}

std::vector<std::size_t> Order(const std::vector<std::int64_t>& ranks) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return ranks[i] < ranks[j]; });
  return order;
}

// P(discordant pairs = 0, 1, ...) of n untied points: the new point adds 0 .. n-1 of them, each as likely.
std::vector<double> Inversions(std::size_t n) {
  std::vector<double> p = {1};
  for (std::size_t size = 2; size <= n; ++size) {
    std::vector<double> next(p.size() + size - 1, 0);
    double window = 0;
    for (std::size_t k = 0; k < next.size() / 2 + 1; ++k) {
      if (k < p.size()) window += p[k];
      if (k >= size) window -= p[k - size];
      next[k] = window / static_cast<double>(size);
      next[next.size() - 1 - k] = next[k];
    }
    p.swap(next);
  }
  return p;
}

Tails UntiedTails(std::size_t n, std::int64_t score) {
  const std::vector<double> p = Inversions(n);
  const std::int64_t pairs = static_cast<std::int64_t>(p.size()) - 1;
  auto at_most = [&](std::int64_t k) {
    double sum = 0;
    for (std::int64_t j = 0; j <= k; ++j) sum += p[static_cast<std::size_t>(j)];
    return std::min(1.0, sum);
  };
  const std::int64_t discordant = (pairs - score) / 2;
  return {.less = at_most(pairs - discordant), .greater = at_most(discordant)};
}

double DistinctPairings(const Ranks& ranks) {
  double log_count = std::lgamma(static_cast<double>(ranks.doubled.size()) + 1);
  for (std::int64_t size : ranks.tie_sizes) log_count -= std::lgamma(static_cast<double>(size) + 1);
  return std::exp(log_count);
}

// Tied values swapped are one pairing; each distinct one stands for as many permutations as any other.
Tails EnumeratedTails(const std::vector<std::int64_t>& a, std::vector<std::int64_t> b,
                      std::int64_t observed) {
  std::sort(b.begin(), b.end());
  const std::vector<std::size_t> order = Order(a);
  double less = 0;
  double greater = 0;
  double all = 0;
  do {
    const std::int64_t score = Score(a, order, b);
    less += score <= observed;
    greater += score >= observed;
    ++all;
  } while (std::next_permutation(b.begin(), b.end()));
  return {.less = less / all, .greater = greater / all};
}

struct TieSums {
  double pairs = 0;    // sum t (t - 1)
  double triples = 0;  // sum t (t - 1)(t - 2)
  double spread = 0;   // sum t (t - 1)(2 t + 5)
};

TieSums SumTies(const Ranks& ranks) {
  TieSums sums;
  for (std::int64_t size : ranks.tie_sizes) {
    const double t = static_cast<double>(size);
    sums.pairs += t * (t - 1);
    sums.triples += t * (t - 1) * (t - 2);
    sums.spread += t * (t - 1) * (2 * t + 5);
  }
  return sums;
}

Tails AsymptoticTails(double n, const TieSums& x, const TieSums& y, std::int64_t score) {
  double variance =
      (n * (n - 1) * (2 * n + 5) - x.spread - y.spread) / 18 + x.pairs * y.pairs / (2 * n * (n - 1));
  if (n > 2) variance += x.triples * y.triples / (9 * n * (n - 1) * (n - 2));
  return NormalTails(static_cast<double>(score) / std::sqrt(variance));
}

bool ExactWithinReach(const Ranks& x, const Ranks& y) {
  const std::size_t n = x.doubled.size();
  if (x.tie_sizes.empty() && y.tie_sizes.empty()) return n <= kMostUntiedPoints;
  const double pairings = std::min(DistinctPairings(x), DistinctPairings(y));
  return pairings <= kMostPairings && pairings * static_cast<double>(n) <= kMostCountedPoints;
}

Tails ExactTails(const Ranks& x, const Ranks& y, std::int64_t score) {
  if (!ExactWithinReach(x, y)) {
    throw Undefined("too many pairings of " + std::to_string(x.doubled.size()) + " points to count them all");
  }
  if (x.tie_sizes.empty() && y.tie_sizes.empty()) return UntiedTails(x.doubled.size(), score);
  if (DistinctPairings(x) < DistinctPairings(y)) return EnumeratedTails(y.doubled, x.doubled, score);
  return EnumeratedTails(x.doubled, y.doubled, score);
}

}  // namespace

CorrelationResult Kendall(std::span<const double> x, std::span<const double> y,
                          const CorrelationOptions& options) {
  RequireSameSize(x.size(), y.size());
  RequireAtLeast(x.size(), 2, "point");
  const Ranks a = MidRanks(x, AbsoluteTolerance(x, options.tie_tolerance));
  const Ranks b = MidRanks(y, AbsoluteTolerance(y, options.tie_tolerance));
  const double n = static_cast<double>(x.size());
  const TieSums ties_a = SumTies(a);
  const TieSums ties_b = SumTies(b);
  const double pairs_a = n * (n - 1) - ties_a.pairs;
  const double pairs_b = n * (n - 1) - ties_b.pairs;
  if (pairs_a == 0 || pairs_b == 0)
    throw Undefined("a column is constant: no pair of its points is in order");
  const std::vector<std::size_t> order = Order(a.doubled);
  const std::int64_t score = Score(a.doubled, order, b.doubled);

  CorrelationResult result;
  result.n = x.size();
  result.estimate = 2 * static_cast<double>(score) / std::sqrt(pairs_a * pairs_b);
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution = ExactWithinReach(a, b)                      ? NullDistribution::kExact
                          : DrawsWithinReach(x.size(), options.draws) ? NullDistribution::kMonteCarlo
                                                                      : NullDistribution::kAsymptotic;
  }
  if (result.distribution == NullDistribution::kExact) {
    result.p = PValue(ExactTails(a, b, score), options.side);
  } else if (result.distribution == NullDistribution::kMonteCarlo) {
    result.draws = options.draws;
    const auto score_of = [&](const std::vector<std::int64_t>& shuffled) {
      return Score(a.doubled, order, shuffled);
    };
    result.p = PValue(RandomPairingTails(b.doubled, options, score_of), options.side);
  } else if (result.distribution == NullDistribution::kAsymptotic) {
    result.p = PValue(AsymptoticTails(n, ties_a, ties_b, score), options.side);
  } else {
    throw Undefined("Kendall's tau has an exact, a Monte Carlo and an asymptotic distribution, and no other");
  }
  return result;
}

}  // namespace retable::stats
