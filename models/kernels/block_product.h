// Small dense products on strided matrices: too small for a BLAS call to pay, and often only half needed.
#ifndef RETABLE_MODELS_KERNELS_BLOCK_PRODUCT_H_
#define RETABLE_MODELS_KERNELS_BLOCK_PRODUCT_H_

#include "models/kernels/vector.h"

namespace retable::models::kernels {

// Where element (i, k) of a matrix lies: data[i * row + k * column].
struct Strided {
  const float* data;
  int row;
  int column;
};

// c[i][j] = sum over k in [0, depth) of a(i, k) * b[k * ldb + j], for kRows rows and kVectors * 8 columns.
template <int kRows, int kVectors>
inline void Tile(int depth, Strided a, const float* b, int ldb, float* c, int ldc) {
  Vector sum[kRows][kVectors] = {};
  for (int k = 0; k < depth; ++k) {
    Vector right[kVectors];
    for (int v = 0; v < kVectors; ++v) right[v] = Load(b + k * ldb + v * kLanes);
    for (int i = 0; i < kRows; ++i) {
      const Vector left = Broadcast(a.data[i * a.row + k * a.column]);
      for (int v = 0; v < kVectors; ++v) sum[i][v] += left * right[v];
    }
  }
  for (int i = 0; i < kRows; ++i) {
    for (int v = 0; v < kVectors; ++v) Store(c + i * ldc + v * kLanes, sum[i][v]);
  }
}

// The same for kRows rows and any number of columns that is a multiple of 8.
template <int kRows>
inline void RowPanel(int columns, int depth, Strided a, const float* b, int ldb, float* c, int ldc) {
  int j = 0;
  for (; j + 2 * kLanes <= columns; j += 2 * kLanes) Tile<kRows, 2>(depth, a, b + j, ldb, c + j, ldc);
  if (j < columns) Tile<kRows, 1>(depth, a, b + j, ldb, c + j, ldc);
}

}  // namespace retable::models::kernels

#endif  // RETABLE_MODELS_KERNELS_BLOCK_PRODUCT_H_
