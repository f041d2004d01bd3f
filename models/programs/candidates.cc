#include "models/programs/candidates.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "models/programs/parse.h"

namespace retable::models::programs {
namespace {

constexpr std::string_view kTerms[] = {
    "first", "self", "previous", "earlier", "all", "first 2(any)", "first 4(any)",
    // at a distance
    "all(distance = 2)", "all(distance = 3)", "all(distance = 4)", "all(distance = 5)", "all(distance = 6)",
    "all(distance = 7)", "all(distance = 8)",
    // windows
    "last 2(any)", "last 4(any)", "last 8(any)", "last 16(any)", "last 32(any)", "last 2(earlier)",
    "last 4(earlier)", "last 8(earlier)",
    // the nearer the more
    "all(any, inverse)", "all(any, decay 0.3)", "all(any, decay 0.5)", "all(any, decay 0.7)",
    "all(any, decay 0.8)", "all(any, decay 0.9)", "all(any, decay 0.95)", "all(any, decay 0.98)",
    "all(earlier, inverse)", "all(earlier, decay 0.3)", "all(earlier, decay 0.5)", "all(earlier, decay 0.7)",
    "all(earlier, decay 0.8)", "all(earlier, decay 0.9)", "all(earlier, decay 0.95)",
    "all(earlier, decay 0.98)",
    // where something began
    "first(same sentence)", "first(same word)", "first(same id)", "first(earlier and same id)"};

constexpr std::string_view kSelectors[] = {
    // the same token
    "same id", "earlier and same id", "earlier and same lower", "earlier and id = query.id[-1]",
    "earlier and same id[-1]",
    // what stood after it
    "id[-1] = query.id", "lower[-1] = query.lower", "id[-2] = query.id",
    "id[-1] = query.id and id[-2] = query.id[-1]",
    "id[-1] = query.id and id[-2] = query.id[-1] and id[-3] = query.id[-2]",
    // words
    "word_start", "earlier and word_start", "not word_start", "same word", "earlier and same word",
    "word_start and same sentence", "capital", "earlier and capital",
    // sentences and punctuation
    "same sentence", "earlier and same sentence", "punctuation", "earlier and punctuation", "not punctuation",
    "earlier and not punctuation", "sentence_end", "earlier and sentence_end", "sentence_end[-1]",
    // quotations and brackets
    "quote_mark", "quoted", "quoted and query.quoted", "position = query.quotation",
    "position = query.bracket", "opens", "closes",
    // for some queries only
    "query.word_start and earlier", "query.word_start and previous", "not query.word_start and previous",
    "query.punctuation and earlier", "query.punctuation and previous", "query.punctuation and self",
    "query.capital and previous", "query.sentence_end[-1] and previous"};

constexpr std::string_view kForms[] = {"all(#", "last(#", "all(#, decay 0.9"};
constexpr std::string_view kElse[] = {")", ", else drop)"};

constexpr std::string_view kConjuncts[] = {"earlier",
                                           "distance >= 2",
                                           "distance < 4",
                                           "distance < 8",
                                           "distance < 16",
                                           "distance < 32",
                                           "same sentence",
                                           "same word",
                                           "word_start",
                                           "not word_start",
                                           "capital",
                                           "not capital",
                                           "punctuation",
                                           "not punctuation",
                                           "query.word_start",
                                           "not query.word_start",
                                           "query.capital",
                                           "not query.capital",
                                           "query.punctuation",
                                           "not query.punctuation",
                                           "query.sentence_end[-1]",
                                           "query.quoted",
                                           "not query.quoted"};

constexpr double kLeastRate = 0.05, kMostRate = 0.99;
constexpr int kMostCount = 64;

Term TermOf(const std::string& text) { return Parse(text).terms.front().term; }

void AddNew(std::vector<Term>& terms, Term term) {
  if (std::ranges::find(terms, term) == terms.end()) terms.push_back(std::move(term));
}

// Terms one after another, the invalid left out, each in its canonical form.
class Neighbourhood {
 public:
  explicit Neighbourhood(const Term& centre) : centre_(centre) {}

  // The centre after `change`.
  template <typename Change>
  void Add(Change change) {
    Term term = centre_;
    change(term);
    if (CanonicalPredicate(term.predicate).empty()) return;
    term = Canonical({Combine::kMix, {{1, term}}, 0}).terms.front().term;
    if (term != centre_) AddNew(terms_, std::move(term));
  }

  std::vector<Term> Take() { return std::move(terms_); }

