#include "models/programs/row_sparse.h"

#include <algorithm>

namespace retable::models::programs {

void FillRow(const RowSparse& matrix, int i, std::span<double> row) {
  std::ranges::fill(row.first(i + 1), matrix.background[i]);
  std::ranges::fill(row.subspan(i + 1), 0.0);
  const auto keys = matrix.Keys(i);
  const auto values = matrix.Values(i);
  for (std::size_t k = 0; k < keys.size(); ++k) row[keys[k]] = values[k];
}

std::vector<double> Dense(const RowSparse& matrix) {
  const std::size_t tokens = matrix.background.size();
  std::vector<double> dense(tokens * tokens);
  for (std::size_t i = 0; i < tokens; ++i) {
    FillRow(matrix, static_cast<int>(i), std::span(dense).subspan(i * tokens, tokens));
  }
  return dense;
}

}  // namespace retable::models::programs
