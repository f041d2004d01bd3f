#include "tests/models/programs/random_programs.h"

#include <stdexcept>

#include "models/programs/features.h"

namespace retable::models::programs {
namespace {

int Below(data::Random& random, int bound) { return static_cast<int>(random.Below(bound)); }

template <typename Enum>
Enum OneOf(data::Random& random, Enum last) {
  return static_cast<Enum>(Below(random, static_cast<int>(last) + 1));
}

Read RandomRead(data::Random& random) {
  return {static_cast<Feature>(Below(random, kFeatures)), Below(random, 3) == 0 ? Below(random, 4) : 0};
}

Comparison RandomComparison(data::Random& random) {
  const Op op = OneOf(random, Op::kAtLeast);
  const Read read = RandomRead(random);
  switch (Below(random, 8)) {
    case 0:
      return DistanceTest{op, Below(random, 6)};
    case 1:
      return DistanceTest{Op::kAtLeast, 1};
    case 2:
      return KeyTest{read, op, Below(random, 4)};
    case 3:
      return QueryTest{read, op, Below(random, 4)};
    case 4:
      return KeyAgainstQuery{read, op, RandomRead(random)};
    case 5:
      return KeyAgainstQuery{{Feature::kPosition}, Op::kEqual, {Feature::kBracket}};
    default:
      return KeyAgainstQuery{read, Op::kEqual, {read.feature, Below(random, 3)}};
  }
}

Term RandomTerm(data::Random& random) {
  Term term{.pick = OneOf(random, Pick::kLast), .count = 1 + Below(random, 4)};
  term.predicate.resize(1 + (Below(random, 3) == 0 ? Below(random, 3) : 0));
  for (Conjunction& conjunction : term.predicate) {
    conjunction.clear();
    for (int left = Below(random, 4); left > 0; --left) conjunction.push_back(RandomComparison(random));
  }
  term.spread = OneOf(random, Spread::kInverse);
  term.rate = 0.05 + 0.9 * random.Uniform();
  term.otherwise = OneOf(random, Otherwise::kDrop);
  return term;
}

}  // namespace

Program RandomProgram(data::Random& random) {
  while (true) {
    Program program{.combine = OneOf(random, Combine::kAdd), .terms = {}, .sink = 0};
    for (int left = 1 + Below(random, 5); left > 0; --left) {
      program.terms.push_back({0.01 + random.Uniform(), RandomTerm(random)});
    }
    if (Below(random, 3) == 0) program.sink = 0.9 * random.Uniform();
    try {
      Canonical(program);  // refuses what never holds
      return program;
    } catch (const std::invalid_argument&) {
    }
  }
}

const std::vector<Piece>& SmallVocabulary() {
  static const std::vector<Piece> pieces = {
      {"the", true},  {"The", true}, {"cat", true}, {"Cat", true}, {"s", false}, {"ing", false}, {".", false},
      {"?\"", false}, {",", false},  {"(", true},   {")", false},  {"[", true},  {"])", false},  {"\"", true},
      {"\"", false},  {"\n", false}, {"3", true},   {"14", false}, {"", true},   {"Mr", true}};
  return pieces;
}

std::vector<std::int32_t> RandomIds(int tokens, data::Random& random) {
  std::vector<std::int32_t> ids(tokens);
  for (std::int32_t& id : ids) id = Below(random, static_cast<int>(SmallVocabulary().size()));
  return ids;
}

}  // namespace retable::models::programs
