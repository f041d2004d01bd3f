#include "reports/verify/plain_ranks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace retable::reports::verify {
namespace {

using Whole = std::vector<long>;
using Shares = std::vector<double>;  // by value, from 0

// Ranks of the points of one layer.
struct Layer {
  Whole a, b;
};

constexpr double kMostCells = 4e7;  // of a count: sets of y times values of D

Whole DoubledRanks(const std::vector<double>& values) {
  Whole doubled;
  for (const double rank : MidRanks(values)) doubled.push_back(std::lround(2 * rank));
  return doubled;
}

long SquareDistance(const Whole& a, const Whole& b) {
  long sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

// The largest that any pairing gives: one rising, the other falling.
long MostDistance(Whole a, Whole b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end(), std::greater<>());
  return SquareDistance(a, b);
}

bool IsCountable(const Whole& a, const Whole& b) {
  return a.size() <= 13 &&
         std::ldexp(static_cast<double>(MostDistance(a, b)), static_cast<int>(a.size())) <= kMostCells;
}

std::vector<Layer> LayersOf(const std::vector<double>& x, const std::vector<double>& y,
                            const std::vector<int>& layers) {
  Whole a = DoubledRanks(x), b = DoubledRanks(y);
  const auto is_even = [](long rank) { return rank % 2 == 0; };
  if (std::all_of(a.begin(), a.end(), is_even) && std::all_of(b.begin(), b.end(), is_even)) {
    for (long& rank : a) rank /= 2;
    for (long& rank : b) rank /= 2;
  }
  std::map<int, Layer> by_name;
  for (std::size_t i = 0; i < a.size(); ++i) {
    Layer& layer = by_name[layers.empty() ? 0 : layers[i]];
    layer.a.push_back(a[i]);
    layer.b.push_back(b[i]);
  }
  std::vector<Layer> groups;
  for (auto& [name, layer] : by_name) groups.push_back(std::move(layer));
  return groups;
}

// The distribution of D over all pairings: of[set] is that of the first |set| of a, paired with just that set of b.
Shares DistanceShares(const Whole& a, const Whole& b) {
  const std::size_t n = a.size(), values = static_cast<std::size_t>(MostDistance(a, b)) + 1;
  std::map<unsigned, Shares> of = {{0, {1}}};
  for (std::size_t i = 0; i < n; ++i) {
    std::map<unsigned, Shares> next;
    for (const auto& [set, shares] : of) {
      for (std::size_t j = 0; j < n; ++j) {
        if (set >> j & 1) continue;
        const auto step = static_cast<std::size_t>((a[i] - b[j]) * (a[i] - b[j]));
        Shares& grown = next[set | 1u << j];
        grown.resize(std::min(values, std::max(grown.size(), shares.size() + step)));
        for (std::size_t d = 0; d < shares.size() && d + step < values; ++d)
          grown[d + step] += shares[d] / static_cast<double>(n - i);
      }
    }
    of = std::move(next);
  }
  return of.begin()->second;
}

Shares Convolved(const Shares& a, const Shares& b) {
  Shares sum(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0) continue;
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  }
  return sum;
}

// Of rho: greater is a smaller D.
PlainTails CountedTails(const Shares& shares, long observed) {
  const auto at = static_cast<std::size_t>(observed);
  PlainTails tails{.less = 0, .greater = 0};
  for (std::size_t d = 0; d <= at; ++d) tails.greater += shares[d];
  for (std::size_t d = shares.size(); d-- > at;) tails.less += shares[d];
  return tails;
}

PlainTails DrawnTails(std::vector<Layer> layers, long observed) {
  std::mt19937_64 random(1);
  PlainTails tails{.less = 0, .greater = 0};
  for (int draw = 0; draw < static_cast<int>(kDraws); ++draw) {
    long sum = 0;
    for (Layer& layer : layers) {
      std::shuffle(layer.b.begin(), layer.b.end(), random);
      sum += SquareDistance(layer.a, layer.b);
    }
    tails.less += sum >= observed;
    tails.greater += sum <= observed;
  }
  tails.less /= kDraws;
  tails.greater /= kDraws;
  tails.error = std::max(DrawnError(tails.less, kDraws), DrawnError(tails.greater, kDraws));
  return tails;
}

