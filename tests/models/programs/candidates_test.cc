#include "models/programs/candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "data/random.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

Term TermOf(const char* text) { return Parse(text).terms.front().term; }

Program Alone(const Term& term) { return {Combine::kMix, {{1, term}}, 0}; }

bool Holds(const std::vector<Term>& terms, const char* text) {
  return std::ranges::find(terms, TermOf(text)) != terms.end();
}

std::vector<std::string> Texts(const std::vector<Term>& terms) {
  std::vector<std::string> texts;
  for (const Term& term : terms) texts.push_back(Print(Alone(term)));
  std::ranges::sort(texts);
  return texts;
}

TEST(CandidateTermsTest, AreCanonicalAndEachStandsOnce) {
  const std::vector<Term> terms = CandidateTerms();
  for (const Term& term : terms) EXPECT_EQ(Canonical(Alone(term)), Alone(term)) << Print(Alone(term));
  const std::vector<std::string> texts = Texts(terms);
  EXPECT_EQ(std::ranges::adjacent_find(texts), texts.end());
}

TEST(CandidateTermsTest, HoldWhatHeadsAreKnownToDo) {
  const std::vector<Term> terms = CandidateTerms();
  for (const char* text :
       {"first", "self", "previous", "all(distance = 2)", "all(id[-1] = query.id, else drop)",
        "all(earlier and same id)", "last(earlier and sentence_end)", "first(same sentence)",
        "all(position = query.bracket)", "all(position = query.quotation, else drop)"}) {
    EXPECT_TRUE(Holds(terms, text)) << text;
  }
}

TEST(NeighboursTest, DifferInOnePlace) {
  const std::vector<Term> terms = Neighbours(TermOf("all(id[-1] = query.id and distance < 8, decay 0.9)"));
  for (const char* text :
       {"all(id[-1] = query.id and distance < 8, decay 0.89)",
        "all(id[-1] = query.id and distance < 8, inverse)", "all(id[-1] = query.id and distance < 8)",
        "last(id[-1] = query.id and distance < 8, decay 0.9)",
        "all(id[-1] = query.id and distance < 8, decay 0.9, else drop)",
        "all(id[-1] = query.id and distance < 9, decay 0.9)", "all(id[-1] = query.id, decay 0.9)",
        "all(id[-1] = query.id and distance < 8 and query.word_start, decay 0.9)",
        "all(id[-1] = query.id and id[-2] = query.id[-1] and distance < 8, decay 0.9)"}) {
    EXPECT_TRUE(Holds(terms, text)) << text;
  }
}

TEST(NeighboursTest, OfAnyTermAreValidCanonicalEachOnceAndNotTheTermItself) {
  data::Random random(data::StreamKey(1, "candidates_test"));
  for (int round = 0; round < 100; ++round) {
    const Term centre = Canonical(RandomProgram(random)).terms.front().term;
    const std::vector<Term> terms = Neighbours(centre);
    EXPECT_GT(terms.size(), 3U);
    EXPECT_EQ(std::ranges::find(terms, centre), terms.end());
    const std::vector<std::string> texts = Texts(terms);
    EXPECT_EQ(std::ranges::adjacent_find(texts), texts.end());
    for (const Term& term : terms) EXPECT_EQ(Canonical(Alone(term)), Alone(term));
  }
}

}  // namespace
}  // namespace retable::models::programs
