#include "models/kernels/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "data/random.h"

// T tokens, D head dimension. Q, K and V lie side by side in rows of 3 D + kGap floats, as in a packed
// tensor.
namespace retable::models::kernels {
namespace {

constexpr int kGap = 5;
constexpr float kUntouched = -7;

std::vector<double> Normals(int count, std::uint64_t stream) {
  data::Random random(stream);
  std::vector<double> values(count);
  for (double& value : values) value = static_cast<float>(random.Normal());  // floats, exactly
  return values;
}

// One head's tensors in double precision, row-major [T, D].
struct Head {
  HeadShape shape;
  std::vector<double> q, k, v;
};

Head RandomHead(HeadShape shape) {
  const int count = shape.tokens * shape.dimension;
  return {shape, Normals(count, 1), Normals(count, 2), Normals(count, 3)};
}

// softmax_causal(Q K^T / sqrt(D)), [T, T], by a plain triple loop.
std::vector<double> Probabilities(const Head& head) {
  const auto [tokens, dimension] = head.shape;
  std::vector<double> p(tokens * tokens);
  for (int i = 0; i < tokens; ++i) {
    double sum = 0;
    for (int j = 0; j <= i; ++j) {
      double score = 0;
      for (int d = 0; d < dimension; ++d) score += head.q[i * dimension + d] * head.k[j * dimension + d];
      sum += p[i * tokens + j] = std::exp(score / std::sqrt(dimension));
    }
    for (int j = 0; j <= i; ++j) p[i * tokens + j] /= sum;
  }
  return p;
}

// P V, [T, D].
std::vector<double> Output(HeadShape shape, const std::vector<double>& p, const std::vector<double>& v) {
  const auto [tokens, dimension] = shape;
  std::vector<double> out(tokens * dimension);
  for (int i = 0; i < tokens; ++i) {
    for (int j = 0; j < tokens; ++j) {
      for (int d = 0; d < dimension; ++d) out[i * dimension + d] += p[i * tokens + j] * v[j * dimension + d];
    }
  }
  return out;
}

// sum(O * dO): its gradient is what the kernels are to return for the output gradient dO.
double Objective(const Head& head, const std::vector<double>& out_gradient) {
  const std::vector<double> out = Output(head.shape, Probabilities(head), head.v);
  double sum = 0;
  for (std::size_t i = 0; i < out.size(); ++i) sum += out[i] * out_gradient[i];
  return sum;
}

// Central differences of the objective in every element of one of q, k, v.
std::vector<double> Differences(Head head, std::vector<double> Head::*part,
                                const std::vector<double>& out_gradient) {
  constexpr double kStep = 1e-5;
  std::vector<double> gradient;
  for (double& value : head.*part) {
    const double kept = value;
    value = kept + kStep;
    const double above = Objective(head, out_gradient);
    value = kept - kStep;
    gradient.push_back((above - Objective(head, out_gradient)) / (2 * kStep));
    value = kept;
  }
  return gradient;
}

// The memory of q, k and v, or of their gradients, as the kernels see it.
class Packed {
 public:
  explicit Packed(HeadShape shape)
      : shape_(shape), stride_(3 * shape.dimension + kGap), values_(shape.tokens * stride_, kUntouched) {}

  explicit Packed(const Head& head) : Packed(head.shape) {
    const std::vector<double>* parts[] = {&head.q, &head.k, &head.v};
    for (int third = 0; third < 3; ++third) Fill(third, *parts[third]);
  }

  void Fill(int third, const std::vector<double>& from) {
    for (std::size_t i = 0; i < from.size(); ++i) values_[Place(third, i)] = static_cast<float>(from[i]);
  }

  HeadRows Rows(int third) { return {values_.data() + third * shape_.dimension, stride_}; }
  ConstHeadRows ConstRows(int third) const { return {values_.data() + third * shape_.dimension, stride_}; }

  void ExpectNear(int third, const std::vector<double>& expected, double tolerance) const {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_NEAR(values_[Place(third, i)], expected[i], tolerance) << "third " << third << ", element " << i;
    }
  }

  void ExpectUntouched(int third) const {
    ExpectNear(third, std::vector<double>(shape_.tokens * shape_.dimension, kUntouched), 0);
  }

  void ExpectGapUntouched() const {
    for (int t = 0; t < shape_.tokens; ++t) {
      for (int i = 1; i <= kGap; ++i) ASSERT_EQ(values_[(t + 1) * stride_ - i], kUntouched) << "token " << t;
    }
  }

 private:
  std::size_t Place(int third, std::size_t i) const {
    return i / shape_.dimension * stride_ + third * shape_.dimension + i % shape_.dimension;
  }

  HeadShape shape_;
  int stride_;
  std::vector<float> values_;
};

class HeadTest : public ::testing::TestWithParam<std::pair<int, int>> {
 protected:
  HeadShape shape() const { return {GetParam().first, GetParam().second}; }

