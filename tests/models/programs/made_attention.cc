#include "tests/models/programs/made_attention.h"

#include <cmath>
#include <utility>

#include "models/programs/evaluate.h"
#include "tests/models/programs/random_programs.h"

namespace retable::models::programs {

std::vector<Features> RandomDocuments(int documents, int tokens, data::Random& random) {
  const Vocabulary vocabulary = TraitsOf(SmallVocabulary());
  std::vector<Features> made;
  for (int d = 0; d < documents; ++d) made.emplace_back(RandomIds(tokens, random), vocabulary);
  return made;
}

Attention AttentionOf(const Program& program, std::span<const Features> documents, double noise,
                      data::Random& random) {
  Evaluator evaluator(program);
  Attention attention;
  for (const Features& features : documents) {
    const int tokens = features.tokens();
    const std::vector<double> rows = Dense(evaluator.Rows(features));
    std::vector<float> values(rows.size());
    for (int i = 0; i < tokens; ++i) {
      std::vector<double> random_row(i + 1);
      double sum = 0;
      for (double& value : random_row) sum += value = std::exp(2 * random.Normal());
      for (int j = 0; j <= i; ++j) {
        const std::size_t cell = static_cast<std::size_t>(i) * tokens + j;
        values[cell] = static_cast<float>((1 - noise) * rows[cell] + noise * random_row[j] / sum);
      }
    }
    attention.values.push_back(std::move(values));
    attention.matrices.emplace_back(tokens, attention.values.back());
  }
  return attention;
}

}  // namespace retable::models::programs
