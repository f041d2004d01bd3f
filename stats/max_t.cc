#include "stats/max_t.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "stats/checks.h"
#include "stats/moments.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

constexpr std::size_t kMostExactUnits = 20;
constexpr double kMostExactSums = 0x1p20 * 100;  // flips times contrasts
constexpr double kTolerance = 1e-12;

using Row = std::vector<double>;

bool ExactWithinReach(std::size_t units, std::size_t contrasts) {
  return units <= kMostExactUnits &&
         std::exp2(static_cast<double>(units)) * static_cast<double>(contrasts) <= kMostExactSums;
}

// Columns of length 1, so that a sum over units is u_c.
std::vector<Row> Normalized(std::span<const Row> rows) {
  std::vector<Row> normalized(rows.begin(), rows.end());
  const std::size_t contrasts = rows[0].size();
  for (std::size_t c = 0; c < contrasts; ++c) {
    std::vector<double> column;
    for (const Row& row : rows) column.push_back(row[c]);
    const double largest = LargestMagnitude(column);
    if (largest == 0) throw Undefined("contrast number " + std::to_string(c + 1) + " is zero for every unit");
    double squares = 0;
    for (double value : column) squares += (value / largest) * (value / largest);
    for (Row& row : normalized) row[c] = row[c] / largest / std::sqrt(squares);
  }
  return normalized;
}

// Sums over `rows` for every assignment of signs: bit i of the index flips row i.
std::vector<Row> AllSums(std::span<const Row> rows, std::size_t contrasts) {
  std::vector<Row> sums = {Row(contrasts, 0)};
  for (const Row& row : rows) {
    const std::size_t count = sums.size();
    for (std::size_t s = 0; s < count; ++s) {
      Row flipped = sums[s];
      for (std::size_t c = 0; c < contrasts; ++c) {
        flipped[c] -= row[c];
        sums[s][c] += row[c];
      }
      sums.push_back(std::move(flipped));
    }
  }
  return sums;
}

double Statistic(double u, Side side) {
  return side == Side::kTwoSided ? std::abs(u) : side == Side::kLess ? -u : u;
}

class Counter {
 public:
  Counter(const Row& observed, Side side)
      : side_(side), alone_(observed.size(), 0), stepped_(observed.size(), 0) {
    for (double u : observed) observed_.push_back(Statistic(u, side));
    order_.resize(observed.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return observed_[a] < observed_[b]; });
  }

  void Add(const Row& sums) {
    double largest = -HUGE_VAL;
    for (std::size_t c : order_) {  // from the smallest observed: the maximum over it and all smaller ones
      const double u = Statistic(sums[c], side_);
      largest = std::max(largest, u);
      alone_[c] += u >= observed_[c] - kTolerance;
      stepped_[c] += largest >= observed_[c] - kTolerance;
    }
  }

  // `extra` is 1 for a Monte Carlo sample, which counts the observed assignment too.
  void Finish(double all, double extra, MaxTResult& result) const {
    result.p.resize(order_.size());
    result.adjusted_p.resize(order_.size());
    double running = 0;
    for (std::size_t place = order_.size(); place-- > 0;) {
      const std::size_t c = order_[place];
      result.p[c] = (static_cast<double>(alone_[c]) + extra) / (all + extra);
      running = std::max(running, (static_cast<double>(stepped_[c]) + extra) / (all + extra));
      result.adjusted_p[c] = running;
    }
  }

 private:
  Side side_;
  std::vector<double> observed_;
  std::vector<std::size_t> order_;
  std::vector<std::int64_t> alone_;
  std::vector<std::int64_t> stepped_;
};

void CountAll(std::span<const Row> rows, std::size_t contrasts, Counter& counter) {
  const std::size_t half = rows.size() / 2;
  const std::vector<Row> first = AllSums(rows.first(half), contrasts);
  const std::vector<Row> second = AllSums(rows.subspan(half), contrasts);
  Row sums(contrasts);
  for (const Row& a : first) {
    for (const Row& b : second) {
      for (std::size_t c = 0; c < contrasts; ++c) sums[c] = a[c] + b[c];
      counter.Add(sums);
    }
  }
}

void CountDrawn(std::span<const Row> rows, std::size_t contrasts, const MaxTOptions& options,
                Counter& counter) {
  Random random(options.seed);
  Row sums(contrasts);
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    std::fill(sums.begin(), sums.end(), 0.0);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i % 64 == 0) bits = random.Bits();
      const double sign = (bits >> (i % 64) & 1u) != 0 ? 1 : -1;
      for (std::size_t c = 0; c < contrasts; ++c) sums[c] += sign * rows[i][c];
    }
    counter.Add(sums);
  }
}

}  // namespace

MaxTResult MaxT(std::span<const std::vector<double>> rows, const MaxTOptions& options) {
  RequireAtLeast(rows.size(), 1, "unit");
  const std::size_t contrasts = rows[0].size();
  RequireAtLeast(contrasts, 1, "contrast");
  for (const Row& row : rows) {
    RequireSameSize(contrasts, row.size());
    RequireFinite(row, "contrast");
  }
  const std::vector<Row> normalized = Normalized(rows);
  Row observed(contrasts, 0);
  for (const Row& row : normalized) {
    for (std::size_t c = 0; c < contrasts; ++c) observed[c] += row[c];
  }
  Counter counter(observed, options.side);
  MaxTResult result;
  result.distribution = options.distribution;
  if (options.distribution == NullDistribution::kAutomatic) {
    result.distribution =
        ExactWithinReach(rows.size(), contrasts) ? NullDistribution::kExact : NullDistribution::kMonteCarlo;
  }
  if (result.distribution == NullDistribution::kExact) {
    if (!ExactWithinReach(rows.size(), contrasts)) {
      throw Undefined("joint flips are counted exactly up to 20 units of 100 contrasts; there are " +
                      std::to_string(rows.size()) + " of " + std::to_string(contrasts));
    }
    CountAll(normalized, contrasts, counter);
    counter.Finish(std::exp2(static_cast<double>(rows.size())), 0, result);
  } else if (result.distribution == NullDistribution::kMonteCarlo) {
    RequireDraws(rows.size() * contrasts, options.draws);
    CountDrawn(normalized, contrasts, options, counter);
    result.draws = options.draws;
    counter.Finish(static_cast<double>(options.draws), 1, result);
  } else {
    throw Undefined("max-T is exact or by Monte Carlo");
  }
  return result;
}

}  // namespace retable::stats
