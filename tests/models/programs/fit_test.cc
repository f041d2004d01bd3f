#include "models/programs/fit.h"

#include <gtest/gtest.h>

#include <vector>

#include "data/random.h"
#include "models/programs/candidates.h"
#include "models/programs/parse.h"
#include "models/programs/print.h"
#include "tests/models/programs/made_attention.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

constexpr Score kScores[] = {Score::kIou, Score::kIouWithoutSink, Score::kGain};

Term RandomCandidate(data::Random& random) {
  static const std::vector<Term> terms = CandidateTerms();
  return terms[random.Below(terms.size())];
}

// One to four terms, weights and sink at random.
Mixture RandomMixture(const Targets& targets, Combine combine, data::Random& random) {
  Mixture mixture{combine, {}, static_cast<int>(random.Below(2) * random.Below(90))};
  std::vector<double> weights;
  for (std::uint64_t left = 1 + random.Below(4); left > 0; --left) {
    TermFiller filler(RandomCandidate(random), combine);
    mixture.parts.push_back(MakePart(targets, filler));
    weights.push_back(1 + static_cast<double>(random.Below(100)));
  }
  SetWeights(mixture, weights);
  return mixture;
}

double ScoreWithNothingMore(const Targets& targets, const Mixture& mixture) {
  std::vector<TermFiller> filler = {TermFiller(Parse("first").terms.front().term, mixture.combine)};
  const Step none{0, mixture.sink};
  return ScoresWith(targets, mixture, filler, {&none, 1}).front().front();
}

TEST(FitTest, ScoresEqualThoseOfTheEvaluatedProgram) {
  data::Random random(data::StreamKey(1, "fit_test"));
  for (int round = 0; round < 60; ++round) {
    const auto documents = RandomDocuments(3, 1 + static_cast<int>(random.Below(50)), random);
    const Attention attention = AttentionOf(RandomProgram(random), documents, 0.3, random);
    for (const Score score : kScores) {
      const Targets targets(documents, attention.matrices, score);
      const Mixture mixture = RandomMixture(targets, static_cast<Combine>(round % 2), random);
      ASSERT_NEAR(ScoreWithNothingMore(targets, mixture),
                  ScoreOf(ProgramOf(mixture), documents, attention.matrices, score), 1e-5)
          << Print(ProgramOf(mixture));
    }
  }
}

// A term beside a mixture scores what the program of all of them scores.
TEST(FitTest, ScoresOfACandidateAreThoseOfTheMixtureWithIt) {
  data::Random random(data::StreamKey(2, "fit_test"));
  for (int round = 0; round < 40; ++round) {
    const auto documents = RandomDocuments(3, 40, random);
    const Attention attention = AttentionOf(RandomProgram(random), documents, 0.3, random);
    const Targets targets(documents, attention.matrices, Score::kIou);
    const Mixture mixture = RandomMixture(targets, static_cast<Combine>(round % 2), random);
    std::vector<TermFiller> candidates;
    for (int k = 0; k < 3; ++k) candidates.emplace_back(RandomCandidate(random), mixture.combine);
    const std::vector<Step> steps = {{17, mixture.sink}, {64, 40}};
    const auto scores = ScoresWith(targets, mixture, candidates, steps);
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      for (std::size_t t = 0; t < steps.size(); ++t) {
        Program program{mixture.combine, {{steps[t].weight, candidates[c].term()}}, steps[t].sink / 100.0};
        for (const Part& part : mixture.parts) {
          program.terms.push_back({static_cast<double>(part.weight), part.term});
        }
        ASSERT_NEAR(scores[c][t], ScoreOf(program, documents, attention.matrices, Score::kIou), 1e-5)
            << Print(program);
      }
    }
  }
}

TEST(FitTest, WithoutPartsEveryRowLooksAtTheFirstToken) {
  data::Random random(data::StreamKey(3, "fit_test"));
  const auto documents = RandomDocuments(2, 20, random);
  const Attention attention = AttentionOf(Parse("mix(0.5*first, 0.5*previous)"), documents, 0, random);
  const Targets targets(documents, attention.matrices, Score::kIou);
  const Mixture none;
  std::vector<TermFiller> filler = {
      TermFiller(Parse("all(id[-1] = query.id, else drop)").terms[0].term, Combine::kMix)};
  const Step step{0, 0};
  EXPECT_NEAR(ScoresWith(targets, none, filler, {&step, 1})[0][0],
              ScoreOf(Parse("first"), documents, attention.matrices, Score::kIou), 1e-6);
}

