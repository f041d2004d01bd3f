// A symbolic attention rule as a value: where does token i (the query) look among tokens 0 ... i (the keys)?
//
//   A comparison asks something of a (query i, key j) pair, a predicate is an `or` of `and`s of comparisons.
//   A term selects the keys j <= i that the predicate holds for, all of them or the first or last few, and
//   spreads weight over them: s[i, j] = 1, or rate^(i - j), or 1 / (1 + i - j). Where it selects nothing, all
//   of its weight goes where `otherwise` says. A program combines terms, w their weights:
//     mix   row i is the mean, weighted by w, of the terms' rows, each normalised to sum 1
//     add   row i is the sum of w * s over the terms, normalised
//   and gives the share `sink` of each row to token 0:  (1 - sink) * row + sink * [j = 0].
//   A row that no term gives anything to looks at token 0.
//
// So rows are causal, non-negative and sum to 1, and row i depends on tokens 0 ... i only (features.h).
// Reading the feature of the token before the key expresses shifts: `id[-1] = query.id` holds for the keys
// that stand just after a token like the query, which is induction.
//
// A comparison with something absent: a number that is absent on the key's side differs from every number on
// the query's side and is less than all of them; one that is absent on the query's side, likewise. (Keys: -1;
// queries: -2.)
#ifndef RETABLE_MODELS_PROGRAMS_PROGRAM_H_
#define RETABLE_MODELS_PROGRAMS_PROGRAM_H_

#include <compare>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "models/programs/features.h"

namespace retable::models::programs {

enum class Op : std::uint8_t { kEqual, kUnequal, kLess, kAtMost, kMore, kAtLeast };

// The feature of the token `back` places before the key or query.
struct Read {
  Feature feature = Feature::kId;
  int back = 0;
  auto operator<=>(const Read&) const = default;
};

// left `op` right
constexpr bool Holds(std::int32_t left, Op op, std::int32_t right) {
  switch (op) {
    case Op::kEqual:
      return left == right;
    case Op::kUnequal:
      return left != right;
    case Op::kLess:
      return left < right;
    case Op::kAtMost:
      return left <= right;
    case Op::kMore:
      return left > right;
    case Op::kAtLeast:
      return left >= right;
  }
  return false;
}

// i - j `op` value
struct DistanceTest {
  Op op = Op::kEqual;
  std::int32_t value = 0;
  auto operator<=>(const DistanceTest&) const = default;
};

struct KeyAgainstQuery {
  Read key;
  Op op = Op::kEqual;
  Read query;
  auto operator<=>(const KeyAgainstQuery&) const = default;
};

struct KeyTest {
  Read key;
  Op op = Op::kEqual;
  std::int32_t value = 0;
  auto operator<=>(const KeyTest&) const = default;
};

struct QueryTest {
  Read query;
  Op op = Op::kEqual;
  std::int32_t value = 0;
  auto operator<=>(const QueryTest&) const = default;
};

using Comparison = std::variant<DistanceTest, KeyAgainstQuery, KeyTest, QueryTest>;
using Conjunction = std::vector<Comparison>;  // all hold; empty: holds always
using Predicate = std::vector<Conjunction>;   // one of them holds; empty: holds never, and is refused

enum class Pick : std::uint8_t { kAll, kFirst, kLast };
enum class Spread : std::uint8_t { kEven, kDecay, kInverse };
enum class Otherwise : std::uint8_t { kFirst, kSelf, kPrevious, kAll, kDrop };  // previous of token 0: itself

struct Term {
  Pick pick = Pick::kAll;
  int count = 1;  // of kFirst and kLast
  Predicate predicate = {{}};
  Spread spread = Spread::kEven;
  double rate = 0;  // of kDecay
  Otherwise otherwise = Otherwise::kFirst;
  auto operator<=>(const Term&) const = default;
};

struct WeightedTerm {
  double weight = 1;
  Term term;
  friend bool operator==(const WeightedTerm&, const WeightedTerm&) = default;
};

enum class Combine : std::uint8_t { kMix, kAdd };

struct Program {
  Combine combine = Combine::kMix;
  std::vector<WeightedTerm> terms;
  double sink = 0;
  friend bool operator==(const Program&, const Program&) = default;
};

// What a program may hold; more is refused.
struct Limits {
  static constexpr int kTerms = 64;
  static constexpr int kConjunctions = 64;               // of a predicate
  static constexpr int kComparisons = 32;                // of a conjunction
  static constexpr std::int32_t kValue = 1'000'000'000;  // constants and counts
  static constexpr double kLeastWeight = 1e-9, kMostWeight = 1e9;
};

// The comparison that holds exactly when this one does not.
Comparison Negation(const Comparison& comparison);

// The same predicate with comparisons written in one way (< and >= for constants of numbers, = for flags),
// sorted, each once, and without what is always or never true. May come out empty: then it never holds.
// Throws std::invalid_argument for what Canonical refuses.
Predicate CanonicalPredicate(const Predicate& predicate);

// The program in its one canonical form: predicates as above, equal terms merged, terms by falling weight,
// what is not used at its default, the weight of a lone term 1, and a lone term a mix. Canonical programs are
// equal exactly if their texts are (print.h). Weights are not scaled to sum 1: they stay as written. Throws
// std::invalid_argument that says what is wrong: no term, more than Limits allow, a weight or rate or sink
// outside its range, a predicate that never holds, a feature read too far back.
Program Canonical(const Program& program);

// Whether it asks for anything but positions and distances. If not, its matrix is the same for every document
// of a length, and pairing it with another document changes nothing.
bool ReadsTokens(const Program& program);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_PROGRAM_H_
