// How alike are two attention patterns, how spread out is one, and how much does it move with the text?
//
// Formulas, A and B matrices of T tokens, row i over keys j:
//   Iou             sum_ij min(A, B) / sum_ij max(A, B), over the whole matrix; then the mean over documents.
//                   For rows that sum to 1 it is (1 - TV) / (1 + TV), TV the mean over rows of
//                   sum_j |A - B| / 2. Two matrices of zeros are alike: 1.
//   SinkColumn      kLeave, or kOut: the same sums over keys j >= 1. Rows are not scaled again, so that what
//                   a row gives to token 0 neither counts as agreement nor weighs the rest up.
//   MeanRowEntropy  mean over rows 0 ... T-1 of H_i = -sum_j p ln p, p the row divided by its sum: nats. This
//                   is what P2 calls sparsity (lower is sparser). `normalised` is the mean over rows
//                   i >= 1 of H_i / ln(i + 1), 0 for one key and 1 for causal-uniform (0 if there is no
//                   such row); `keys` is the mean over rows of exp(H_i), the effective number of keys.
//   FirstTokenMass  mean over rows 0 ... T-1 of A[i, 0]; a sink-free head has little.
//   InputDependence mean over documents d and rows i of sum_j |A_d[i, j] - M[i, j]| / 2, M the mean of the
//                   A_d: how far a row is from the average document's, from 0 (the same for every document)
//                   to below 1. Rows and keys are aligned by position, and documents cut to the shortest.
//                   Each document is part of M, so that D documents without anything in common reach
//                   1 - 1/D at most. P2 prints no formula; candidates and reasons: docs/programs.md.
//
// Either matrix may be sparse (row_sparse.h) or dense, and the results are the same up to rounding. A sparse
// one costs what it lists, plus the rows where it has a background.
#ifndef RETABLE_MODELS_PROGRAMS_MEASURES_H_
#define RETABLE_MODELS_PROGRAMS_MEASURES_H_

#include <span>
#include <vector>

#include "models/programs/row_sparse.h"

namespace retable::models::programs {

// Row-major values [T, T] as a model computes them, none negative, zero above the diagonal: a view, with the
// sums that every comparison needs, computed once.
class DenseMatrix {
 public:
  // Throws std::invalid_argument unless there are tokens^2 values, none of them negative, infinite or NaN,
  // and none but zeros above the diagonal.
  DenseMatrix(int tokens, std::span<const float> values);

  int tokens() const { return tokens_; }
  std::span<const float> Row(int i) const {
    return values_.subspan(static_cast<std::size_t>(i) * tokens_, i + 1);
  }
  double total() const { return total_; }
  double first_column() const { return first_column_; }

 private:
  int tokens_;
  std::span<const float> values_;
  double total_ = 0, first_column_ = 0;
};

enum class SinkColumn { kLeave, kOut };

// Each throws std::invalid_argument if the two differ in tokens.
double Iou(const RowSparse& a, const DenseMatrix& b, SinkColumn sink = SinkColumn::kLeave);
double Iou(const DenseMatrix& a, const DenseMatrix& b, SinkColumn sink = SinkColumn::kLeave);
double Iou(const RowSparse& a, const RowSparse& b, SinkColumn sink = SinkColumn::kLeave);

// The mean over documents. Throws std::invalid_argument if there is none, or the two lists differ in length.
double MeanIou(std::span<const RowSparse> a, std::span<const DenseMatrix> b,
               SinkColumn sink = SinkColumn::kLeave);
double MeanIou(std::span<const DenseMatrix> a, std::span<const DenseMatrix> b,
               SinkColumn sink = SinkColumn::kLeave);
double MeanIou(std::span<const RowSparse> a, std::span<const RowSparse> b,
               SinkColumn sink = SinkColumn::kLeave);

struct RowEntropy {
  double nats = 0;
  double normalised = 0;
  double keys = 0;
};

// Of one matrix; each throws std::invalid_argument for no rows and for a row that sums to 0.
RowEntropy MeanRowEntropy(const RowSparse& matrix);
RowEntropy MeanRowEntropy(const DenseMatrix& matrix);

// Throws std::invalid_argument for no rows.
double FirstTokenMass(const RowSparse& matrix);
double FirstTokenMass(const DenseMatrix& matrix);

// Throws std::invalid_argument for fewer than two documents or an empty one.
double InputDependence(std::span<const RowSparse> documents);
double InputDependence(std::span<const DenseMatrix> documents);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_MEASURES_H_
