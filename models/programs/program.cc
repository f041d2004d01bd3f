#include "models/programs/program.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace retable::models::programs {
namespace {

[[noreturn]] void Refuse(const std::string& what) { throw std::invalid_argument(what); }

std::string Text(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

// Throws unless low <= value <= high; NaN is refused too.
void CheckRange(double value, double low, double high, const std::string& what) {
  if (!(value >= low && value <= high)) {
    Refuse(what + " is " + Text(value) + "; it must lie between " + Text(low) + " and " + Text(high));
  }
}

void CheckAtMost(std::size_t count, int most, const std::string& what) {
  if (count > static_cast<std::size_t>(most)) {
    Refuse(std::to_string(count) + " " + what + ", and at most " + std::to_string(most) + " are allowed");
  }
}

void CheckRead(const Read& read) {
  CheckRange(read.back, 0, kMaxBack, "how far back " + std::string(Name(read.feature)) + " is read");
}

void CheckComparison(const DistanceTest& test) { CheckRange(test.value, 0, Limits::kValue, "a distance"); }
void CheckComparison(const KeyAgainstQuery& pair) {
  CheckRead(pair.key);
  CheckRead(pair.query);
}
void CheckComparison(const KeyTest& test) {
  CheckRead(test.key);
  CheckRange(test.value, 0, Limits::kValue,
             "the number compared with " + std::string(Name(test.key.feature)));
}
void CheckComparison(const QueryTest& test) {
  CheckRead(test.query);
  CheckRange(test.value, 0, Limits::kValue,
             "the number compared with " + std::string(Name(test.query.feature)));
}

Op NegationOf(Op op) {
  switch (op) {
    case Op::kEqual:
      return Op::kUnequal;
    case Op::kUnequal:
      return Op::kEqual;
    case Op::kLess:
      return Op::kAtLeast;
    case Op::kAtMost:
      return Op::kMore;
    case Op::kMore:
      return Op::kAtMost;
    case Op::kAtLeast:
      return Op::kLess;
  }
  Refuse("a comparison has no operator");
}

enum class Truth { kAlways, kNever, kDepends };

// Of a number: <= v is < v + 1, and > v is >= v + 1.
Truth SimplifyNumber(Op& op, std::int32_t& value) {
  if (op == Op::kAtMost || op == Op::kMore) {
    op = op == Op::kAtMost ? Op::kLess : Op::kAtLeast;
    ++value;
  }
  return Truth::kDepends;
}

// Of a distance, which is 0 at least.
Truth SimplifyDistance(Op& op, std::int32_t& value) {
  SimplifyNumber(op, value);
  if (value == 0 && op == Op::kLess) return Truth::kNever;
  if (value == 0 && op == Op::kAtLeast) return Truth::kAlways;
  if (value == 0 && op == Op::kUnequal) {
    op = Op::kAtLeast;
    value = 1;
  } else if (value == 1 && op == Op::kLess) {
    op = Op::kEqual;
    value = 0;
  }
  return Truth::kDepends;
}

// Of a flag, which is 0 or 1.
Truth SimplifyFlag(Op& op, std::int32_t& value) {
  const bool at_zero = Holds(0, op, value), at_one = Holds(1, op, value);
  if (at_zero == at_one) return at_one ? Truth::kAlways : Truth::kNever;
  op = Op::kEqual;
  value = at_one;
  return Truth::kDepends;
}

Truth Simplify(DistanceTest& test) { return SimplifyDistance(test.op, test.value); }
Truth Simplify(KeyAgainstQuery&) { return Truth::kDepends; }
Truth Simplify(KeyTest& test) {
  return (IsFlag(test.key.feature) ? SimplifyFlag : SimplifyNumber)(test.op, test.value);
}
Truth Simplify(QueryTest& test) {
  return (IsFlag(test.query.feature) ? SimplifyFlag : SimplifyNumber)(test.op, test.value);
}

Truth Simplify(Comparison& comparison) {
  return std::visit([](auto& one) { return Simplify(one); }, comparison);
}

template <typename T>
void SortAndUnique(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

// Nothing if it never holds.
std::optional<Conjunction> CanonicalConjunction(const Conjunction& conjunction) {
  CheckAtMost(conjunction.size(), Limits::kComparisons, "comparisons are joined by \"and\"");
  Conjunction kept;
  for (Comparison comparison : conjunction) {
    std::visit([](const auto& one) { CheckComparison(one); }, comparison);
    const Truth truth = Simplify(comparison);
    if (truth == Truth::kNever) return std::nullopt;
    std::visit([](const auto& one) { CheckComparison(one); }, comparison);
    if (truth == Truth::kDepends) kept.push_back(comparison);
  }
  SortAndUnique(kept);
  const auto contradicts = [&](const Comparison& comparison) {
    Comparison negation = Negation(comparison);
    Simplify(negation);
    return std::ranges::binary_search(kept, negation);
  };
  if (std::ranges::any_of(kept, contradicts)) return std::nullopt;
  return kept;
}

// (a) or (a and b) is (a).
void Absorb(Predicate& predicate) {
  const Predicate all = predicate;
  std::erase_if(predicate, [&](const Conjunction& conjunction) {
    return std::ranges::any_of(all, [&](const Conjunction& other) {
      return other.size() < conjunction.size() && std::ranges::includes(conjunction, other);
    });
  });
}

Term CanonicalTerm(Term term) {
  term.predicate = CanonicalPredicate(term.predicate);
  if (term.predicate.empty()) Refuse("a term selects nothing: its predicate never holds");
  if (term.pick == Pick::kAll) term.count = 1;
  CheckRange(term.count, 1, Limits::kValue, "how many keys a term picks");
  if (term.spread != Spread::kDecay)
    term.rate = 0;
  else if (!(term.rate > 0 && term.rate < 1))
    Refuse("a decay of " + Text(term.rate) + " is not between 0 and 1");
  return term;
}

// By term, equal terms merged (the lightest first, so that the sum does not depend on the order given).
void MergeEqualTerms(std::vector<WeightedTerm>& terms) {
  std::ranges::sort(terms, [](const WeightedTerm& a, const WeightedTerm& b) {
    const auto order = a.term <=> b.term;
    return order == 0 ? a.weight < b.weight : order < 0;
  });
  std::vector<WeightedTerm> merged;
  for (WeightedTerm& term : terms) {
    if (!merged.empty() && merged.back().term == term.term)
      merged.back().weight += term.weight;
    else
      merged.push_back(std::move(term));
  }
  terms = std::move(merged);
}

bool ReadsTokens(const Read& read) { return read.feature != Feature::kPosition; }
bool ReadsTokens(const DistanceTest&) { return false; }
bool ReadsTokens(const KeyAgainstQuery& pair) { return ReadsTokens(pair.key) || ReadsTokens(pair.query); }
bool ReadsTokens(const KeyTest& test) { return ReadsTokens(test.key); }
bool ReadsTokens(const QueryTest& test) { return ReadsTokens(test.query); }

}  // namespace

Comparison Negation(const Comparison& comparison) {
  Comparison negation = comparison;
  std::visit([](auto& one) { one.op = NegationOf(one.op); }, negation);
  return negation;
}

Predicate CanonicalPredicate(const Predicate& predicate) {
  CheckAtMost(predicate.size(), Limits::kConjunctions, "alternatives are joined by \"or\"");
  Predicate canonical;
  for (const Conjunction& conjunction : predicate) {
    if (auto kept = CanonicalConjunction(conjunction)) canonical.push_back(std::move(*kept));
  }
  SortAndUnique(canonical);
  Absorb(canonical);
  return canonical;
}

Program Canonical(const Program& program) {
  if (program.terms.empty()) Refuse("a program needs at least one term");
  CheckAtMost(program.terms.size(), Limits::kTerms, "terms in one program");
  if (!(program.sink >= 0 && program.sink < 1)) {
    Refuse("a sink of " + Text(program.sink) + " is no share below 1 of a row");
  }
  Program canonical{program.combine, {}, program.sink == 0 ? 0 : program.sink};  // no -0
  for (const auto& [weight, term] : program.terms) {
    CheckRange(weight, Limits::kLeastWeight, Limits::kMostWeight, "a weight");
    canonical.terms.push_back({weight, CanonicalTerm(term)});
  }
  MergeEqualTerms(canonical.terms);
  for (const auto& term : canonical.terms) {
    CheckRange(term.weight, Limits::kLeastWeight, Limits::kMostWeight, "the weight of equal terms together");
  }
  std::ranges::stable_sort(canonical.terms, [](const auto& a, const auto& b) { return a.weight > b.weight; });
  if (canonical.terms.size() == 1) {
    canonical.terms.front().weight = 1;
    canonical.combine = Combine::kMix;
  }
  return canonical;
}

bool ReadsTokens(const Program& program) {
  for (const auto& [weight, term] : program.terms) {
    for (const Conjunction& conjunction : term.predicate) {
      for (const Comparison& comparison : conjunction) {
        if (std::visit([](const auto& one) { return ReadsTokens(one); }, comparison)) return true;
      }
    }
  }
  return false;
}

}  // namespace retable::models::programs