TEST(FitWeightsTest, NeverLowersTheScoreAndSaysWhatItReached) {
  data::Random random(data::StreamKey(4, "fit_test"));
  for (int round = 0; round < 30; ++round) {
    const auto documents = RandomDocuments(3, 30, random);
    const Attention attention = AttentionOf(RandomProgram(random), documents, 0.3, random);
    const Targets targets(documents, attention.matrices, kScores[round % 3]);
    Mixture mixture = RandomMixture(targets, static_cast<Combine>(round % 2), random);
    const double before = ScoreWithNothingMore(targets, mixture);
    const Fitted fitted = FitWeights(targets, mixture);
    EXPECT_GE(fitted.score, before - 1e-7);
    EXPECT_NEAR(fitted.score, ScoreWithNothingMore(targets, mixture), 1e-6);
    EXPECT_GT(fitted.tried, 0);
  }
}

TEST(FitWeightsTest, FindsTheWeightsOfTheProgramThatMadeTheAttention) {
  data::Random random(data::StreamKey(5, "fit_test"));
  const auto documents = RandomDocuments(4, 40, random);
  for (const char* text :
       {"mix(0.63*previous, 0.37*self, sink 0.29)", "add(0.89*first, 0.05*self, 0.01*earlier)"}) {
    const Program planted = Parse(text);
    const Attention attention = AttentionOf(planted, documents, 0, random);
    const Targets targets(documents, attention.matrices, Score::kIou);
    Mixture mixture{planted.combine, {}, 0};
    for (const WeightedTerm& term : planted.terms) {
      TermFiller filler(term.term, planted.combine);
      mixture.parts.push_back(MakePart(targets, filler));
    }
    SetWeights(mixture, std::vector<double>(mixture.parts.size(), 50));
    FitWeights(targets, mixture);
    EXPECT_EQ(Print(ProgramOf(mixture)), text);
  }
}

TEST(SetWeightsTest, WeightsOfAMixAreHundredthsThatSumToAHundred) {
  data::Random random(data::StreamKey(6, "fit_test"));
  for (int round = 0; round < 500; ++round) {
    Mixture mixture;
    mixture.parts.resize(1 + random.Below(6));
    std::vector<double> sizes;
    for (std::size_t k = 0; k < mixture.parts.size(); ++k) {
      sizes.push_back(random.Below(4) == 0 ? 1e-4 : random.Uniform() * 1000);
    }
    SetWeights(mixture, sizes);
    int sum = 0;
    for (const Part& part : mixture.parts) {
      EXPECT_GE(part.weight, 1);
      sum += part.weight;
    }
    ASSERT_EQ(sum, 100);
  }
}

TEST(SetWeightsTest, TheLargestRemainderGetsWhatRoundingLeaves) {
  Mixture mixture;
  mixture.parts.resize(3);
  SetWeights(mixture, {10.6, 20.3, 69.1});
  EXPECT_EQ(mixture.parts[0].weight, 11);
  EXPECT_EQ(mixture.parts[1].weight, 20);
  EXPECT_EQ(mixture.parts[2].weight, 69);
}

TEST(SetWeightsTest, WeightsOfAnAddStayUnlessOneExceedsTheMost) {
  Mixture mixture;
  mixture.combine = Combine::kAdd;
  mixture.parts.resize(2);
  SetWeights(mixture, {89, 0.2});
  EXPECT_EQ(mixture.parts[0].weight, 89);
  EXPECT_EQ(mixture.parts[1].weight, 1);
  SetWeights(mixture, {2000, 100});
  EXPECT_EQ(mixture.parts[0].weight, 1000);
  EXPECT_EQ(mixture.parts[1].weight, 50);
}

TEST(RowBeginTest, RowsFollowOneAnotherAndHoldTheirKeys) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < 100; ++i) {
    ASSERT_EQ(RowBegin(i), begin);
    ASSERT_GT(RowSize(i), static_cast<int>(i));
    ASSERT_EQ(RowSize(i) % kLanes, 0);
    begin += RowSize(i);
  }
}

}  // namespace
}  // namespace retable::models::programs
