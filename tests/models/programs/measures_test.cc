#include "models/programs/measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "data/random.h"
#include "models/programs/evaluate.h"
#include "models/programs/parse.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Floats = std::vector<float>;

RowSparse RowsOf(std::string_view program, const std::vector<std::int32_t>& ids) {
  return Evaluate(Parse(program), Features(ids, TraitsOf(SmallVocabulary())));
}

RowSparse RowsOf(std::string_view program, int tokens) {
  return RowsOf(program, std::vector<std::int32_t>(tokens, 0));
}

// Attention-like rows: softmax of normals, a few of them large.
Floats RandomAttention(int tokens, data::Random& random) {
  Floats values(static_cast<std::size_t>(tokens) * tokens, 0);
  for (int i = 0; i < tokens; ++i) {
    double sum = 0;
    std::vector<double> row(i + 1);
    for (double& value : row) sum += value = std::exp(2 * random.Normal());
    for (int j = 0; j <= i; ++j) values[i * tokens + j] = static_cast<float>(row[j] / sum);
  }
  return values;
}

Floats AsFloats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

// The definition, over every cell.
double PlainIou(const std::vector<double>& a, const std::vector<double>& b, int tokens, SinkColumn sink) {
  double minima = 0, maxima = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (sink == SinkColumn::kOut && k % tokens == 0) continue;
    minima += std::min(a[k], b[k]);
    maxima += std::max(a[k], b[k]);
  }
  return maxima == 0 ? 1 : minima / maxima;
}

// shared facts, "IoU checks": one-hot disjoint 0; identical 1; rows (1,1,0,0) and (1,0,1,0) unnormalised 1/3;
// a mean total variation of .143 gives .75.
TEST(IouTest, OneHotRowsThatDifferGiveZeroAndIdenticalOnesOne) {
  const Floats first = {1, 0, 1, 0}, second = {0, 0, 0, 1};
  EXPECT_EQ(Iou(DenseMatrix(2, first), DenseMatrix(2, second)), 0);
  EXPECT_EQ(Iou(DenseMatrix(2, first), DenseMatrix(2, first)), 1);
  EXPECT_EQ(Iou(RowsOf("first", 5), RowsOf("first", 5)), 1);
}

TEST(IouTest, UnnormalisedRowsGiveAThird) {
  Floats a(16, 0), b(16, 0);  // the last row of four tokens
  a[12] = a[13] = b[12] = b[14] = 1;
  EXPECT_NEAR(Iou(DenseMatrix(4, a), DenseMatrix(4, b)), 1.0 / 3, 1e-15);
}

TEST(IouTest, AMeanTotalVariationOfASeventhGivesThreeQuarters) {
  // Two rows, TV 0 and 2/7: mean 1/7 = .143, and (1 - 1/7) / (1 + 1/7) = .75.
  const Floats a = {1, 0, 1, 0}, b = {1, 0, 5.0F / 7, 2.0F / 7};
  EXPECT_NEAR(Iou(DenseMatrix(2, a), DenseMatrix(2, b)), 0.75, 1e-7);
}

TEST(IouTest, IsOneMinusOverOnePlusTheMeanTotalVariation) {
  data::Random random(data::StreamKey(1, "measures_test"));
  const Floats a = RandomAttention(40, random), b = RandomAttention(40, random);
  double variation = 0;
  for (std::size_t k = 0; k < a.size(); ++k) variation += std::abs(double{a[k]} - b[k]) / 2 / 40;
  EXPECT_NEAR(Iou(DenseMatrix(40, a), DenseMatrix(40, b)), (1 - variation) / (1 + variation), 1e-7);
}

TEST(IouTest, SparseOrDenseIsTheSameAsTheDefinition) {
  data::Random random(data::StreamKey(2, "measures_test"));
  const Vocabulary vocabulary = TraitsOf(SmallVocabulary());
  for (int round = 0; round < 300; ++round) {
    const int tokens = 1 + static_cast<int>(random.Below(70));
    const Features features(RandomIds(tokens, random), vocabulary);
    const RowSparse a = Evaluate(RandomProgram(random), features),
                    b = Evaluate(RandomProgram(random), features);
    const Floats attention = RandomAttention(tokens, random);
    const Floats a_floats = AsFloats(Dense(a));
    const std::vector<double> doubles(attention.begin(), attention.end());
    const DenseMatrix dense(tokens, attention);
    for (const SinkColumn sink : {SinkColumn::kLeave, SinkColumn::kOut}) {
      ASSERT_NEAR(Iou(a, dense, sink), PlainIou(Dense(a), doubles, tokens, sink), 1e-12);
      ASSERT_NEAR(Iou(a, b, sink), PlainIou(Dense(a), Dense(b), tokens, sink), 1e-9);
      ASSERT_NEAR(Iou(DenseMatrix(tokens, a_floats), dense, sink), Iou(a, dense, sink), 1e-6);
      ASSERT_NEAR(Iou(b, a, sink), Iou(a, b, sink), 1e-12);
      ASSERT_NEAR(Iou(a, a, sink), 1, 1e-9);
    }
  }
}

