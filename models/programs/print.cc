#include "models/programs/print.h"

#include <array>
#include <charconv>
#include <string_view>

#include "data/sha256.h"
#include "models/programs/words.h"

namespace retable::models::programs {
namespace {

std::string Number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string Text(const Read& read) {
  std::string text(Name(read.feature));
  return read.back == 0 ? text : text + "[-" + std::to_string(read.back) + "]";
}

std::string Tested(const std::string& read, bool is_flag, Op op, std::int32_t value) {
  if (is_flag) return (value == 1 ? "" : "not ") + read;
  return read + " " + std::string(Sign(op)) + " " + std::to_string(value);
}

std::string Text(const DistanceTest& test) {
  for (const PositionWord& word : kPositionWords) {
    if (test == word.test) return std::string(word.name);
  }
  return Tested("distance", false, test.op, test.value);
}

std::string Text(const KeyAgainstQuery& pair) {
  if (pair.op == Op::kEqual && pair.key == pair.query) return "same " + Text(pair.key);
  return Text(pair.key) + " " + std::string(Sign(pair.op)) + " query." + Text(pair.query);
}

std::string Text(const KeyTest& test) {
  return Tested(Text(test.key), IsFlag(test.key.feature), test.op, test.value);
}

std::string Text(const QueryTest& test) {
  return Tested("query." + Text(test.query), IsFlag(test.query.feature), test.op, test.value);
}

template <typename List, typename TextOf>
std::string Joined(const List& list, std::string_view separator, TextOf text_of) {
  std::string text;
  for (const auto& one : list) {
    if (&one != &list.front()) text += separator;
    text += text_of(one);
  }
  return text;
}

std::string Text(const Conjunction& conjunction) {
  if (conjunction.empty()) return "any";
  return Joined(conjunction, " and ", [](const Comparison& comparison) {
    return std::visit([](const auto& one) { return Text(one); }, comparison);
  });
}

std::string Text(const Predicate& predicate) {
  return Joined(predicate, " or ", [](const Conjunction& one) { return Text(one); });
}

std::string Options(const Term& term) {
  std::string text;
  if (term.spread == Spread::kDecay) text += ", decay " + Number(term.rate);
  if (term.spread == Spread::kInverse) text += ", inverse";
  if (term.otherwise != Otherwise::kFirst) text += ", else " + std::string(Name(term.otherwise));
  return text;
}

std::string Text(const Term& term) {
  const std::string options = Options(term), predicate = Text(term.predicate);
  std::string pick(Name(term.pick));
  if (term.count != 1)
    pick.append(" ").append(std::to_string(term.count));
  else if (options.empty() && predicate == "any")
    return pick;
  else if (options.empty() && term.pick == Pick::kAll && IsPositionWord(predicate))
    return predicate;
  return pick + "(" + predicate + options + ")";
}

}  // namespace

std::string Print(const Program& program) {
  const Program canonical = Canonical(program);
  const auto& terms = canonical.terms;
  if (terms.size() == 1 && canonical.sink == 0) return Text(terms.front().term);
  std::string text(Name(canonical.combine));
  text += '(';
  text += Joined(terms, ", ", [&](const WeightedTerm& one) {
    const std::string weight = terms.size() == 1 ? "" : Number(one.weight) + "*";
    return weight + Text(one.term);
  });
  if (canonical.sink > 0) text += ", sink " + Number(canonical.sink);
  return text + ")";
}

std::string ProgramSha256(const Program& program) { return data::Sha256Hex(Print(program)); }

}  // namespace retable::models::programs