 private:
  const Term& centre_;
  std::vector<Term> terms_;
};

void AddForms(Neighbourhood& terms, const Term& term) {
  for (const Pick pick : {Pick::kAll, Pick::kFirst, Pick::kLast}) {
    terms.Add([&](Term& t) { t.pick = pick; });
  }
  if (term.pick != Pick::kAll) {
    for (const int count : {term.count - 1, term.count + 1, term.count / 2, term.count * 2}) {
      if (1 <= count && count <= kMostCount) terms.Add([&](Term& t) { t.count = count; });
    }
  }
  for (const Otherwise otherwise :
       {Otherwise::kFirst, Otherwise::kSelf, Otherwise::kPrevious, Otherwise::kAll, Otherwise::kDrop}) {
    terms.Add([&](Term& t) { t.otherwise = otherwise; });
  }
}

void AddSpreads(Neighbourhood& terms, const Term& term) {
  for (const Spread spread : {Spread::kEven, Spread::kInverse})
    terms.Add([&](Term& t) { t.spread = spread; });
  const auto decay = [&](double rate) {
    const double rounded = std::round(rate * 100) / 100;
    if (rounded < kLeastRate || rounded > kMostRate) return;
    terms.Add([&](Term& t) {
      t.spread = Spread::kDecay;
      t.rate = rounded;
    });
  };
  for (const double rate : {0.5, 0.7, 0.9}) decay(rate);
  if (term.spread != Spread::kDecay) return;
  for (const double step : {0.01, 0.02, 0.05, 0.1}) {
    decay(term.rate - step);
    decay(term.rate + step);
  }
}

// Where the last k tokens are matched in a row, the one before them too.
std::optional<KeyAgainstQuery> OneTokenMore(const Conjunction& conjunction) {
  std::optional<KeyAgainstQuery> farthest;
  for (const Comparison& comparison : conjunction) {
    const auto* pair = std::get_if<KeyAgainstQuery>(&comparison);
    if (pair == nullptr || pair->op != Op::kEqual || pair->key.feature != pair->query.feature) continue;
    if (pair->key.feature != Feature::kId && pair->key.feature != Feature::kLower) continue;
    if (!farthest || pair->key.back > farthest->key.back) farthest = *pair;
  }
  if (!farthest || std::max(farthest->key.back, farthest->query.back) == kMaxBack) return std::nullopt;
  ++farthest->key.back;
  ++farthest->query.back;
  return farthest;
}

void AddComparisons(Neighbourhood& terms, const Conjunction& conjunction) {
  static const std::vector<Comparison> conjuncts = [] {
    std::vector<Comparison> all;
    for (const std::string_view text : kConjuncts) {
      all.push_back(TermOf("all(" + std::string(text) + ")").predicate.front().front());
    }
    return all;
  }();
  for (std::size_t k = 0; k < conjunction.size(); ++k) {
    terms.Add([&](Term& t) { t.predicate.front().erase(t.predicate.front().begin() + k); });
    const auto* distance = std::get_if<DistanceTest>(&conjunction[k]);
    if (distance == nullptr) continue;
    for (const int value :
         {distance->value - 1, distance->value + 1, distance->value / 2, distance->value * 2}) {
      if (value < 0 || value > Limits::kValue) continue;
      terms.Add([&](Term& t) { std::get<DistanceTest>(t.predicate.front()[k]).value = value; });
    }
  }
  if (conjunction.size() >= Limits::kComparisons) return;
  if (const auto more = OneTokenMore(conjunction)) {
    terms.Add([&](Term& t) { t.predicate.front().push_back(*more); });
  }
  for (const Comparison& conjunct : conjuncts) {
    terms.Add([&](Term& t) { t.predicate.front().push_back(conjunct); });
  }
}

}  // namespace

std::vector<Term> CandidateTerms() {
  std::vector<Term> terms;
  for (const std::string_view term : kTerms) AddNew(terms, TermOf(std::string(term)));
  for (const std::string_view selector : kSelectors) {
    for (const std::string_view form : kForms) {
      for (const std::string_view otherwise : kElse) {
        std::string text(form);
        text.replace(text.find('#'), 1, selector).append(otherwise);
        AddNew(terms, TermOf(text));
      }
    }
  }
  return terms;
}

std::vector<Term> Neighbours(const Term& canonical) {
  Neighbourhood terms(canonical);
  AddForms(terms, canonical);
  AddSpreads(terms, canonical);
  if (canonical.predicate.size() == 1) AddComparisons(terms, canonical.predicate.front());
  return terms.Take();
}

}  // namespace retable::models::programs