TEST(IouTest, WithoutTheSinkColumnAgreementOnTheSinkDoesNotCount) {
  const RowSparse a = RowsOf("mix(0.9*first, 0.1*self)", 50), b = RowsOf("mix(0.9*first, 0.1*previous)", 50);
  EXPECT_GT(Iou(a, b), 0.8);
  EXPECT_EQ(Iou(a, b, SinkColumn::kOut), 0);
}

TEST(IouTest, TwoPatternsThatAreAllSinkAreAlikeWithoutIt) {
  const RowSparse sink = RowsOf("first", 9);
  const Floats dense = AsFloats(Dense(sink));
  EXPECT_EQ(Iou(sink, sink, SinkColumn::kOut), 1);
  EXPECT_EQ(Iou(sink, DenseMatrix(9, dense), SinkColumn::kOut), 1);
}

TEST(IouTest, DifferentLengthsAreRefused) {
  EXPECT_THAT([] { Iou(RowsOf("first", 3), RowsOf("first", 4)); },
              ThrowsMessage<std::invalid_argument>(
                  "a matrix of 3 tokens is compared with one of 4: cut the longer document"));
}

TEST(MeanIouTest, IsTheMeanOverDocumentsAndNotOverCells) {
  const std::vector<RowSparse> a = {RowsOf("first", 2), RowsOf("first", 60)},
                               b = {RowsOf("first", 2), RowsOf("self", 60)};
  EXPECT_DOUBLE_EQ(MeanIou(std::span<const RowSparse>(a), b), (1 + Iou(a[1], b[1])) / 2);
  EXPECT_THAT([&] { MeanIou(std::span<const RowSparse>(a), std::span(b).first(1)); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("there are 2 and 1")));
  EXPECT_THROW(MeanIou(std::span<const RowSparse>(), std::span<const RowSparse>()), std::invalid_argument);
}

// shared facts, section 1.3 and "IoU checks": causal-uniform, T = 64 3.21 nats, 128 3.878, 256 4.560,
// 512 5.25.
TEST(MeanRowEntropyTest, OfCausalUniformIsAsTabulated) {
  EXPECT_NEAR(MeanRowEntropy(RowsOf("all", 64)).nats, 3.21, 5e-3);
  EXPECT_NEAR(MeanRowEntropy(RowsOf("all", 128)).nats, 3.878, 5e-4);
  EXPECT_NEAR(MeanRowEntropy(RowsOf("all", 256)).nats, 4.560, 5e-4);
  EXPECT_NEAR(MeanRowEntropy(RowsOf("all", 512)).nats, 5.25, 5e-3);
}

TEST(MeanRowEntropyTest, OneKeyIsZeroAndUniformIsOneOfOne) {
  const RowEntropy one = MeanRowEntropy(RowsOf("previous", 20)), all = MeanRowEntropy(RowsOf("all", 20));
  EXPECT_EQ(one.nats, 0);
  EXPECT_EQ(one.normalised, 0);
  EXPECT_NEAR(one.keys, 1, 1e-12);
  EXPECT_NEAR(all.normalised, 1, 1e-12);
  EXPECT_NEAR(all.keys, 10.5, 1e-12);  // the mean of 1 ... 20
}

TEST(MeanRowEntropyTest, SparseAndDenseAgree) {
  data::Random random(data::StreamKey(3, "measures_test"));
  const Features features(RandomIds(60, random), TraitsOf(SmallVocabulary()));
  for (int round = 0; round < 100; ++round) {
    const RowSparse rows = Evaluate(RandomProgram(random), features);
    const Floats floats = AsFloats(Dense(rows));
    const RowEntropy sparse = MeanRowEntropy(rows), dense = MeanRowEntropy(DenseMatrix(60, floats));
    ASSERT_NEAR(sparse.nats, dense.nats, 1e-5);
    ASSERT_NEAR(sparse.normalised, dense.normalised, 1e-5);
    ASSERT_NEAR(sparse.keys, dense.keys, 1e-3);
    ASSERT_NEAR(FirstTokenMass(rows), FirstTokenMass(DenseMatrix(60, floats)), 1e-6);
  }
}

