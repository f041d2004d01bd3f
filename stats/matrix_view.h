// MatrixView: a table of numbers that somebody else keeps, row after row.
#ifndef RETABLE_STATS_MATRIX_VIEW_H_
#define RETABLE_STATS_MATRIX_VIEW_H_

#include <cstddef>
#include <span>

namespace retable::stats {

struct MatrixView {
  std::span<const double> values;  // rows * columns of them
  std::size_t rows = 0;
  std::size_t columns = 0;
};

// Refuses values that do not fill the table, that are not finite, and a table without rows or columns.
void RequireTable(const MatrixView& matrix);

}  // namespace retable::stats

#endif  // RETABLE_STATS_MATRIX_VIEW_H_
