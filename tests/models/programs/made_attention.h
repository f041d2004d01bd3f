// Attention as heads might have it, made from a program: for tests and benchmarks of what searches for programs.
#ifndef RETABLE_TESTS_MODELS_PROGRAMS_MADE_ATTENTION_H_
#define RETABLE_TESTS_MODELS_PROGRAMS_MADE_ATTENTION_H_

#include <span>
#include <vector>

#include "data/random.h"
#include "models/programs/features.h"
#include "models/programs/measures.h"
#include "models/programs/program.h"

namespace retable::models::programs {

// Documents of `tokens` tokens of SmallVocabulary (random_programs.h), features computed.
std::vector<Features> RandomDocuments(int documents, int tokens, data::Random& random);

// Matrices, and the values that they look at: copying would leave the views behind, moving does not.
struct Attention {
  std::vector<std::vector<float>> values;
  std::vector<DenseMatrix> matrices;
  Attention() = default;
  Attention(Attention&&) = default;
  Attention& operator=(Attention&&) = default;
};

// The program's matrix on each document; the share `noise` of every row is spread over its keys at random, in
// proportion to exp(2 z), z standard normal.
Attention AttentionOf(const Program& program, std::span<const Features> documents, double noise,
                      data::Random& random);

}  // namespace retable::models::programs

#endif  // RETABLE_TESTS_MODELS_PROGRAMS_MADE_ATTENTION_H_