  std::vector<float> KernelProbabilities(const Packed& packed) {
    std::vector<float> p(shape().tokens * shape().tokens, kUntouched);
    AttentionScratch scratch(shape());
    AttentionProbabilities(shape(), packed.ConstRows(0), packed.ConstRows(1), p.data(), scratch);
    return p;
  }
};

TEST_P(HeadTest, ProbabilitiesAgreeWithDoublePrecisionAndAreExactlyZeroAboveTheDiagonal) {
  const Head head = RandomHead(shape());
  const std::vector<float> p = KernelProbabilities(Packed(head));
  const std::vector<double> expected = Probabilities(head);
  const int tokens = shape().tokens;
  for (int i = 0; i < tokens; ++i) {
    double sum = 0;
    for (int j = 0; j < tokens; ++j) {
      ASSERT_TRUE(j <= i || p[i * tokens + j] == 0) << i << " " << j;
      ASSERT_NEAR(p[i * tokens + j], expected[i * tokens + j], 1e-6) << i << " " << j;
      sum += p[i * tokens + j];
    }
    ASSERT_NEAR(sum, 1, 1e-6) << i;
  }
}

TEST_P(HeadTest, OutputAgreesWithDoublePrecisionAndStaysInItsColumns) {
  const Head head = RandomHead(shape());
  const Packed packed(head);
  Packed out(shape());
  AttentionOutput(shape(), KernelProbabilities(packed).data(), packed.ConstRows(2), out.Rows(1));
  out.ExpectNear(1, Output(shape(), Probabilities(head), head.v), 1e-5);
  out.ExpectUntouched(0);
  out.ExpectUntouched(2);
  out.ExpectGapUntouched();
}

TEST_P(HeadTest, GradientsAgreeWithFiniteDifferencesAndStayInTheirColumns) {
  const Head head = RandomHead(shape());
  const Packed packed(head);
  const std::vector<double> out_gradient = Normals(shape().tokens * shape().dimension, 4);
  Packed upstream(shape()), gradient(shape());
  upstream.Fill(0, out_gradient);
  const std::vector<float> p = KernelProbabilities(packed);
  AttentionScratch scratch(shape());
  AttentionValueGradient(shape(), p.data(), upstream.ConstRows(0), gradient.Rows(2));
  gradient.ExpectUntouched(0);
  gradient.ExpectUntouched(1);
  AttentionScoreGradients(shape(), p.data(), upstream.ConstRows(0), packed.ConstRows(0), packed.ConstRows(1),
                          packed.ConstRows(2), gradient.Rows(0), gradient.Rows(1), scratch);
  gradient.ExpectNear(0, Differences(head, &Head::q, out_gradient), 2e-5);
  gradient.ExpectNear(1, Differences(head, &Head::k, out_gradient), 2e-5);
  gradient.ExpectNear(2, Differences(head, &Head::v, out_gradient), 2e-5);
  gradient.ExpectGapUntouched();
}

TEST_P(HeadTest, ScratchOfAnEarlierCallDoesNotMatter) {
  const Packed packed(RandomHead(shape()));
  const std::vector<float> fresh = KernelProbabilities(packed);
  AttentionScratch scratch(shape());
  scratch.transposed.assign(scratch.transposed.size(), NAN);
  scratch.scores.assign(scratch.scores.size(), NAN);
  std::vector<float> p(fresh.size(), NAN);
  AttentionProbabilities(shape(), packed.ConstRows(0), packed.ConstRows(1), p.data(), scratch);
  EXPECT_EQ(p, fresh);
}

// Tokens and dimensions that are whole and broken numbers of 16-wide tiles.
INSTANTIATE_TEST_SUITE_P(Shapes, HeadTest,
                         ::testing::Values(std::pair{8, 8}, std::pair{16, 8}, std::pair{24, 16},
                                           std::pair{32, 24}));

TEST(AttentionProbabilitiesTest, ScoresFarApartNeitherOverflowNorGiveNan) {
  const HeadShape shape = {8, 8};
  Head head = RandomHead(shape);
  for (double& value : head.q) value *= 1e4;
  const Packed packed(head);
  std::vector<float> p(64);
  AttentionScratch scratch(shape);
  AttentionProbabilities(shape, packed.ConstRows(0), packed.ConstRows(1), p.data(), scratch);
  for (int i = 0; i < 8; ++i) {
    double sum = 0;
    for (int j = 0; j < 8; ++j) sum += p[i * 8 + j];
    EXPECT_NEAR(sum, 1, 1e-6) << i;
  }
}

TEST(AttentionProbabilitiesTest, ANanInAKeySpoilsOnlyTheRowsThatSeeIt) {
  const HeadShape shape = {16, 8};
  Head head = RandomHead(shape);
  head.k[5 * 8 + 3] = NAN;
  const Packed packed(head);
  std::vector<float> p(16 * 16);
  AttentionScratch scratch(shape);
  AttentionProbabilities(shape, packed.ConstRows(0), packed.ConstRows(1), p.data(), scratch);
  for (int i = 0; i < 16; ++i) EXPECT_EQ(std::isnan(p[i * 16]), i >= 5) << i;
}

}  // namespace
}  // namespace retable::models::kernels
