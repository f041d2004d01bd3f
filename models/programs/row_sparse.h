// An attention matrix as a program makes it, T tokens: row i gives `background[i]` to each of keys 0 ... i,
// except those that it lists, which get the value that stands with them (background included).
//
// Conventions: keys of a row ascend and are at most i; no value is negative; every row sums to 1. So a row
// that looks at every token alike takes one number, not i + 1, and a sum over a row costs what it lists.
#ifndef RETABLE_MODELS_PROGRAMS_ROW_SPARSE_H_
#define RETABLE_MODELS_PROGRAMS_ROW_SPARSE_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace retable::models::programs {

struct RowSparse {
  std::vector<double> background;  // [T]
  std::vector<std::size_t> begin;  // [T + 1]: row i lists entries begin[i] ... begin[i + 1] - 1
  std::vector<std::int32_t> keys;
  std::vector<double> values;

  int tokens() const { return static_cast<int>(background.size()); }
  std::span<const std::int32_t> Keys(int i) const {
    return {keys.data() + begin[i], begin[i + 1] - begin[i]};
  }
  std::span<const double> Values(int i) const { return {values.data() + begin[i], begin[i + 1] - begin[i]}; }

  friend bool operator==(const RowSparse&, const RowSparse&) = default;
};

// Row i of the matrix into row[0 .. T-1], zeros after i.
void FillRow(const RowSparse& matrix, int i, std::span<double> row);

// Row-major [T, T].
std::vector<double> Dense(const RowSparse& matrix);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_ROW_SPARSE_H_
