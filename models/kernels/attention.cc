#include "models/kernels/attention.h"

#include <algorithm>
#include <cmath>

#include "models/kernels/block_product.h"

namespace retable::models::kernels {
namespace {

constexpr int kRows = 4;  // rows of one panel; 4 x 16 sums fill the registers and divide every multiple of 8

int RoundUp(int value, int multiple) { return (value + multiple - 1) / multiple * multiple; }

// to[d][t] = rows[t][d]
void Transpose(HeadShape shape, ConstHeadRows rows, float* to) {
  for (int t = 0; t < shape.tokens; ++t) {
    const float* row = rows.data + t * rows.stride;
    for (int d = 0; d < shape.dimension; ++d) to[d * shape.tokens + t] = row[d];
  }
}

// c = a b^T on and below the diagonal, b given transposed as [D, T]; what lies just above it is scribbled on.
void LowerTriangle(HeadShape shape, ConstHeadRows a, const float* b_transposed, float* c) {
  const int tokens = shape.tokens;
  for (int i = 0; i < tokens; i += kRows) {
    RowPanel<kRows>(RoundUp(i + kRows, kLanes), shape.dimension, {a.data + i * a.stride, a.stride, 1},
                    b_transposed, tokens, c + i * tokens, tokens);
  }
}

// out[i] = sum over j <= i of lower[i][j] b[j]; `lower` is zero above the diagonal.
void LowerTimesRows(HeadShape shape, const float* lower, ConstHeadRows b, HeadRows out) {
  const int tokens = shape.tokens;
  for (int i = 0; i < tokens; i += kRows) {
    RowPanel<kRows>(shape.dimension, i + kRows, {lower + i * tokens, tokens, 1}, b.data, b.stride,
                    out.data + i * out.stride, out.stride);
  }
}

// out[j] = sum over i >= j of lower[i][j] b[i].
void TransposedLowerTimesRows(HeadShape shape, const float* lower, ConstHeadRows b, HeadRows out) {
  const int tokens = shape.tokens;
  for (int j = 0; j < tokens; j += kRows) {
    RowPanel<kRows>(shape.dimension, tokens - j, {lower + j * tokens + j, 1, tokens}, b.data + j * b.stride,
                    b.stride, out.data + j * out.stride, out.stride);
  }
}

// Softmax of scale * row[0 ... count), zero from there to `tokens`.
void SoftmaxRow(float* row, int count, int tokens, float scale) {
  const int padded = RoundUp(count, kLanes);
  std::fill(row + count, row + padded, -INFINITY);
  Vector largest = Broadcast(-INFINITY);
  for (int j = 0; j < padded; j += kLanes) largest = Max(largest, Load(row + j));
  const float shift = scale * Largest(largest);
  Vector sum{};
  for (int j = 0; j < padded; j += kLanes) {
    const Vector value = Exp(scale * Load(row + j) - shift);
    Store(row + j, value);
    sum += value;
  }
  const Vector inverse = Broadcast(1.0F / Sum(sum));
  for (int j = 0; j < padded; j += kLanes) Store(row + j, Load(row + j) * inverse);
  std::fill(row + padded, row + tokens, 0.0F);
}

// dS = P * (dP - sum(P * dP)) * scale, in place of dP; zero above the diagonal.
void SoftmaxRowGradient(const float* p, float* dp, int count, int tokens, float scale) {
  const int padded = RoundUp(count, kLanes);
  std::fill(dp + count, dp + padded, 0.0F);
  Vector sum{};
  for (int j = 0; j < padded; j += kLanes) sum += Load(p + j) * Load(dp + j);
  const Vector mean = Broadcast(Sum(sum));
  for (int j = 0; j < padded; j += kLanes) Store(dp + j, Load(p + j) * (Load(dp + j) - mean) * scale);
  std::fill(dp + padded, dp + tokens, 0.0F);
}

float ScoreScale(HeadShape shape) { return 1.0F / std::sqrt(static_cast<float>(shape.dimension)); }

}  // namespace

AttentionScratch::AttentionScratch(HeadShape shape)
    : transposed(static_cast<std::size_t>(shape.tokens) * shape.dimension),
      scores(static_cast<std::size_t>(shape.tokens) * shape.tokens) {}

void AttentionProbabilities(HeadShape shape, ConstHeadRows q, ConstHeadRows k, float* probabilities,
                            AttentionScratch& scratch) {
  Transpose(shape, k, scratch.transposed.data());
  LowerTriangle(shape, q, scratch.transposed.data(), probabilities);
  for (int i = 0; i < shape.tokens; ++i) {
    SoftmaxRow(probabilities + i * shape.tokens, i + 1, shape.tokens, ScoreScale(shape));
  }
}

void AttentionOutput(HeadShape shape, const float* probabilities, ConstHeadRows v, HeadRows out) {
  LowerTimesRows(shape, probabilities, v, out);
}

void AttentionValueGradient(HeadShape shape, const float* probabilities, ConstHeadRows out_gradient,
                            HeadRows v_gradient) {
  TransposedLowerTimesRows(shape, probabilities, out_gradient, v_gradient);
}

void AttentionScoreGradients(HeadShape shape, const float* probabilities, ConstHeadRows out_gradient,
                             ConstHeadRows q, ConstHeadRows k, ConstHeadRows v, HeadRows q_gradient,
                             HeadRows k_gradient, AttentionScratch& scratch) {
  float* scores = scratch.scores.data();
  Transpose(shape, v, scratch.transposed.data());
  LowerTriangle(shape, out_gradient, scratch.transposed.data(), scores);
  for (int i = 0; i < shape.tokens; ++i) {
    SoftmaxRowGradient(probabilities + i * shape.tokens, scores + i * shape.tokens, i + 1, shape.tokens,
                       ScoreScale(shape));
  }
  LowerTimesRows(shape, scores, k, q_gradient);
  TransposedLowerTimesRows(shape, scores, q, k_gradient);
}

}  // namespace retable::models::kernels
