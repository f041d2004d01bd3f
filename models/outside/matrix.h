// What does a program's matrix become before it is used? The semantics that Hayes et al. (arXiv 2606.19317)
// settled on for replacing attention: clip at 0, keep the lower triangle, divide each row by its sum, and a
// row whose sum is at most 1e-9 looks at token 0.
//
// Everything that this changes is counted, since a program may owe its pattern to the repair. Shares are of
// the matrix as it came: `negative` = sum |x| over x < 0, by sum |x|; `non_causal` = sum over j > i of max(x,
// 0), by sum of max(x, 0). Both 0 where the matrix is.
#ifndef RETABLE_MODELS_OUTSIDE_MATRIX_H_
#define RETABLE_MODELS_OUTSIDE_MATRIX_H_

#include <span>
#include <vector>

namespace retable::models::outside {

// Row-stochastic and causal: row i sums to 1 (in float) over keys 0 ... i, zeros after.
struct Matrix {
  int tokens = 0;
  std::vector<float> values;  // [T, T], row-major

  std::span<const float> Row(int i) const {
    return {values.data() + static_cast<std::size_t>(i) * tokens, static_cast<std::size_t>(i) + 1};
  }
};

struct Repaired {
  Matrix matrix;
  int empty_rows = 0;
  double negative = 0;
  double non_causal = 0;
};

// `values` [T, T]. Throws std::invalid_argument unless there are tokens^2 of them, all finite, tokens at
// least 1; the message names the first that is not ("is nan at row 3, column 1").
Repaired Repair(int tokens, std::span<const double> values);

// The largest total variation, sum_j |a_ij - b_ij| / 2, over the rows that both have: 0 alike, 1 disjoint.
// For a document and its prefix: how much the rows of the prefix know of what comes after it.
double LargestRowDistance(const Matrix& a, const Matrix& b);

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_MATRIX_H_
