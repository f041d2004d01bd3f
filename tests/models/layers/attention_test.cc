#include "models/layers/attention.h"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

// B windows, T tokens, C width, H heads, D head dimension.
namespace retable::models {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

constexpr int kWindows = 3, kHeads = 4, kDimension = 8, kWidth = kHeads * kDimension;
constexpr double kTolerance = 2e-6;  // on values of size 1, in float32

at::Tensor RandomQkv(int windows, int tokens, int width = kWidth) {
  at::manual_seed(1);
  return at::randn({windows, tokens, 3 * width});
}

// Row-stochastic and causal, all rows different.
at::Tensor RandomPattern(int windows, int tokens) {
  const at::Tensor positive = at::rand({windows, tokens, tokens}).add(0.01).tril();
  return positive / positive.sum(-1, true);
}

struct ValueAndGradient {
  at::Tensor value, gradient;  // [B, T, C], [B, T, 3C]
};

using Attention = at::Tensor (*)(const at::Tensor&, int, const std::vector<HeldHead>&);
constexpr Attention kBothPaths[] = {CausalAttention, ComposedCausalAttention};

// The layer's value, and the gradient of its inner product with a fixed tensor.
ValueAndGradient Apply(Attention attention, const at::Tensor& qkv, int heads,
                       const std::vector<HeldHead>& held) {
  const at::Tensor leaf = qkv.detach().clone().set_requires_grad(true);
  const at::Tensor value = attention(leaf, heads, held);
  const at::Tensor weights = at::arange(value.numel(), at::kFloat).mul_(0.7).cos_().view(value.sizes());
  (value * weights.to(value.dtype())).sum().backward();
  return {value.detach(), leaf.grad()};
}

double LargestDifference(const at::Tensor& a, const at::Tensor& b) {
  return (a.to(at::kDouble) - b.to(at::kDouble)).abs().max().item<double>();
}

// Columns of the packed gradient that belong to a head's Q, K or V, [B, T, D].
at::Tensor Third(const at::Tensor& packed, int third, int head) {
  return packed.narrow(2, third * kWidth + head * kDimension, kDimension);
}

struct HeldCase {
  const char* name;
  std::vector<int> heads;
  int windows_of_pattern;
};

class HeldTest : public ::testing::TestWithParam<HeldCase> {
 protected:
  static std::vector<HeldHead> Held(int tokens) {
    at::manual_seed(2);
    std::vector<HeldHead> held;
    for (const int head : GetParam().heads) {
      held.push_back({head, RandomPattern(GetParam().windows_of_pattern, tokens)});
    }
    return held;
  }
};

TEST_P(HeldTest, KernelsAgreeWithTorchsOperations) {
  const at::Tensor qkv = RandomQkv(kWindows, 24);
  const std::vector<HeldHead> held = Held(24);
  const ValueAndGradient kernels = Apply(CausalAttention, qkv, kHeads, held);
  const ValueAndGradient composed = Apply(ComposedCausalAttention, qkv, kHeads, held);
  EXPECT_LT(LargestDifference(kernels.value, composed.value), kTolerance);
  EXPECT_LT(LargestDifference(kernels.gradient, composed.gradient), kTolerance);
}

TEST_P(HeldTest, TorchsOperationsInFloatAgreeWithThemInDouble) {
  const at::Tensor qkv = RandomQkv(kWindows, 24);
  const std::vector<HeldHead> held = Held(24);
  const ValueAndGradient in_float = Apply(ComposedCausalAttention, qkv, kHeads, held);
  const ValueAndGradient in_double = Apply(ComposedCausalAttention, qkv.to(at::kDouble), kHeads, held);
  EXPECT_LT(LargestDifference(in_float.value, in_double.value), kTolerance);
  EXPECT_LT(LargestDifference(in_float.gradient, in_double.gradient), kTolerance);
}

TEST_P(HeldTest, QueriesAndKeysOfHeldHeadsGetExactlyZeroGradientOnBothPaths) {
  for (const Attention attention : kBothPaths) {
    const ValueAndGradient result = Apply(attention, RandomQkv(kWindows, 24), kHeads, Held(24));
    for (int head = 0; head < kHeads; ++head) {
      const auto& heads = GetParam().heads;
      const bool held = std::find(heads.begin(), heads.end(), head) != heads.end();
      for (const int third : {0, 1}) {
        const auto nonzero = Third(result.gradient, third, head).count_nonzero().item<std::int64_t>();
        EXPECT_EQ(nonzero == 0, held) << "head " << head << ", third " << third;
      }
      EXPECT_GT(Third(result.gradient, 2, head).count_nonzero().item<std::int64_t>(), 0)
          << "V of head " << head;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Heads, HeldTest,
                         ::testing::Values(HeldCase{"none", {}, 1}, HeldCase{"one", {2}, kWindows},
                                           HeldCase{"one_for_all_windows", {2}, 1},
                                           HeldCase{"several", {3, 1}, kWindows},
                                           HeldCase{"several_for_all_windows", {0, 3}, 1},
                                           HeldCase{"all", {0, 1, 2, 3}, kWindows}),
                         [](const auto& info) { return info.param.name; });

// A head held to another head's softmax, mixed patterns of both shapes: the value by its definition.
TEST(CausalAttentionTest, HeldHeadIsItsPatternTimesItsValues) {
  const at::Tensor qkv = RandomQkv(kWindows, 16);
  const at::Tensor each = RandomPattern(kWindows, 16), all = RandomPattern(1, 16);
  for (const Attention attention : kBothPaths) {
    const at::Tensor out = attention(qkv, kHeads, {{1, each}, {2, all}});
    const auto head_out = [&](int head) { return out.narrow(2, head * kDimension, kDimension); };
    EXPECT_LT(LargestDifference(head_out(1), at::matmul(each, Third(qkv, 2, 1))), kTolerance);
    EXPECT_LT(LargestDifference(head_out(2), at::matmul(all, Third(qkv, 2, 2))), kTolerance);
    const at::Tensor free = CausalProbabilities(Third(qkv, 0, 0), Third(qkv, 1, 0));
    EXPECT_LT(LargestDifference(head_out(0), at::matmul(free, Third(qkv, 2, 0))), kTolerance);
  }
}

TEST(CausalAttentionTest, HoldingAHeadLeavesTheOtherHeadsBitsAlone) {
  const at::Tensor qkv = RandomQkv(kWindows, 16);
  const at::Tensor free = CausalAttention(qkv, kHeads);
  const at::Tensor held = CausalAttention(qkv, kHeads, {{1, RandomPattern(kWindows, 16)}});
  for (const int head : {0, 2, 3}) {
    EXPECT_TRUE(at::equal(free.narrow(2, head * kDimension, kDimension),
                          held.narrow(2, head * kDimension, kDimension)));
  }
}

TEST(CausalAttentionTest, APatternInDoublePrecisionIsTaken) {
  const at::Tensor qkv = RandomQkv(kWindows, 16), pattern = RandomPattern(kWindows, 16);
  EXPECT_TRUE(at::equal(CausalAttention(qkv, kHeads, {{0, pattern}}),
                        CausalAttention(qkv, kHeads, {{0, pattern.to(at::kDouble)}})));
}

struct ShapeCase {
  int tokens;
  int heads;
  int width;
};

class UnfitShapeTest : public ::testing::TestWithParam<ShapeCase> {};

TEST_P(UnfitShapeTest, GoesToTorchsOperations) {
  const auto [tokens, heads, width] = GetParam();
  const at::Tensor qkv = RandomQkv(2, tokens, width);
  const std::vector<HeldHead> held = {{0, RandomPattern(1, tokens)}};
  const ValueAndGradient result = Apply(CausalAttention, qkv, heads, held);
  const ValueAndGradient composed = Apply(ComposedCausalAttention, qkv, heads, held);
  EXPECT_TRUE(at::equal(result.value, composed.value));
  EXPECT_TRUE(at::equal(result.gradient, composed.gradient));
}

INSTANTIATE_TEST_SUITE_P(Shapes, UnfitShapeTest,
                         ::testing::Values(ShapeCase{7, 4, 32}, ShapeCase{1, 1, 8}, ShapeCase{16, 4, 12},
                                           ShapeCase{13, 3, 15}));

TEST(CausalAttentionTest, DoublePrecisionGoesToTorchsOperations) {
  const at::Tensor qkv = RandomQkv(2, 16).to(at::kDouble);
  EXPECT_TRUE(at::equal(CausalAttention(qkv, kHeads), ComposedCausalAttention(qkv, kHeads)));
}

TEST(CausalAttentionTest, LaterTokensDoNotMatter) {
  const at::Tensor qkv = RandomQkv(1, 16);
  at::Tensor changed = qkv.clone();
  changed.narrow(1, 10, 6).add_(3);
  for (const Attention attention : kBothPaths) {
    EXPECT_TRUE(at::equal(attention(qkv, kHeads, {}).narrow(1, 0, 10),
                          attention(changed, kHeads, {}).narrow(1, 0, 10)));
  }
}

// Kernels and torch's operations refuse alike: T = 16 fits the kernels, T = 7 does not.
class RefusalTest : public ::testing::TestWithParam<int> {
 protected:
  std::function<void()> Holding(std::vector<HeldHead> held) {
    return [held, tokens = GetParam()] { CausalAttention(RandomQkv(2, tokens), kHeads, held); };
  }
  int tokens() const { return GetParam(); }
};

TEST_P(RefusalTest, AHeadOutsideTheModel) {
  for (const int head : {-1, kHeads}) {
    EXPECT_THAT(
        Holding({{head, RandomPattern(1, tokens())}}),
        ThrowsMessage<std::invalid_argument>("head " + std::to_string(head) +
                                             " cannot be held: there are 4 heads, each held at most once"));
  }
}

TEST_P(RefusalTest, AHeadHeldTwice) {
  const at::Tensor pattern = RandomPattern(1, tokens());
  EXPECT_THAT(Holding({{2, pattern}, {2, pattern}}),
              ThrowsMessage<std::invalid_argument>(HasSubstr("head 2 cannot be held")));
}

TEST_P(RefusalTest, APatternOfAnotherShape) {
  const int t = tokens();
  const std::string size = std::to_string(t);
  for (const at::Tensor& pattern : {at::zeros({t, t}), at::zeros({3, t, t}), at::zeros({2, t, t + 1}),
                                    at::zeros({1, t + 1, t + 1}), at::zeros({1, 1, t, t})}) {
    EXPECT_THAT(Holding({{0, pattern}}),
                ThrowsMessage<std::invalid_argument>("a pattern must be [2 or 1, " + size + ", " + size +
                                                     "], windows by tokens by tokens"));
  }
}

INSTANTIATE_TEST_SUITE_P(Tokens, RefusalTest, ::testing::Values(16, 7));

// A biased head in double precision, by hand.
at::Tensor BiasedByHand(const at::Tensor& qkv, int head, const at::Tensor& pattern, double weight) {
  const auto tokens = qkv.size(1);
  const auto third = [&](int part) { return qkv.narrow(2, part * kWidth + head * kDimension, kDimension); };
  const at::Tensor scores = at::matmul(third(0), third(1).transpose(1, 2)) / std::sqrt(double{kDimension}) +
                            weight * at::log(pattern.to(at::kDouble) + kPriorFloor);
  const at::Tensor odds = at::exp(scores).tril();
  return at::matmul(odds / odds.sum(-1, true), third(2)).view({qkv.size(0), tokens, kDimension});
}

class BiasedTest : public ::testing::TestWithParam<int> {  // tokens: by kernels, and not
 protected:
  static at::Tensor Weight(double value) { return at::full({1}, value).set_requires_grad(true); }
};

TEST_P(BiasedTest, IsASoftmaxOfScoresPlusTheWeightedLogarithm) {
  const at::Tensor qkv = RandomQkv(kWindows, GetParam());
  const at::Tensor pattern = RandomPattern(kWindows, GetParam());
  const at::Tensor out = CausalAttention(qkv, kHeads, {}, {{2, pattern, Weight(1.3)}});
  const at::Tensor expected = BiasedByHand(qkv.to(at::kDouble), 2, pattern, 1.3);
  EXPECT_LT(LargestDifference(out.narrow(2, 2 * kDimension, kDimension), expected), kTolerance);
}

TEST_P(BiasedTest, LeavesTheOtherHeadsBitsAlone) {
  const at::Tensor qkv = RandomQkv(kWindows, GetParam());
  const at::Tensor free = CausalAttention(qkv, kHeads);
  const at::Tensor biased = CausalAttention(qkv, kHeads, {}, {{1, RandomPattern(1, GetParam()), Weight(1)}});
  for (const int head : {0, 2, 3}) {
    EXPECT_TRUE(at::equal(free.narrow(2, head * kDimension, kDimension),
                          biased.narrow(2, head * kDimension, kDimension)))
        << head;
  }
}

TEST_P(BiasedTest, WithZeroQueriesIsThePatternUpToTheFloor) {
  at::Tensor qkv = RandomQkv(kWindows, GetParam());
  qkv.narrow(2, 0, kWidth).zero_();
  const at::Tensor pattern = RandomPattern(kWindows, GetParam());
  const at::Tensor held = CausalAttention(qkv, kHeads, {{1, pattern}});
  const at::Tensor biased = CausalAttention(qkv, kHeads, {}, {{1, pattern, Weight(1)}});
  EXPECT_LT(LargestDifference(held, biased), 2 * kPriorFloor * GetParam() * 4);
}

// Central differences of the loss in the weight and in one query.
TEST_P(BiasedTest, TeachesItsWeightItsQueriesAndItsKeys) {
  const at::Tensor qkv = RandomQkv(kWindows, GetParam()).to(at::kDouble);
  const at::Tensor pattern = RandomPattern(kWindows, GetParam());
  const auto loss = [&](const at::Tensor& packed, const at::Tensor& weight) {
    const at::Tensor out = CausalAttention(packed, kHeads, {}, {{1, pattern, weight}});
    return (out * at::arange(out.numel(), at::kDouble).mul_(0.7).cos_().view(out.sizes())).sum();
  };
  const at::Tensor leaf = qkv.clone().set_requires_grad(true);
  const at::Tensor weight = at::full({1}, 0.8, at::kDouble).set_requires_grad(true);
  loss(leaf, weight).backward();
  const double step = 1e-5;
  const auto at_weight = [&](double value) {
    return loss(qkv, at::full({1}, value, at::kDouble)).item<double>();
  };
  EXPECT_NEAR(weight.grad().item<double>(), (at_weight(0.8 + step) - at_weight(0.8 - step)) / (2 * step),
              1e-6);
  for (const int third : {0, 1}) {
    const auto moved = [&](double by) {
      at::Tensor other = qkv.clone();
      other[1][3][third * kWidth + kDimension + 2] += by;
      return loss(other, weight).item<double>();
    };
    EXPECT_NEAR(leaf.grad()[1][3][third * kWidth + kDimension + 2].item<double>(),
                (moved(step) - moved(-step)) / (2 * step), 1e-6);
  }
}

TEST_P(BiasedTest, RefusesAHeadNamedTwiceAndAPatternOfAnotherShape) {
  const at::Tensor qkv = RandomQkv(kWindows, GetParam()), pattern = RandomPattern(1, GetParam());
  EXPECT_THROW(CausalAttention(qkv, kHeads, {{1, pattern}}, {{1, pattern, Weight(1)}}),
               std::invalid_argument);
  EXPECT_THROW(CausalAttention(qkv, kHeads, {}, {{1, RandomPattern(2, GetParam()), Weight(1)}}),
               std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Tokens, BiasedTest, ::testing::Values(16, 7));

TEST(CausalProbabilitiesTest, RowsSumToOneAndNothingLiesAboveTheDiagonal) {
  const at::Tensor qkv = RandomQkv(2, 9);
  const at::Tensor p = CausalProbabilities(Third(qkv, 0, 1), Third(qkv, 1, 1));
  EXPECT_LT(LargestDifference(p.sum(-1), at::ones({2, 9})), kTolerance);
  EXPECT_EQ(p.triu(1).count_nonzero().item<std::int64_t>(), 0);
}

}  // namespace
}  // namespace retable::models
