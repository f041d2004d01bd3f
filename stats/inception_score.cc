#include "stats/inception_score.h"

#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "stats/checks.h"
#include "stats/random.h"
#include "stats/undefined.h"

namespace retable::stats {
namespace {

std::span<const double> Row(const MatrixView& matrix, std::size_t row) {
  return matrix.values.subspan(row * matrix.columns, matrix.columns);
}

void RequireProbabilities(const MatrixView& matrix) {
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    double sum = 0;
    for (double p : Row(matrix, row)) {
      if (p < 0) throw Undefined("sample number " + std::to_string(row + 1) + " has a negative probability");
      sum += p;
    }
    if (!(std::abs(sum - 1) <= 1e-4)) {
      throw Undefined("the probabilities of sample number " + std::to_string(row + 1) + " sum to " +
                      std::to_string(sum) + ", not to 1");
    }
  }
}

double Score(const MatrixView& matrix, std::span<const std::size_t> rows) {
  std::vector<double> mean(matrix.columns, 0);
  for (std::size_t row : rows) {
    for (std::size_t c = 0; c < matrix.columns; ++c)
      mean[c] += Row(matrix, row)[c] / static_cast<double>(rows.size());
  }
  double divergence = 0;
  for (std::size_t row : rows) {
    for (std::size_t c = 0; c < matrix.columns; ++c) {
      const double p = Row(matrix, row)[c];
      if (p > 0) divergence += p * std::log(p / mean[c]);
    }
  }
  return std::exp(divergence / static_cast<double>(rows.size()));
}

}  // namespace

InceptionScoreResult InceptionScore(const MatrixView& probabilities, const InceptionScoreOptions& options) {
  RequireTable(probabilities);
  RequireAtLeast(options.splits, 1, "split");
  RequireAtLeast(probabilities.rows, options.splits, "sample");
  RequireProbabilities(probabilities);
  std::vector<std::size_t> rows(probabilities.rows);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (options.order == Order::kShuffled) Random(options.seed).Shuffle(rows);

  std::vector<double> scores;
  double sum = 0;
  for (std::size_t split = 0; split < options.splits; ++split) {
    const std::size_t first = split * rows.size() / options.splits;
    const std::size_t past = (split + 1) * rows.size() / options.splits;
    scores.push_back(Score(probabilities, std::span(rows).subspan(first, past - first)));
    sum += scores.back();
  }
  const double n = static_cast<double>(scores.size());
  InceptionScoreResult result{.score = sum / n, .sd = std::nullopt};
  if (scores.size() == 1) return result;
  double squares = 0;
  for (double score : scores) squares += (score - result.score) * (score - result.score);
  result.sd = std::sqrt(squares / n);
  return result;
}

}  // namespace retable::stats