PlainTails PairingTails(const std::vector<Layer>& layers) {
  long observed = 0;
  bool is_countable = true;
  for (const Layer& layer : layers) {
    observed += SquareDistance(layer.a, layer.b);
    is_countable = is_countable && IsCountable(layer.a, layer.b);
  }
  if (!is_countable) return DrawnTails(layers, observed);
  Shares shares = {1};
  for (const Layer& layer : layers) shares = Convolved(shares, DistanceShares(layer.a, layer.b));
  return CountedTails(shares, observed);
}

// Pearson's correlation of the deviations from each layer's mean.
std::optional<double> PooledCorrelation(const std::vector<Layer>& layers) {
  double products = 0, squares_a = 0, squares_b = 0;
  for (const auto& [a, b] : layers) {
    const double n = static_cast<double>(a.size());
    const double mean_a = static_cast<double>(std::accumulate(a.begin(), a.end(), 0L)) / n;
    const double mean_b = static_cast<double>(std::accumulate(b.begin(), b.end(), 0L)) / n;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double da = static_cast<double>(a[i]) - mean_a, db = static_cast<double>(b[i]) - mean_b;
      products += da * db;
      squares_a += da * da;
      squares_b += db * db;
    }
  }
  if (squares_a < 1e-9 || squares_b < 1e-9) return std::nullopt;
  return std::clamp(products / std::sqrt(squares_a * squares_b), -1.0, 1.0);
}

constexpr std::size_t kFewestPoints = 4;

// atanh's standard error.
double FisherError(double rho, double points) { return std::sqrt((1 + rho * rho / 2) / (points - 3)); }

bool HasFisher(double rho, double points) { return points > 3 && std::abs(rho) < 1 - 1e-12; }

// P(sum = value) over all orders of a block's doubled ranks.
std::map<long, double> OrdersOf(Whole ranks) {
  std::map<long, double> counts;
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  double all = 0;
  do {
    long sum = 0;
    for (std::size_t arm = 0; arm < ranks.size(); ++arm)
      sum += static_cast<long>(arm + 1) * ranks[order[arm]];
    ++counts[sum];
    ++all;
  } while (std::next_permutation(order.begin(), order.end()));
  for (auto& [sum, count] : counts) count /= all;
  return counts;
}

}  // namespace

std::optional<double> Rho(const std::vector<double>& x, const std::vector<double>& y,
                          const std::vector<int>& layers) {
  if (x.size() < kFewestPoints) return std::nullopt;
  return PooledCorrelation(LayersOf(x, y, layers));
}

PlainTails RhoTails(const std::vector<double>& x, const std::vector<double>& y,
                    const std::vector<int>& layers) {
  return PairingTails(LayersOf(x, y, layers));
}

std::optional<PlainInterval> RhoInterval(double rho, double points, double confidence) {
  if (!HasFisher(rho, points)) return std::nullopt;
  const double reach = NormalCritical((1 - confidence) / 2) * FisherError(rho, points);
  return PlainInterval{.low = std::tanh(std::atanh(rho) - reach),
                       .high = std::tanh(std::atanh(rho) + reach),
                       .confidence = confidence};
}

std::optional<double> RhoAbove(double rho, double points, double bound) {
  if (!HasFisher(rho, points)) return std::nullopt;
  return NormalUpper((std::atanh(rho) - std::atanh(bound)) / FisherError(rho, points));
}

std::optional<PlainTails> PageTails(const std::vector<std::vector<double>>& blocks) {
  std::map<long, double> total = {{0, 1}};
  long observed = 0;
  bool is_constant = true;
  for (const std::vector<double>& block : blocks) {
    const Whole ranks = DoubledRanks(block);
    is_constant = is_constant && std::set<long>(ranks.begin(), ranks.end()).size() == 1;
    for (std::size_t arm = 0; arm < ranks.size(); ++arm) observed += static_cast<long>(arm + 1) * ranks[arm];
    std::map<long, double> next;
    for (const auto& [value, share] : OrdersOf(ranks)) {
      for (const auto& [sum, before] : total) next[sum + value] += before * share;
    }
    total = std::move(next);
  }
  if (is_constant) return std::nullopt;
  PlainTails tails{.less = 0, .greater = 0};
  for (const auto& [sum, share] : total) {
    if (sum <= observed) tails.less += share;
    if (sum >= observed) tails.greater += share;
  }
  return tails;
}

}  // namespace retable::reports::verify