TEST(MeanRowEntropyTest, RowsThatDoNotSumToOneAreDividedByTheirSum) {
  const Floats half = {0.5F, 0, 0.25F, 0.25F};
  EXPECT_NEAR(MeanRowEntropy(DenseMatrix(2, half)).nats, std::log(2.0) / 2, 1e-15);
  const Floats zero = {1, 0, 0, 0};
  EXPECT_THAT([&] { MeanRowEntropy(DenseMatrix(2, zero)); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("row 1 sums to 0")));
  EXPECT_THROW(MeanRowEntropy(RowSparse{}), std::invalid_argument);
}

TEST(FirstTokenMassTest, IsTheMeanOfTheFirstColumn) {
  EXPECT_DOUBLE_EQ(FirstTokenMass(RowsOf("first", 7)), 1);
  EXPECT_DOUBLE_EQ(FirstTokenMass(RowsOf("self", 4)), 0.25);
  EXPECT_DOUBLE_EQ(FirstTokenMass(RowsOf("all", 3)), (1 + 1.0 / 2 + 1.0 / 3) / 3);
  EXPECT_THROW(FirstTokenMass(RowSparse{}), std::invalid_argument);
}

TEST(InputDependenceTest, IsZeroForWhatDoesNotReadTheText) {
  data::Random random(data::StreamKey(4, "measures_test"));
  std::vector<RowSparse> positional, rule;
  for (int d = 0; d < 6; ++d) {
    const std::vector<std::int32_t> ids = RandomIds(50, random);
    positional.push_back(RowsOf("mix(0.5*all, 0.3*previous, 0.2*first)", ids));
    rule.push_back(RowsOf("all(id[-1] = query.id)", ids));
  }
  EXPECT_NEAR(InputDependence(positional), 0, 1e-15);
  EXPECT_GT(InputDependence(rule), 0.3);
}

TEST(InputDependenceTest, TwoDocumentsWithNothingInCommonGiveAHalf) {
  // Rows 0 are the same, rows 1 and 2 disjoint: (0 + 1/2 + 1/2) / 3.
  const std::vector<RowSparse> documents = {RowsOf("first", 3), RowsOf("self", 3)};
  EXPECT_DOUBLE_EQ(InputDependence(documents), 1.0 / 3);
}

TEST(InputDependenceTest, DocumentsAreCutToTheShortest) {
  const std::vector<RowSparse> documents = {RowsOf("first", 3), RowsOf("self", 30)};
  EXPECT_DOUBLE_EQ(InputDependence(documents), 1.0 / 3);
}

TEST(InputDependenceTest, IsTheMeanTotalVariationFromTheMeanPattern) {
  data::Random random(data::StreamKey(5, "measures_test"));
  constexpr int kTokens = 12, kDocuments = 5;
  std::vector<Floats> values;
  std::vector<DenseMatrix> documents;
  for (int d = 0; d < kDocuments; ++d) values.push_back(RandomAttention(kTokens, random));
  for (const Floats& one : values) documents.emplace_back(kTokens, one);
  double expected = 0;
  for (std::size_t k = 0; k < values[0].size(); ++k) {
    double mean = 0;
    for (const Floats& one : values) mean += one[k] / double{kDocuments};
    for (const Floats& one : values) expected += std::abs(one[k] - mean) / 2 / kDocuments / kTokens;
  }
  EXPECT_NEAR(InputDependence(documents), expected, 1e-12);
}

TEST(InputDependenceTest, OneDocumentIsRefused) {
  const std::vector<RowSparse> one = {RowsOf("first", 3)};
  EXPECT_THAT([&] { InputDependence(one); },
              ThrowsMessage<std::invalid_argument>("input dependence needs two documents at least, not 1"));
}

TEST(DenseMatrixTest, WhatIsNoCausalAttentionIsRefused) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinite = std::numeric_limits<float>::infinity();
  for (const Floats& bad : {Floats{1, 0.5F, 0.5F, 0.5F}, Floats{1, 0, -1, 2}, Floats{1, 0, nan, 1},
                            Floats{1, 0, infinite, 1}, Floats{1, nan, 0, 1}}) {
    EXPECT_THROW(DenseMatrix(2, bad), std::invalid_argument);
  }
  const Floats three = {1, 0, 1};
  EXPECT_THAT([&] { DenseMatrix(2, three); },
              ThrowsMessage<std::invalid_argument>("a matrix of 2 tokens has 4 values, not 3"));
}

}  // namespace
}  // namespace retable::models::programs
