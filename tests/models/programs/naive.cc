#include "tests/models/programs/naive.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace retable::models::programs {
namespace {

using Row = std::vector<double>;  // keys 0 .. i

long ValueOf(const Features& features, const Read& read, int token, long absent) {
  const int at = token - read.back;
  if (at < 0) return IsFlag(read.feature) ? 0 : absent;
  const long value = features.Column(read.feature)[at];
  return value < 0 ? absent : value;
}

bool Compare(long left, Op op, long right) {
  if (op == Op::kEqual) return left == right;
  if (op == Op::kUnequal) return left != right;
  if (op == Op::kLess) return left < right;
  if (op == Op::kAtMost) return left <= right;
  if (op == Op::kMore) return left > right;
  return left >= right;
}

struct Pair {
  const Features& features;
  int i, j;
  long Key(const Read& read) const { return ValueOf(features, read, j, -1); }
  long Query(const Read& read) const { return ValueOf(features, read, i, -2); }
  bool operator()(const DistanceTest& test) const { return Compare(i - j, test.op, test.value); }
  bool operator()(const KeyAgainstQuery& both) const {
    return Compare(Key(both.key), both.op, Query(both.query));
  }
  bool operator()(const KeyTest& test) const { return Compare(Key(test.key), test.op, test.value); }
  bool operator()(const QueryTest& test) const { return Compare(Query(test.query), test.op, test.value); }
  bool operator()(const Conjunction& conjunction) const {
    return std::ranges::all_of(conjunction, [&](const Comparison& one) { return std::visit(*this, one); });
  }
};

// s[i, 0 .. i] of a term; empty where the term drops out.
Row TermRow(const Term& term, const Features& features, int i) {
  std::vector<int> keys;
  for (int j = 0; j <= i; ++j) {
    if (std::ranges::any_of(term.predicate, Pair{features, i, j})) keys.push_back(j);
  }
  const auto count = std::min<std::size_t>(keys.size(), term.count);
  if (term.pick == Pick::kFirst) keys.resize(count);
  if (term.pick == Pick::kLast) keys.erase(keys.begin(), keys.end() - static_cast<long>(count));
  Row row(i + 1, 0.0);
  for (const int j : keys) {
    row[j] = term.spread == Spread::kEven    ? 1
             : term.spread == Spread::kDecay ? std::pow(term.rate, i - j)
                                             : 1.0 / (1 + i - j);
  }
  if (!keys.empty()) return row;
  switch (term.otherwise) {
    case Otherwise::kDrop:
      return {};
    case Otherwise::kFirst:
      row[0] = 1;
      break;
    case Otherwise::kSelf:
      row[i] = 1;
      break;
    case Otherwise::kPrevious:
      row[std::max(i - 1, 0)] = 1;
      break;
    case Otherwise::kAll:
      row.assign(i + 1, 1.0 / (i + 1));
      break;
  }
  return row;
}

double Sum(const Row& row) { return std::accumulate(row.begin(), row.end(), 0.0); }

}  // namespace

std::vector<double> NaiveMatrix(const Program& program, const Features& features) {
  const int tokens = features.tokens();
  std::vector<double> matrix(static_cast<std::size_t>(tokens) * tokens, 0.0);
  for (int i = 0; i < tokens; ++i) {
    Row total(i + 1, 0.0);
    for (const auto& [weight, term] : program.terms) {
      const Row row = TermRow(term, features, i);
      const double scale = program.combine == Combine::kMix ? weight / Sum(row) : weight;
      for (std::size_t j = 0; j < row.size(); ++j) total[j] += scale * row[j];
    }
    const double sum = Sum(total);
    for (int j = 0; j <= i; ++j) {
      const double share = sum > 0 ? total[j] / sum : (j == 0 ? 1 : 0);
      matrix[static_cast<std::size_t>(i) * tokens + j] =
          (1 - program.sink) * share + (j == 0 ? program.sink : 0);
    }
  }
  return matrix;
}

}  // namespace retable::models::programs
