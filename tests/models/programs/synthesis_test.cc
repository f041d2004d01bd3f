#include "models/programs/synthesis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "data/random.h"
#include "models/programs/library.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "models/programs/score.h"
#include "tests/models/programs/made_attention.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int kDocuments = 6, kTokens = 48;

struct Head {
  std::vector<Features> documents;
  Attention attention;
};

Head HeadOf(const Program& program, double noise, std::uint64_t seed, int documents = kDocuments) {
  data::Random random(data::StreamKey(seed, "synthesis_test"));
  Head head;
  head.documents = RandomDocuments(documents, kTokens, random);
  head.attention = AttentionOf(program, head.documents, noise, random);
  return head;
}

Synthesis Search(const Head& head, const SynthesisOptions& options = {}) {
  return Synthesise(head.documents, head.attention.matrices, options);
}

// The library is left out, so that the search has to find them by itself.
class PlantedTest : public ::testing::TestWithParam<std::string> {};

TEST_P(PlantedTest, IsFoundExactlyWithoutTheLibrary) {
  SynthesisOptions options;
  options.library = {};
  const Program planted = Parse(GetParam());
  const Synthesis found = Search(HeadOf(planted, 0, 1), options);
  EXPECT_EQ(Print(found.program), Print(planted));
  EXPECT_NEAR(found.score, 1, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, PlantedTest,
    ::testing::Values("previous", "mix(all(id[-1] = query.id), sink 0.5)",
                      "all(earlier and same id, decay 0.84)", "last 3(earlier and word_start)",
                      "mix(0.6*all(id[-1] = query.id, else drop), 0.4*previous, sink 0.25)"));

TEST(SynthesiseTest, NoisyAttentionIsFittedAtLeastAsWellAsByTheProgramItWasMadeFrom) {
  for (const char* text : {"mix(0.5*previous, 0.3*all(id[-1] = query.id, else drop), 0.2*self, sink 0.3)",
                           "add(0.8*first, 0.1*previous, 0.02*all(punctuation))"}) {
    const Program planted = Parse(text);
    const Head head = HeadOf(planted, 0.2, 2);
    EXPECT_GE(Search(head).score, ScoreOf(planted, head.documents, head.attention.matrices, Score::kIou))
        << text;
  }
}

// Half of `last 2` is self, and `all` is `earlier` and self: the matrix comes back, if under another text.
TEST(SynthesiseTest, AMatrixThatSeveralTextsHaveIsFoundUnderOneOfThem) {
  SynthesisOptions options;
  options.library = {};
  for (const char* text : {"mix(0.7*previous, 0.3*self)", "add(0.89*first, 0.05*self, 0.01*earlier)"}) {
    const Program planted = Parse(text);
    const Synthesis found = Search(HeadOf(planted, 0, 8), options);
    EXPECT_NEAR(found.score, 1, 1e-6) << Print(found.program);
    EXPECT_EQ(found.program.terms.size(), planted.terms.size()) << Print(found.program);
  }
}

TEST(SynthesiseTest, ARuleOfTheLibraryKeepsItsTextWhereNothingIsBetter) {
  for (const char* rule : {"mostly_first", "induction_with_sink", "previous", "induction_backing_off"}) {
    const Program& planted = FindProgram(Rules(), rule).program;
    EXPECT_EQ(Print(Search(HeadOf(planted, 0, 8)).program), Print(planted));
  }
}

class ScoreTest : public ::testing::TestWithParam<Score> {};

TEST_P(ScoreTest, NoRuleOfTheLibraryScoresHigher) {
  SynthesisOptions options;
  options.score = GetParam();
  data::Random random(data::StreamKey(3, "synthesis_test"));
  for (int round = 0; round < 2; ++round) {
    const Head head = HeadOf(RandomProgram(random), 0.5 * round, 4 + round);
    const Synthesis found = Search(head, options);
    for (const NamedProgram& rule : Rules()) {
      EXPECT_GE(found.score, ScoreOf(rule.program, head.documents, head.attention.matrices, options.score))
          << rule.name << " against " << Print(found.program);
    }
  }
}

TEST_P(ScoreTest, IsTheScoreOfTheProgramReturned) {
  SynthesisOptions options;
  options.score = GetParam();
  const Head head = HeadOf(Parse("mix(0.5*all(id[-1] = query.id), 0.5*first)"), 0.3, 9);
  const Synthesis found = Search(head, options);
  EXPECT_EQ(found.score, ScoreOf(found.program, head.documents, head.attention.matrices, options.score));
  ASSERT_FALSE(found.path.empty());
  EXPECT_EQ(Print(found.path.back().program), Print(found.program));
  EXPECT_NEAR(found.path.back().score, found.score, 1e-5);
}

TEST_P(ScoreTest, RisesAlongTheSearchExceptWherePruned) {
  SynthesisOptions options;
  options.score = GetParam();
  const Head head =
      HeadOf(Parse("mix(0.4*all(id[-1] = query.id), 0.3*previous, 0.3*last(sentence_end))"), 0.3, 10);
  const Synthesis found = Search(head, options);
  ASSERT_GE(found.path.size(), 2U);
  for (std::size_t k = 1; k < found.path.size(); ++k) {
    const double least = found.path[k].move == Move::kPrune ? -options.least_gain : 0;
    EXPECT_GE(found.path[k].score - found.path[k - 1].score, least) << Print(found.path[k].program);
  }
}

INSTANTIATE_TEST_SUITE_P(Scores, ScoreTest,
                         ::testing::Values(Score::kIou, Score::kIouWithoutSink, Score::kGain));

TEST(SynthesiseTest, GivesTheSameTextTwice) {
  const Head head = HeadOf(Parse("mix(0.4*all(id[-1] = query.id), 0.3*previous, 0.3*all)"), 0.4, 11);
  const Synthesis first = Search(head), second = Search(head);
  EXPECT_EQ(Print(first.program), Print(second.program));
  EXPECT_EQ(first.score, second.score);
  EXPECT_EQ(first.tried, second.tried);
}

TEST(SynthesiseTest, WhatItReturnsIsCanonicalAndReadsAsItPrints) {
  data::Random random(data::StreamKey(12, "synthesis_test"));
  for (int round = 0; round < 4; ++round) {
    const Synthesis found = Search(HeadOf(RandomProgram(random), 0.2, 13 + round, 3));
    EXPECT_EQ(found.program, Canonical(found.program));
    EXPECT_EQ(Parse(Print(found.program)), found.program);
    EXPECT_LE(found.program.terms.size(), 6U);
  }
}

TEST(SynthesiseTest, KeepsToTheNumberOfTermsAllowed) {
  SynthesisOptions options;
  options.most_terms = 2;
  options.library = {};
  const Head head =
      HeadOf(Parse("mix(0.3*first, 0.3*previous, 0.2*self, 0.2*all(id[-1] = query.id))"), 0.1, 20);
  EXPECT_EQ(Search(head, options).program.terms.size(), 2U);
}

// Two thirds of each row on the first token, which is the same for every document.
TEST(SynthesiseTest, AGainComesFromReadingTokens) {
  const Head head = HeadOf(Parse("mix(0.67*first, 0.33*all(id[-1] = query.id))"), 0, 21);
  SynthesisOptions options;
  options.most_terms = 1;
  options.library = {};
  options.score = Score::kGain;
  const Program gain = Search(head, options).program;
  EXPECT_TRUE(ReadsTokens(gain)) << "a program that reads no tokens gains nothing, and won: " << Print(gain);
  EXPECT_GT(ScoreOf(gain, head.documents, head.attention.matrices, Score::kGain), 0.1);
  EXPECT_NEAR(ScoreOf(Parse("first"), head.documents, head.attention.matrices, Score::kGain), 0, 1e-12);
}

TEST(SynthesiseTest, TheLibrarysOwnProgramIsReturnedWhereItIsBest) {
  // No term of the dictionary is within reach of this one: five alternatives joined by `or`.
  const Library library = ParseLibrary(
      "odd = all(distance = 3 and capital or distance = 5 and punctuation or distance = 7 and word_start or "
      "distance = 11 and capital or distance = 13, else drop)");
  const Head head = HeadOf(library.front().program, 0, 22);
  SynthesisOptions options;
  options.library = library;
  const Synthesis found = Search(head, options);
  EXPECT_EQ(found.program, library.front().program);
  EXPECT_TRUE(found.path.empty());
}

TEST(SynthesiseTest, RefusesWhatItCannotSearch) {
  const Head head = HeadOf(Parse("first"), 0, 23, 2);
  const std::span<const Features> documents = head.documents;
  const std::span<const DenseMatrix> attention = head.attention.matrices;
  const auto refuses = [&](std::size_t features, std::size_t matrices, const SynthesisOptions& options,
                           const char* what) {
    EXPECT_THAT([&] { Synthesise(documents.first(features), attention.first(matrices), options); },
                ThrowsMessage<std::invalid_argument>(HasSubstr(what)));
  };
  refuses(0, 0, {}, "there is none");
  refuses(2, 1, {}, "2 documents and attention on 1");
  SynthesisOptions gain;
  gain.score = Score::kGain;
  refuses(1, 1, gain, "there is only one");
  SynthesisOptions terms;
  terms.most_terms = 7;
  refuses(2, 2, terms, "most_terms is 7; it must lie between 1 and 6");
  SynthesisOptions rounds;
  rounds.rounds = 0;
  refuses(2, 2, rounds, "rounds is 0");
  SynthesisOptions change;
  change.least_change = 0;
  refuses(2, 2, change, "more than 0");
}

TEST(SynthesiseTest, RefusesDocumentsOfUnequalLength) {
  data::Random random(data::StreamKey(24, "synthesis_test"));
  std::vector<Features> documents = RandomDocuments(1, 10, random);
  for (Features& other : RandomDocuments(1, 11, random)) documents.push_back(other);
  const Attention attention = AttentionOf(Parse("first"), documents, 0, random);
  EXPECT_THAT([&] { Synthesise(documents, attention.matrices); },
              ThrowsMessage<std::invalid_argument>(
                  HasSubstr("document 1 has 11 tokens and attention on 11, where document 0 has 10")));
}

TEST(SynthesiseTest, RefusesDocumentsBeyondTheLimits) {
  data::Random random(data::StreamKey(25, "synthesis_test"));
  const std::vector<Features> documents = RandomDocuments(1, SynthesisLimits::kTokens + 1, random);
  const Attention attention = AttentionOf(Parse("first"), documents, 0, random);
  EXPECT_THAT([&] { Synthesise(documents, attention.matrices); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("1025 tokens, and at most 1024 are searched")));
  const std::vector<Features> many(33, RandomDocuments(1, 1024, random).front());
  const std::vector<float> values(1024 * 1024, 0);
  const std::vector<DenseMatrix> zeros(33, DenseMatrix(1024, values));
  EXPECT_THAT([&] { Synthesise(many, zeros); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("33 documents of 1024 tokens")));
}

}  // namespace
}  // namespace retable::models::programs
