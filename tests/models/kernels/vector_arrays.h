// models/kernels/vector.h and block_product.h over arrays, for tests that are not compiled for AVX2
// themselves.
#ifndef RETABLE_TESTS_MODELS_KERNELS_VECTOR_ARRAYS_H_
#define RETABLE_TESTS_MODELS_KERNELS_VECTOR_ARRAYS_H_

#include <vector>

namespace retable::models::kernels {

// The functions of each value.
std::vector<float> ExpOf(const std::vector<float>& x);
std::vector<float> TanhOf(const std::vector<float>& x);

// Of eight values.
float SumOf(const std::vector<float>& eight);
float LargestOf(const std::vector<float>& eight);

// Four rows of a b: a [4, depth] (or its transpose, [depth, 4]), b [depth, columns], columns a multiple of 8.
enum class Stored { kRows, kColumns };
std::vector<float> PanelOf(int columns, int depth, const std::vector<float>& a, Stored stored,
                           const std::vector<float>& b);

}  // namespace retable::models::kernels

#endif  // RETABLE_TESTS_MODELS_KERNELS_VECTOR_ARRAYS_H_
