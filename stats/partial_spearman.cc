#include "stats/partial_spearman.h"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "stats/checks.h"
#include "stats/random.h"
#include "stats/ranks.h"
#include "stats/spearman.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

using Members = std::vector<std::vector<std::size_t>>;  // points of each block

Members GroupByBlock(std::span<const int> blocks) {
  std::map<int, std::vector<std::size_t>> by_label;
  for (std::size_t i = 0; i < blocks.size(); ++i) by_label[blocks[i]].push_back(i);
  Members members;
  for (auto& [label, points] : by_label) members.push_back(std::move(points));
  return members;
}

std::vector<double> CentredWithin(const std::vector<std::int64_t>& ranks, const Members& members) {
  std::vector<double> centred(ranks.size());
  for (const auto& block : members) {
    double sum = 0;
    for (std::size_t i : block) sum += static_cast<double>(ranks[i]);
    for (std::size_t i : block)
      centred[i] = static_cast<double>(ranks[i]) - sum / static_cast<double>(block.size());
  }
  return centred;
}

double Product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::int64_t Product(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Tails WithinBlockTails(const std::vector<std::int64_t>& a, std::vector<std::int64_t> b,
                       const Members& members, const CorrelationOptions& options) {
  RequireDraws(a.size(), options.draws);
  const std::int64_t observed = Product(a, b);
  Random random(options.seed);
  std::size_t less = 0;
  std::size_t greater = 0;
  for (std::size_t draw = 0; draw < options.draws; ++draw) {
    for (const auto& block : members) {
      for (std::size_t left = block.size(); left > 1; --left) {
        std::swap(b[block[left - 1]], b[block[random.Below(left)]]);
      }
    }
    const std::int64_t sum = Product(a, b);
    less += sum <= observed;
    greater += sum >= observed;
  }
  const double all = static_cast<double>(options.draws + 1);
  return {.less = static_cast<double>(less + 1) / all, .greater = static_cast<double>(greater + 1) / all};
}

double Clamped(double r) { return std::min(1.0, std::max(-1.0, r)); }

}  // namespace

CorrelationResult PartialSpearman(std::span<const double> x, std::span<const double> y,
                                  std::span<const int> blocks, const CorrelationOptions& options) {
  RequireSameSize(x.size(), y.size());
  RequireSameSize(x.size(), blocks.size());
  const Members members = GroupByBlock(blocks);
  const std::vector<std::int64_t> a = MidRanks(x, AbsoluteTolerance(x, options.tie_tolerance)).doubled;
  const std::vector<std::int64_t> b = MidRanks(y, AbsoluteTolerance(y, options.tie_tolerance)).doubled;
  const std::vector<double> rows = CentredWithin(a, members);
  const std::vector<double> columns = CentredWithin(b, members);
  const double squares_a = Product(rows, rows);
  const double squares_b = Product(columns, columns);
  // Ranks are whole and blocks small: a centred square that is not zero is at least about 1.
  if (squares_a < 1e-6 || squares_b < 1e-6) throw Undefined("a column is constant within every block");

  CorrelationResult result;
  result.n = x.size();
  result.estimate = Clamped(Product(rows, columns) / (std::sqrt(squares_a) * std::sqrt(squares_b)));
  if (options.distribution == NullDistribution::kStudent) {
    result.distribution = NullDistribution::kStudent;
    const double df = static_cast<double>(x.size()) - static_cast<double>(members.size()) - 1;
    result.p = PValue(CorrelationStudentTails(result.estimate, df), options.side);
    return result;
  }
  if (options.distribution != NullDistribution::kAutomatic &&
      options.distribution != NullDistribution::kMonteCarlo) {
    throw Undefined("a partial rank correlation has a Monte Carlo and a t distribution, and no other");
  }
  result.distribution = NullDistribution::kMonteCarlo;
  result.draws = options.draws;
  result.p = PValue(WithinBlockTails(a, b, members, options), options.side);
  return result;
}

CorrelationResult PartialSpearmanGiven(std::span<const double> x, std::span<const double> y,
                                       std::span<const double> given, const CorrelationOptions& options) {
  if (options.distribution != NullDistribution::kAutomatic &&
      options.distribution != NullDistribution::kStudent) {
    throw Undefined("a rank correlation given a number has a t distribution, and no other");
  }
  RequireAtLeast(x.size(), 4, "point");
  CorrelationOptions plain = options;
  plain.distribution = NullDistribution::kMonteCarlo;
  plain.draws = 1;  // only the estimates are used
  const double xy = Spearman(x, y, plain).estimate;
  const double xz = Spearman(x, given, plain).estimate;
  const double yz = Spearman(y, given, plain).estimate;
  if (std::abs(xz) == 1 || std::abs(yz) == 1) throw Undefined("the given column decides one of the others");
  CorrelationResult result;
  result.n = x.size();
  result.estimate = Clamped((xy - xz * yz) / std::sqrt((1 - xz) * (1 + xz) * (1 - yz) * (1 + yz)));
  result.distribution = NullDistribution::kStudent;
  result.p =
      PValue(CorrelationStudentTails(result.estimate, static_cast<double>(x.size()) - 3), options.side);
  return result;
}

}  // namespace retable::stats
