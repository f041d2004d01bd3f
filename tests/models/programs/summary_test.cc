#include "models/programs/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "data/random.h"
#include "models/programs/parse.h"
#include "tests/models/programs/made_attention.h"

namespace retable::models::programs {
namespace {

TEST(SummariseTest, OfTwoTokensIsWorkedOutByHand) {
  data::Random random(data::StreamKey(1, "summary_test"));
  const auto documents = RandomDocuments(2, 2, random);
  const Attention attention = AttentionOf(Parse("self"), documents, 0, random);
  const ProgramSummary summary = Summarise(Parse("mix(0.5*first, 0.5*self)"), documents, attention.matrices);
  // Rows (1, 0) and (1/2, 1/2) against (1, 0) and (0, 1): minima 3/2, maxima 5/2.
  EXPECT_NEAR(summary.iou, 0.6, 1e-12);
  EXPECT_NEAR(summary.row_entropy, std::log(2) / 2, 1e-12);
  EXPECT_NEAR(summary.first_token_mass, 0.75, 1e-12);
  EXPECT_EQ(summary.input_dependence, 0);
  EXPECT_EQ(summary.size, 2);
}

TEST(SummariseTest, ASinkCountsAsATermAndEqualTermsAsOne) {
  data::Random random(data::StreamKey(2, "summary_test"));
  const auto documents = RandomDocuments(2, 5, random);
  const Attention attention = AttentionOf(Parse("self"), documents, 0, random);
  const auto size = [&](const char* program) {
    return Summarise(Parse(program), documents, attention.matrices).size;
  };
  EXPECT_EQ(size("mix(self, sink 0.2)"), 2);
  EXPECT_EQ(size("mix(0.3*self, 0.3*self, 0.4*previous)"), 2);
}

TEST(SummariseTest, InputDependenceIsThatOfTheProgramNotOfTheHead) {
  data::Random random(data::StreamKey(3, "summary_test"));
  const auto documents = RandomDocuments(3, 30, random);
  const Attention attention = AttentionOf(Parse("previous"), documents, 0.5, random);
  EXPECT_EQ(Summarise(Parse("previous"), documents, attention.matrices).input_dependence, 0);
  const Program induction = Parse("all(id[-1] = query.id)");
  EXPECT_EQ(Summarise(induction, documents, attention.matrices).input_dependence,
            InputDependence(EvaluateEach(induction, documents)));
}

TEST(SummariseTest, RefusesFewerThanTwoDocuments) {
  data::Random random(data::StreamKey(4, "summary_test"));
  const auto documents = RandomDocuments(1, 5, random);
  const Attention attention = AttentionOf(Parse("self"), documents, 0, random);
  EXPECT_THROW(Summarise(Parse("self"), documents, attention.matrices), std::invalid_argument);
  EXPECT_THROW(Summarise(Parse("self"), {}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace retable::models::programs
