#include "reports/verify/plain_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace retable::reports::verify {
namespace {

double Average(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool IsFinite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

double LargestSize(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

double DrawnMean(const std::vector<double>& pool, std::size_t n, std::mt19937_64& random) {
  std::uniform_int_distribution<std::size_t> any(0, pool.size() - 1);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += pool[any(random)];
  return sum / static_cast<double>(n);
}

PlainTails DrawnTails(double chosen, std::size_t n, const std::vector<double>& pool) {
  const double tie = 1e-12 * LargestSize(pool);
  std::mt19937_64 random(1);
  PlainTails tails{.less = 0, .greater = 0};
  for (int draw = 0; draw < static_cast<int>(kDraws); ++draw) {
    const double mean = DrawnMean(pool, n, random);
    tails.greater += mean <= chosen + tie;
    tails.less += mean >= chosen - tie;
  }
  tails.less /= kDraws;
  tails.greater /= kDraws;
  tails.error = std::max(DrawnError(tails.less, kDraws), DrawnError(tails.greater, kDraws));
  return tails;
}

// Student's t of the mean of x - ratio y.
double TOfRatio(const std::vector<double>& x, const std::vector<double>& y, double ratio) {
  std::vector<double> rest;
  for (std::size_t i = 0; i < x.size(); ++i) rest.push_back(x[i] - ratio * y[i]);
  return Average(rest) / (StandardDeviation(rest) / std::sqrt(static_cast<double>(x.size())));
}

// The last ratio on that side of the estimate whose |t| is at most `critical`.
double EndOfRatios(const std::vector<double>& x, const std::vector<double>& y, double estimate, double step,
                   double critical) {
  const auto is_inside = [&](double ratio) { return !(std::abs(TOfRatio(x, y, ratio)) > critical); };
  double inside = estimate;
  while (is_inside(inside + step)) {
    inside += step;
    step *= 2;
  }
  double outside = inside + step;
  for (int halving = 0; halving < 100; ++halving) {
    const double middle = (inside + outside) / 2;
    (is_inside(middle) ? inside : outside) = middle;
  }
  return inside;
}

std::vector<double> Rising(const std::vector<double>& means) {
  std::vector<double> rising;
  for (std::size_t at = 0; at < means.size(); ++at) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t start = 0; start <= at; ++start) {
      double least = std::numeric_limits<double>::infinity(), sum = 0;
      for (std::size_t end = start; end < means.size(); ++end) {
        sum += means[end];
        if (end >= at) least = std::min(least, sum / static_cast<double>(end - start + 1));
      }
      most = std::max(most, least);
    }
    rising.push_back(most);
  }
  return rising;
}

double PlaceOfMeans(const std::vector<double>& shares, const std::vector<double>& means, double value) {
  const std::vector<double> rising = Rising(means);
  if (value <= rising.front()) return shares.front();
  for (std::size_t i = 1; i < rising.size(); ++i) {
    if (value > rising[i]) continue;
    return shares[i] - (shares[i] - shares[i - 1]) * (rising[i] - value) / (rising[i] - rising[i - 1]);
  }
  return shares.back();
}

double Quantile(const std::vector<double>& sorted, double p) {
  return sorted[static_cast<std::size_t>(p * static_cast<double>(sorted.size() - 1))];
}

}  // namespace

std::optional<SharedNoise> NoiseOf(const std::vector<double>& blocks, const std::vector<SeedLuck>& seeds) {
  if (blocks.size() < 2 || !IsFinite(blocks)) return std::nullopt;
  double squares = 0, df = 0, shared = 0;
  for (const SeedLuck& seed : seeds) {
    const double count = static_cast<double>(seed.baselines.size());
    if (count == 0) {
      if (seed.share > 0) return std::nullopt;
      continue;
    }
    const double mean = Average(seed.baselines);
    for (const double baseline : seed.baselines) squares += (baseline - mean) * (baseline - mean);
    df += count - 1;
    shared += seed.share * seed.share * (1 + 1 / count);
  }
  if (df == 0) return std::nullopt;
  const double n = static_cast<double>(blocks.size());
  const double luck = squares / df * shared, own = std::pow(StandardDeviation(blocks), 2) / n;
  if (luck + own <= 0) return std::nullopt;
  return SharedNoise{.mean = Average(blocks),
                     .error = std::sqrt(luck + own),
                     .df = std::pow(luck + own, 2) / (luck * luck / df + own * own / (n - 1))};
}

