#include "stats/matrix_view.h"

#include <string>

#include "stats/checks.h"
#include "stats/undefined.h"

namespace retable::stats {

void RequireTable(const MatrixView& matrix) {
  if (matrix.rows == 0 || matrix.columns == 0 || matrix.values.size() != matrix.rows * matrix.columns) {
    throw Undefined(std::to_string(matrix.values.size()) + " values do not fill a table of " +
                    std::to_string(matrix.rows) + " rows and " + std::to_string(matrix.columns) + " columns");
  }
  RequireFinite(matrix.values, "value");
}

}  // namespace retable::stats
