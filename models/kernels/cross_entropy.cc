#include "models/kernels/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "models/kernels/vector.h"

namespace retable::models::kernels {
namespace {

struct Exponentials {
  float largest;
  float sum;
};

// Replaces z by exp(z - max z), and by 0 past the vocabulary.
Exponentials Exponentiate(float* logits, int vocabulary) {
  const int padded = PaddedVocabulary(vocabulary);
  std::fill(logits + vocabulary, logits + padded, -INFINITY);
  Vector largest = Broadcast(-INFINITY);
  for (int v = 0; v < padded; v += kLanes) largest = Max(largest, Load(logits + v));
  const float shift = Largest(largest);
  Vector sum{};
  for (int v = 0; v < padded; v += kLanes) {
    const Vector value = Exp(Load(logits + v) - shift);
    Store(logits + v, value);
    sum += value;
  }
  return {shift, Sum(sum)};
}

}  // namespace

int PaddedVocabulary(int vocabulary) { return (vocabulary + kLanes - 1) / kLanes * kLanes; }

float CrossEntropy(float* logits, int vocabulary, int target) {
  const float target_logit = logits[target];
  const Exponentials row = Exponentiate(logits, vocabulary);
  return std::log(row.sum) + row.largest - target_logit;
}

float CrossEntropyWithGradient(float* logits, int vocabulary, int target, float scale) {
  const float target_logit = logits[target];
  const Exponentials row = Exponentiate(logits, vocabulary);
  const Vector factor = Broadcast(scale / row.sum);
  const int padded = PaddedVocabulary(vocabulary);
  for (int v = 0; v < padded; v += kLanes) Store(logits + v, Load(logits + v) * factor);
  logits[target] -= scale;
  return std::log(row.sum) + row.largest - target_logit;
}

}  // namespace retable::models::kernels
