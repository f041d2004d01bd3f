#include "reports/verify/plain_statistics.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

namespace retable::reports::verify {
namespace {

constexpr std::size_t kMostEnumerated = 20;

bool IsFinite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// Of the finite ones.
double LargestSize(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::isfinite(value) ? std::abs(value) : 0);
  return largest;
}

std::vector<double> WithoutZeros(const std::vector<double>& values) {
  const double largest = LargestSize(values);
  std::vector<double> kept;
  for (const double value : values) {
    if (std::abs(value) > 1e-12 * largest) kept.push_back(value);
  }
  return kept;
}

// The share of sign assignments whose sum of weights of positive signs is at most, and at least, the observed
// one, both within `tolerance`: of all assignments of few weights, of drawn ones past that.
PlainTails SignAssignmentTails(const std::vector<double>& weights, double observed, double tolerance) {
  const std::size_t n = weights.size();
  const bool is_enumerated = n <= kMostEnumerated;
  const std::uint64_t count = is_enumerated ? std::uint64_t{1} << n : static_cast<std::uint64_t>(kDraws);
  std::mt19937_64 random(1);
  double less = 0, greater = 0;
  for (std::uint64_t assignment = 0; assignment < count; ++assignment) {
    double sum = 0;
    std::uint64_t bits = is_enumerated ? assignment : random();
    for (std::size_t i = 0; i < n; ++i) {
      if (i > 0 && i % 64 == 0) bits = random();
      if (bits >> (i % 64) & 1) sum += weights[i];
    }
    less += sum <= observed + tolerance;
    greater += sum >= observed - tolerance;
  }
  const double share = 1.0 / static_cast<double>(count);
  PlainTails tails{.less = less * share, .greater = greater * share};
  if (!is_enumerated)
    tails.error = std::max(DrawnError(tails.less, kDraws), DrawnError(tails.greater, kDraws));
  return tails;
}

// shares[k]: the probability that weights with random signs have a positive sum of k.
std::vector<double> SumShares(const std::vector<int>& weights) {
  std::vector<double> shares = {1};
  for (const int weight : weights) {
    const auto shift = static_cast<std::size_t>(weight);
    std::vector<double> next(shares.size() + shift, 0.0);
    for (std::size_t sum = 0; sum < shares.size(); ++sum) {
      next[sum] += shares[sum] / 2;
      next[sum + shift] += shares[sum] / 2;
    }
    shares = std::move(next);
  }
  return shares;
}

// tails[k]: the probability that ranks 1 ... n with random signs have a positive sum of at most k.
std::vector<double> UntiedRankTails(int n) {
  std::vector<int> ranks(static_cast<std::size_t>(n));
  std::iota(ranks.begin(), ranks.end(), 1);
  std::vector<double> tails = SumShares(ranks);
  std::partial_sum(tails.begin(), tails.end(), tails.begin());
  return tails;
}

// Of any number of mid-ranks: doubled they are whole numbers, whose sums can be counted.
PlainTails RankSumTails(const std::vector<double>& ranks, double positive) {
  std::vector<int> doubled;
  for (const double rank : ranks) doubled.push_back(static_cast<int>(std::lround(2 * rank)));
  const std::vector<double> shares = SumShares(doubled);
  const auto observed = static_cast<std::size_t>(std::lround(2 * positive));
  PlainTails tails{.less = 0, .greater = 0};
  // Small shares first: they stand at both ends.
  for (std::size_t sum = 0; sum <= observed; ++sum) tails.less += shares[sum];
  for (std::size_t sum = shares.size(); sum-- > observed;) tails.greater += shares[sum];
  return tails;
}

double Simpson(const std::function<double(double)>& f, double low, double high) {
  constexpr int kPanels = 4'000;
  const double h = (high - low) / kPanels;
  double sum = f(low) + f(high);
  for (int i = 1; i < kPanels; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(low + i * h);
  return sum * h / 3;
}

// The integral of f(angle) from `from` to a quarter turn, in w with angle = a quarter turn - w^3.
double ToQuarterTurn(const std::function<double(double)>& f, double from) {
  constexpr double kQuarter = std::numbers::pi / 2;
  return Simpson([&](double w) { return 3 * w * w * f(kQuarter - w * w * w); }, 0,
                 std::cbrt(kQuarter - from));
}

// What StudentUpper is a share of, beyond a t of at least 0.
double StudentArea(double t, double df) {
  const auto density = [df](double angle) { return std::pow(std::max(std::cos(angle), 0.0), df - 1); };
  return ToQuarterTurn(density, std::atan(t / std::sqrt(df)));
}

// The z with upper(z) = tail of a falling `upper`, tail below a half.
double Critical(const std::function<double(double)>& upper, double tail) {
  double low = 0, high = 1;
  while (upper(high) > tail) high *= 2;
  for (int halving = 0; halving < 45; ++halving) {
    const double middle = (low + high) / 2;
    (upper(middle) > tail ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

std::vector<double> MidRanks(const std::vector<double>& sizes) {
  const double largest = LargestSize(sizes);
  const auto tie = [largest](double a, double b) { return a == b || std::abs(a - b) <= 1e-12 * largest; };
  std::vector<double> ranks;
  for (const double size : sizes) {
    double below = 0, equal = 0;
    for (const double other : sizes) {
      if (tie(size, other)) {
        ++equal;
      } else if (other < size) {
        ++below;
      }
    }
    ranks.push_back(below + (equal + 1) / 2);
  }
  return ranks;
}

double DrawnError(double share, double draws) {
  constexpr double kReach = 5;
  const double p = std::clamp(share, 0.0, 1.0);
  return kReach * std::sqrt(p * (1 - p) / draws) + kReach * kReach / draws;
}

std::optional<PlainTails> SignedRankTails(const std::vector<double>& differences) {
  const std::vector<double> kept = WithoutZeros(differences);
  if (kept.empty()) return std::nullopt;
  std::vector<double> sizes;
  for (const double value : kept) sizes.push_back(std::abs(value));
  const std::vector<double> ranks = MidRanks(sizes);
  double positive = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) positive += kept[i] > 0 ? ranks[i] : 0;
  return kept.size() <= kMostEnumerated ? SignAssignmentTails(ranks, positive, 1e-9)
                                        : RankSumTails(ranks, positive);
}

std::optional<PlainTails> SignFlipTails(const std::vector<double>& differences) {
  double positive = 0, total = 0;
  std::vector<double> sizes;
  for (const double value : differences) {
    sizes.push_back(std::abs(value));
    total += std::abs(value);
    positive += std::max(value, 0.0);
  }
  if (differences.empty() || !IsFinite(differences) || total == 0) return std::nullopt;
  return SignAssignmentTails(sizes, positive, 1e-12 * total);
}

std::optional<PlainTails> SignTestTails(const std::vector<double>& differences) {
  const std::vector<double> kept = WithoutZeros(differences);
  if (kept.empty()) return std::nullopt;
  const auto positive = static_cast<std::size_t>(
      std::count_if(kept.begin(), kept.end(), [](double value) { return value > 0; }));
  // Pascal's triangle, halved in each row.
  std::vector<double> row = {1};
  for (std::size_t n = 1; n <= kept.size(); ++n) {
    std::vector<double> next(n + 1, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      next[k] += row[k] / 2;
      next[k + 1] += row[k] / 2;
    }
    row = next;
  }
  PlainTails tails{.less = 0, .greater = 0};
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (k <= positive) tails.less += row[k];
    if (k >= positive) tails.greater += row[k];
  }
  return tails;
}

std::optional<PlainTails> StudentTails(const std::vector<double>& differences) {
  if (differences.size() < 2 || !IsFinite(differences)) return std::nullopt;
  const double sd = StandardDeviation(differences);
  // No spread but for rounding.
  if (sd <= 1e-12 * LargestSize(differences)) return std::nullopt;
  double sum = 0;
  for (const double value : differences) sum += value;
  const double n = static_cast<double>(differences.size());
  const double t = sum / n / (sd / std::sqrt(n));
  return PlainTails{.less = StudentUpper(-t, n - 1), .greater = StudentUpper(t, n - 1)};
}

double StudentUpper(double t, double df) {
  const double upper = StudentArea(std::abs(t), df) / (2 * StudentArea(0, df));
  return t >= 0 ? upper : 1 - upper;
}

double StudentCritical(double tail, double df) {
  const double whole = 2 * StudentArea(0, df);
  return Critical([df, whole](double t) { return StudentArea(t, df) / whole; }, tail);
}

double NormalUpper(double z) { return std::erfc(z / std::numbers::sqrt2) / 2; }

double NormalCritical(double tail) { return Critical(NormalUpper, tail); }

std::optional<PlainEffect> HodgesLehmann(const std::vector<double>& differences, double confidence) {
  std::vector<double> averages;
  for (std::size_t i = 0; i < differences.size(); ++i) {
    for (std::size_t j = i; j < differences.size(); ++j)
      averages.push_back((differences[i] + differences[j]) / 2);
  }
  if (averages.empty() ||
      std::any_of(averages.begin(), averages.end(), [](double a) { return std::isnan(a); })) {
    return std::nullopt;
  }
  std::sort(averages.begin(), averages.end());
  const std::size_t m = averages.size();
  PlainEffect effect{.estimate = m % 2 == 1 ? averages[m / 2] : (averages[m / 2 - 1] + averages[m / 2]) / 2,
                     .interval = std::nullopt};
  // k: the largest count for which a sum below it is rare enough.
  const std::vector<double> tails = UntiedRankTails(static_cast<int>(differences.size()));
  std::size_t k = 0;
  while (tails[k] <= (1 - confidence) / 2) ++k;
  if (k == 0) return effect;
  effect.interval =
      PlainInterval{.low = averages[k - 1], .high = averages[m - k], .confidence = 1 - 2 * tails[k - 1]};
  return effect;
}

double StandardDeviation(const std::vector<double>& values) {
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

std::optional<PlainEffect> Mean(const std::vector<double>& values, double confidence) {
  if (values.empty() || !IsFinite(values)) return std::nullopt;
  double sum = 0;
  for (const double value : values) sum += value;
  const double n = static_cast<double>(values.size());
  PlainEffect effect{.estimate = sum / n, .interval = std::nullopt};
  if (!StudentTails(values)) return effect;
  const double reach =
      StudentCritical((1 - confidence) / 2, n - 1) * StandardDeviation(values) / std::sqrt(n);
  effect.interval = PlainInterval{
      .low = effect.estimate - reach, .high = effect.estimate + reach, .confidence = confidence};
  return effect;
}

std::vector<std::optional<double>> Holm(const std::vector<std::optional<double>>& ps, int family) {
  std::vector<std::optional<double>> adjusted;
  for (const std::optional<double>& p : ps) {
    if (!p) {
      adjusted.push_back(std::nullopt);
      continue;
    }
    double largest = 0;
    for (const std::optional<double>& other : ps) {
      if (!other || *other > *p) continue;
      const auto smaller =
          std::count_if(ps.begin(), ps.end(), [&](const auto& q) { return q && *q < *other; });
      largest = std::max(largest, (family - static_cast<double>(smaller)) * *other);
    }
    adjusted.push_back(std::min(1.0, largest));
  }
  return adjusted;
}

std::vector<std::optional<double>> BenjaminiHochberg(const std::vector<std::optional<double>>& ps,
                                                     int family) {
  std::vector<std::optional<double>> adjusted;
  for (const std::optional<double>& p : ps) {
    if (!p) {
      adjusted.push_back(std::nullopt);
      continue;
    }
    double smallest = 1;
    for (const std::optional<double>& other : ps) {
      if (!other || *other < *p) continue;
      const auto place =
          std::count_if(ps.begin(), ps.end(), [&](const auto& q) { return q && *q <= *other; });
      smallest = std::min(smallest, family * *other / static_cast<double>(place));
    }
    adjusted.push_back(smallest);
  }
  return adjusted;
}

}  // namespace retable::reports::verify
