#include "models/kernels/cross_entropy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "data/random.h"

// V vocabulary.
namespace retable::models::kernels {
namespace {

// Logits of a row, padded as in memory; what lies past the vocabulary is nonsense that must not count.
std::vector<float> Row(int vocabulary, double spread, double offset = 0) {
  data::Random random(vocabulary);
  std::vector<float> row(PaddedVocabulary(vocabulary), 1e30F);
  for (int v = 0; v < vocabulary; ++v) row[v] = static_cast<float>(offset + spread * random.Normal());
  return row;
}

// log sum exp z - z[target], in double precision.
double Loss(const std::vector<float>& z, int vocabulary, int target) {
  const double largest = *std::max_element(z.begin(), z.begin() + vocabulary);
  double sum = 0;
  for (int v = 0; v < vocabulary; ++v) sum += std::exp(z[v] - largest);
  return largest + std::log(sum) - z[target];
}

TEST(PaddedVocabularyTest, RoundsUpToWholeVectors) {
  EXPECT_EQ(PaddedVocabulary(1), 8);
  EXPECT_EQ(PaddedVocabulary(8), 8);
  EXPECT_EQ(PaddedVocabulary(9), 16);
  EXPECT_EQ(PaddedVocabulary(50257), 50264);
}

class VocabularyTest : public ::testing::TestWithParam<int> {};

TEST_P(VocabularyTest, LossAgreesWithDoublePrecisionForEveryKindOfTarget) {
  const int vocabulary = GetParam();
  for (const int target : {0, vocabulary / 2, vocabulary - 1}) {
    const std::vector<float> z = Row(vocabulary, 3);
    const double loss = Loss(z, vocabulary, target);
    std::vector<float> scratch = z, gradient = z;
    EXPECT_NEAR(CrossEntropy(scratch.data(), vocabulary, target), loss, 1e-6 * (10 + loss));
    EXPECT_NEAR(CrossEntropyWithGradient(gradient.data(), vocabulary, target, 0.25F), loss,
                1e-6 * (10 + loss));
  }
}

TEST_P(VocabularyTest, GradientIsScaledSoftmaxLessTheTarget) {
  const int vocabulary = GetParam(), target = vocabulary / 3;
  const std::vector<float> z = Row(vocabulary, 3);
  std::vector<float> gradient = z;
  CrossEntropyWithGradient(gradient.data(), vocabulary, target, 0.25F);
  double sum = 0;
  for (int v = 0; v < vocabulary; ++v) {
    const double expected = 0.25 * (std::exp(-Loss(z, vocabulary, v)) - (v == target));
    EXPECT_NEAR(gradient[v], expected, 1e-6) << v;
    sum += gradient[v];
  }
  EXPECT_NEAR(sum, 0, 1e-6);
}

TEST_P(VocabularyTest, WritesNothingPastThePadding) {
  const int vocabulary = GetParam();
  std::vector<float> row = Row(vocabulary, 1);
  row.push_back(-7);
  CrossEntropyWithGradient(row.data(), vocabulary, 0, 1);
  EXPECT_EQ(row.back(), -7);
}

INSTANTIATE_TEST_SUITE_P(Sizes, VocabularyTest, ::testing::Values(1, 3, 7, 8, 13, 16, 1003));

TEST(CrossEntropyTest, IsExactlyZeroForAVocabularyOfOne) {
  std::vector<float> row = Row(1, 3);
  EXPECT_EQ(CrossEntropyWithGradient(row.data(), 1, 0, 1), 0);
  EXPECT_EQ(row[0], 0);
}

TEST(CrossEntropyTest, LargeLogitsNeitherOverflowNorVanish) {
  for (const double offset : {-1e4, 1e4}) {
    const std::vector<float> z = Row(13, 20, offset);
    std::vector<float> scratch = z;
    EXPECT_NEAR(CrossEntropy(scratch.data(), 13, 5), Loss(z, 13, 5), 2e-3)
        << offset;  // 1e4 in float: +- 5e-4
  }
}

TEST(CrossEntropyTest, ALogitOfMinusInfinityHasNoProbability) {
  std::vector<float> row = Row(13, 1);
  row[4] = -INFINITY;
  const double loss = Loss(row, 13, 2);
  EXPECT_NEAR(CrossEntropyWithGradient(row.data(), 13, 2, 1), loss, 1e-6);
  EXPECT_EQ(row[4], 0);
}

TEST(CrossEntropyTest, OneNanMakesTheLossNan) {
  for (const int place : {0, 5, 12}) {
    std::vector<float> row = Row(13, 1);
    row[place] = std::nanf("");
    EXPECT_TRUE(std::isnan(CrossEntropy(row.data(), 13, 2))) << place;
  }
}

}  // namespace
}  // namespace retable::models::kernels
