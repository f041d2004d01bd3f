#include "models/programs/parse.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "models/programs/words.h"

namespace retable::models::programs {
namespace {

template <typename List>
std::string Listed(const List& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

// The value of an enum whose names are listed in its order.
template <typename Enum, typename List>
std::optional<Enum> Find(const List& names, std::string_view name) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

// What `make` refuses is refused as standing at the token.
template <typename Make>
auto CheckedAt(const Token& token, Make make) {
  try {
    return make();
  } catch (const std::invalid_argument& error) {
    RefuseAt(token, error.what());
  }
}

class Parser {
 public:
  explicit Parser(std::span<const Token>& tokens) : tokens_(tokens) {}

  Program ParseProgram() {
    const Token& start = Next();
    Program program;
    if (const auto combine = Find<Combine>(kCombines, start.text)) {
      Take();
      program.combine = *combine;
      Expect("(");
      do ParseItem(program);
      while (Accept(","));
      Expect(")", "\",\" or \")\"");
    } else {
      program.terms.push_back({1, ParseTerm("mix, add, " + TermWords())});
    }
    return CheckedAt(start, [&] { return Canonical(program); });
  }

 private:
  const Token& Next() const { return tokens_.front(); }
  bool Sees(std::string_view text) const { return Next().text == text; }

  // The end is never taken: there is always a next token.
  const Token& Take() {
    const Token& token = Next();
    if (token.kind != TokenKind::kEnd) tokens_ = tokens_.subspan(1);
    return token;
  }

  bool Accept(std::string_view text) {
    if (!Sees(text)) return false;
    Take();
    return true;
  }

  void Expect(std::string_view text, const std::string& valid = "") {
    if (!Accept(text)) RefuseToken(Next(), valid.empty() ? '"' + std::string(text) + '"' : valid);
  }

  static std::string TermWords() { return "all, first, last, self, previous, earlier"; }

  void ParseItem(Program& program) {
    if (Sees("sink")) {
      const Token& sink = Take();
      if (program.sink > 0) RefuseAt(sink, "a program has one sink, and this is the second");
      const Token& share = Next();
      program.sink = ParseNumber("a number from 0 to below 1");
      if (program.sink >= 1) RefuseToken(share, "a number from 0 to below 1");
      return;
    }
    if (program.terms.size() == Limits::kTerms) {
      RefuseAt(Next(), "a program has at most " + std::to_string(Limits::kTerms) + " terms");
    }
    double weight = 1;
    std::string valid = TermWords();
    if (Next().kind == TokenKind::kNumber) {
      weight = ParseWeight();
      Expect("*");
    } else {
      valid = "a weight, sink, " + valid;
    }
    program.terms.push_back({weight, ParseTerm(valid)});
  }

  Term ParseTerm(const std::string& valid) {
    const Token& start = Take();
    Term term;
    if (const auto word = std::ranges::find(kPositionWords, start.text, &PositionWord::name);
        word != kPositionWords.end()) {
      term.predicate = {{word->test}};
      return term;
    }
    const auto pick = Find<Pick>(kPicks, start.text);
    if (!pick) RefuseToken(start, valid);
    term.pick = *pick;
    if (term.pick != Pick::kAll && Next().kind == TokenKind::kNumber) {
      term.count = ParseCount(1, "how many keys");
      if (!Sees("(")) RefuseToken(Next(), "\"(\"");
    }
    if (!Accept("(")) return term;
    term.predicate = ParsePredicate(Polarity::kAsIs);
    while (Accept(",")) ParseOption(term);
    Expect(")", "and, or, \",\", \")\"");
    return CheckedAt(start, [&] { return Canonical({Combine::kMix, {{1, term}}, 0}).terms.front().term; });
  }

  void ParseOption(Term& term) {
    const Token& option = Take();
    if (option.text == "decay") {
      term.spread = Spread::kDecay;
      term.rate = ParseNumber("a number between 0 and 1");
    } else if (option.text == "inverse") {
      term.spread = Spread::kInverse;
    } else if (option.text == "else") {
      const Token& where = Take();
      const auto otherwise = Find<Otherwise>(kOtherwise, where.text);
      if (!otherwise) RefuseToken(where, Listed(kOtherwise));
      term.otherwise = *otherwise;
    } else {
      RefuseToken(option, "decay, inverse, else");
    }
  }

  // Inside a "not" every comparison is negated, and "and" and "or" change places.
  enum class Polarity { kAsIs, kNegated };
  static Polarity Flipped(Polarity polarity) {
    return polarity == Polarity::kAsIs ? Polarity::kNegated : Polarity::kAsIs;
  }

  Predicate ParsePredicate(Polarity polarity) {
    Predicate predicate = ParseBoth(polarity);
    while (Sees("or")) {
      const Token& place = Take();
      Join(place, predicate, ParseBoth(polarity),
           polarity == Polarity::kAsIs ? Joint::kEither : Joint::kBoth);
    }
    return predicate;
  }

  Predicate ParseBoth(Polarity polarity) {
    Predicate predicate = ParseOne(polarity);
    while (Sees("and")) {
      const Token& place = Take();
      Join(place, predicate, ParseOne(polarity), polarity == Polarity::kAsIs ? Joint::kBoth : Joint::kEither);
    }
    return predicate;
  }

  enum class Joint { kEither, kBoth };

  // left = left or right; left and right, multiplied out.
  static void Join(const Token& place, Predicate& left, const Predicate& right, Joint joint) {
    const bool either = joint == Joint::kEither;
    const std::size_t size = either ? left.size() + right.size() : left.size() * right.size();
    if (size > Limits::kConjunctions) {
      RefuseAt(place, "the predicate has more than " + std::to_string(Limits::kConjunctions) +
                          " alternatives when its brackets are multiplied out");
    }
    if (either) {
      left.insert(left.end(), right.begin(), right.end());
      return;
    }
    Predicate product;
    for (const Conjunction& a : left) {
      for (const Conjunction& b : right) {
        if (a.size() + b.size() > Limits::kComparisons) {
          RefuseAt(place,
                   "at most " + std::to_string(Limits::kComparisons) + " comparisons can be joined by and");
        }
        product.push_back(a);
        product.back().insert(product.back().end(), b.begin(), b.end());
      }
    }
    left = std::move(product);
  }

  Predicate ParseOne(Polarity polarity) {
    while (Accept("not")) polarity = Flipped(polarity);
    if (Sees("(")) {
      if (++nesting_ > TextLimits::kNesting) {
        RefuseAt(Next(), "brackets are nested more than " + std::to_string(TextLimits::kNesting) + " deep");
      }
      Take();
      Predicate predicate = ParsePredicate(polarity);
      Expect(")", "and, or, \")\"");
      --nesting_;
      return predicate;
    }
    const bool negated = polarity == Polarity::kNegated;
    if (Accept("any")) return negated ? Predicate{} : Predicate{{}};
    const Comparison comparison = ParseComparison();
    return {{negated ? Negation(comparison) : comparison}};
  }

  Comparison ParseComparison() {
    if (const auto word = std::ranges::find(kPositionWords, Next().text, &PositionWord::name);
        word != kPositionWords.end()) {
      Take();
      return word->test;
    }
    if (Accept("same")) {
      const Read read = ParseRead(Listed(kFeatureNames));
      return KeyAgainstQuery{read, Op::kEqual, read};
    }
    if (Accept("distance")) {
      const Op op = ParseOp();
      return DistanceTest{op, ParseCount(0, "a whole number")};
    }
    if (SeesQuery()) return ParseQueryTest();
    const Read key =
        ParseRead("not, (, any, self, previous, earlier, same, distance, query, " + Listed(kFeatureNames));
    if (IsFlag(key.feature) && !SeesSign()) return KeyTest{key, Op::kEqual, 1};
    const Op op = ParseOp();
    if (SeesQuery()) return KeyAgainstQuery{key, op, ParseQuery()};
    return KeyTest{key, op, ParseCount(0, "a whole number, or query and a feature")};
  }

  Comparison ParseQueryTest() {
    const Read query = ParseQuery();
    if (IsFlag(query.feature) && !SeesSign()) return QueryTest{query, Op::kEqual, 1};
    const Op op = ParseOp();
    return QueryTest{query, op, ParseCount(0, "a whole number")};
  }

  bool SeesQuery() const { return Sees("query"); }
  bool SeesSign() const { return Find<Op>(kSigns, Next().text).has_value(); }

  Read ParseQuery() {
    Take();
    Expect(".");
    return ParseRead(Listed(kFeatureNames));
  }

  Read ParseRead(const std::string& valid) {
    const Token& token = Take();
    const auto feature = Find<Feature>(kFeatureNames, token.text);
    if (!feature) RefuseToken(token, valid);
    Read read{*feature};
    if (Accept("[")) {
      Expect("-");
      const Token& back = Next();
      read.back = ParseCount(1, "how many tokens back");
      if (read.back > kMaxBack) {
        RefuseAt(back, "features are read at most " + std::to_string(kMaxBack) + " tokens back");
      }
      Expect("]");
    }
    return read;
  }

  Op ParseOp() {
    const Token& token = Take();
    const auto op = Find<Op>(kSigns, token.text);
    if (!op) RefuseToken(token, Listed(kSigns));
    return *op;
  }

  double ParseNumber(const std::string& valid) {
    const Token& token = Take();
    if (token.kind != TokenKind::kNumber) RefuseToken(token, valid);
    double value = 0;
    const auto end = token.text.data() + token.text.size();
    const auto [stop, error] = std::from_chars(token.text.data(), end, value);
    if (error != std::errc{} || stop != end) RefuseToken(token, valid);
    return value;
  }

  double ParseWeight() {
    const Token& token = Next();
    const double weight = ParseNumber("a weight");
    if (weight < Limits::kLeastWeight || weight > Limits::kMostWeight)
      RefuseToken(token, "a weight from 1e-9 to 1e9");
    return weight;
  }

  std::int32_t ParseCount(std::int32_t least, const std::string& what) {
    const Token& token = Take();
    std::int32_t value = 0;
    const auto end = token.text.data() + token.text.size();
    const auto [stop, error] = std::from_chars(token.text.data(), end, value);
    if (token.kind != TokenKind::kNumber || error != std::errc{} || stop != end || value < least ||
        value > Limits::kValue) {
      RefuseToken(token, what + " (" + std::to_string(least) + " to " + std::to_string(Limits::kValue) + ")");
    }
    return value;
  }

  std::span<const Token>& tokens_;
  int nesting_ = 0;
};

}  // namespace

Program ParseTokens(std::span<const Token>& tokens) { return Parser(tokens).ParseProgram(); }

Program Parse(std::string_view text) {
  if (text.size() > TextLimits::kProgramBytes) {
    throw std::invalid_argument("the program's text has " + std::to_string(text.size()) +
                                " bytes, and at most " + std::to_string(TextLimits::kProgramBytes) +
                                " are read");
  }
  const Lexed lexed = Lex(text);
  std::span<const Token> tokens = lexed.tokens;
  Program program = ParseTokens(tokens);
  if (tokens.front().kind != TokenKind::kEnd) RefuseToken(tokens.front(), "nothing more");
  return program;
}

}  // namespace retable::models::programs