PlainTails TailsOf(const SharedNoise& noise, double null) {
  const double t = (noise.mean - null) / noise.error;
  return {.less = StudentUpper(-t, noise.df), .greater = StudentUpper(t, noise.df)};
}

PlainInterval IntervalOf(const SharedNoise& noise, double confidence) {
  const double reach = StudentCritical((1 - confidence) / 2, noise.df) * noise.error;
  return {.low = noise.mean - reach, .high = noise.mean + reach, .confidence = confidence};
}

std::optional<PlainChoice> ChoiceOf(const std::vector<double>& chosen, const std::vector<double>& pool,
                                    double confidence) {
  if (chosen.size() < 2 || pool.size() < 2) return std::nullopt;
  const double mean = Average(pool), n = static_cast<double>(chosen.size());
  double squares = 0;
  for (const double value : pool) squares += (value - mean) * (value - mean);
  const double sd = std::sqrt(squares / static_cast<double>(pool.size()));
  if (sd <= 1e-14 * LargestSize(pool)) return std::nullopt;
  PlainChoice choice;
  choice.difference = mean - Average(chosen);
  choice.z = choice.difference * std::sqrt(n) / sd;
  choice.tails = DrawnTails(Average(chosen), chosen.size(), pool);
  const auto of_chosen = Mean(chosen, confidence);
  if (of_chosen && of_chosen->interval) {
    choice.interval = PlainInterval{.low = mean - of_chosen->interval->high,
                                    .high = mean - of_chosen->interval->low,
                                    .confidence = confidence};
  }
  return choice;
}

std::optional<PlainEffect> RatioOf(const std::vector<double>& x, const std::vector<double>& y,
                                   double confidence) {
  if (x.size() < 2) return std::nullopt;
  const double root = std::sqrt(static_cast<double>(y.size()));
  const double critical = StudentCritical((1 - confidence) / 2, static_cast<double>(x.size()) - 1);
  const double reach = critical * StandardDeviation(y) / root;
  if (!(std::abs(Average(y)) > reach)) return std::nullopt;
  const double estimate = Average(x) / Average(y);
  const double step = 1e-3 * std::max(1.0, std::abs(estimate));
  return PlainEffect{.estimate = estimate,
                     .interval = PlainInterval{.low = EndOfRatios(x, y, estimate, -step, critical),
                                               .high = EndOfRatios(x, y, estimate, step, critical),
                                               .confidence = confidence}};
}

double PlaceOf(const std::vector<double>& shares, const std::vector<std::vector<double>>& columns,
               const std::vector<double>& values) {
  std::vector<double> means;
  for (const std::vector<double>& column : columns) means.push_back(Average(column));
  return PlaceOfMeans(shares, means, Average(values));
}

std::optional<PlaceBounds> PlaceBoundsOf(const std::vector<double>& shares,
                                         const std::vector<std::vector<double>>& columns,
                                         const std::vector<double>& values) {
  constexpr int kResamples = 40'000;
  const std::size_t blocks = values.size();
  if (blocks < 2) return std::nullopt;
  std::mt19937_64 random(1);
  std::uniform_int_distribution<std::size_t> any(0, blocks - 1);
  std::vector<double> places;
  for (int resample = 0; resample < kResamples; ++resample) {
    std::vector<double> means(columns.size());
    double value = 0;
    for (std::size_t i = 0; i < blocks; ++i) {
      const std::size_t block = any(random);
      for (std::size_t c = 0; c < columns.size(); ++c)
        means[c] += columns[c][block] / static_cast<double>(blocks);
      value += values[block] / static_cast<double>(blocks);
    }
    places.push_back(PlaceOfMeans(shares, means, value));
  }
  std::sort(places.begin(), places.end());
  if (places.back() - places.front() <= 1e-12) return std::nullopt;
  const auto between = [&](double low, double high) {
    return PlainInterval{.low = Quantile(places, low), .high = Quantile(places, high), .confidence = 0};
  };
  return PlaceBounds{.low = between(0.015, 0.035), .high = between(0.965, 0.985)};
}

}  // namespace retable::reports::verify
