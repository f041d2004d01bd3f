#include "models/programs/measures.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace retable::models::programs {
namespace {

void CheckSameTokens(int a, int b) {
  if (a != b) {
    throw std::invalid_argument("a matrix of " + std::to_string(a) + " tokens is compared with one of " +
                                std::to_string(b) + ": cut the longer document");
  }
}

void CheckRows(int tokens) {
  if (tokens == 0) throw std::invalid_argument("a matrix of no tokens has no rows to take a mean over");
}

double Total(const RowSparse& matrix) {
  double total = 0;
  for (int i = 0; i < matrix.tokens(); ++i) {
    const auto values = matrix.Values(i);
    total += matrix.background[i] * static_cast<double>(i + 1 - static_cast<std::ptrdiff_t>(values.size()));
    for (const double value : values) total += value;
  }
  return total;
}

// Row i's value at token 0.
double First(const RowSparse& matrix, int i) {
  const auto keys = matrix.Keys(i);
  return !keys.empty() && keys.front() == 0 ? matrix.Values(i).front() : matrix.background[i];
}

double FirstColumn(const RowSparse& matrix) {
  double sum = 0;
  for (int i = 0; i < matrix.tokens(); ++i) sum += First(matrix, i);
  return sum;
}

double Total(const DenseMatrix& matrix) { return matrix.total(); }
double First(const DenseMatrix& matrix, int i) { return matrix.Row(i).front(); }
double FirstColumn(const DenseMatrix& matrix) { return matrix.first_column(); }

// sum_j min(level, row[j]); lanes, so that the additions need not wait for one another.
double SumOfMinima(double level, std::span<const float> row) {
  double sums[8] = {};
  std::size_t j = 0;
  for (; j + 8 <= row.size(); j += 8) {
    for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += std::min<double>(level, row[j + lane]);
  }
  for (; j < row.size(); ++j) sums[0] += std::min<double>(level, row[j]);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

double RowOfMinima(const RowSparse& a, const DenseMatrix& b, int i) {
  const std::span<const float> row = b.Row(i);
  const double level = a.background[i];
  const auto keys = a.Keys(i);
  const auto values = a.Values(i);
  double sum = level > 0 ? SumOfMinima(level, row) : 0;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const double other = row[keys[k]];
    sum += std::min(values[k], other) - std::min(level, other);
  }
  return sum;
}

double RowOfMinima(const DenseMatrix& a, const DenseMatrix& b, int i) {
  const std::span<const float> row = a.Row(i), other = b.Row(i);
  double sum = 0;
  for (std::size_t j = 0; j < row.size(); ++j) sum += std::min(row[j], other[j]);
  return sum;
}

// Keys that only one lists meet the other's background.
double RowOfMinima(const RowSparse& a, const RowSparse& b, int i) {
  const auto a_keys = a.Keys(i), b_keys = b.Keys(i);
  const auto a_values = a.Values(i), b_values = b.Values(i);
  const double a_level = a.background[i], b_level = b.background[i];
  double sum = 0;
  int listed = 0;
  for (std::size_t k = 0, l = 0; k < a_keys.size() || l < b_keys.size(); ++listed) {
    const bool from_a = k < a_keys.size() && (l == b_keys.size() || a_keys[k] <= b_keys[l]);
    const bool from_b = l < b_keys.size() && (k == a_keys.size() || b_keys[l] <= a_keys[k]);
    sum += std::min(from_a ? a_values[k] : a_level, from_b ? b_values[l] : b_level);
    k += from_a;
    l += from_b;
  }
  return sum + (i + 1 - listed) * std::min(a_level, b_level);
}

// max(x, y) = x + y - min(x, y), so that only minima need both matrices.
template <typename A, typename B>
double IouOf(const A& a, const B& b, SinkColumn sink) {
  CheckSameTokens(a.tokens(), b.tokens());
  double minima = 0, total = Total(a) + Total(b);
  for (int i = 0; i < a.tokens(); ++i) {
    minima += RowOfMinima(a, b, i);
    if (sink == SinkColumn::kOut) minima -= std::min<double>(First(a, i), First(b, i));
  }
  if (sink == SinkColumn::kOut) total -= FirstColumn(a) + FirstColumn(b);
  // What is left when everything is taken out is rounding alone.
  const double nothing = 1e-12 * std::max(a.tokens(), 1);
  if (total < nothing) return 1;
  return std::clamp(minima / (total - minima), 0.0, 1.0);
}

template <typename A, typename B>
double MeanIouOf(std::span<const A> a, std::span<const B> b, SinkColumn sink) {
  if (a.empty() || a.size() != b.size()) {
    throw std::invalid_argument("a mean IoU needs the same documents on both sides, and there are " +
                                std::to_string(a.size()) + " and " + std::to_string(b.size()));
  }
  double sum = 0;
  for (std::size_t d = 0; d < a.size(); ++d) sum += IouOf(a[d], b[d], sink);
  return sum / static_cast<double>(a.size());
}

// What a row's entropy is made of: its sum, and sum_j a ln a.
struct RowSums {
  double sum = 0;
  double a_ln_a = 0;
  void Add(double value, double times = 1) {
    if (value <= 0 || times <= 0) return;
    sum += times * value;
    a_ln_a += times * value * std::log(value);
  }
};

RowSums SumsOf(const RowSparse& matrix, int i) {
  RowSums sums;
  for (const double value : matrix.Values(i)) sums.Add(value);
  sums.Add(matrix.background[i], i + 1 - static_cast<double>(matrix.Keys(i).size()));
  return sums;
}

RowSums SumsOf(const DenseMatrix& matrix, int i) {
  RowSums sums;
  for (const float value : matrix.Row(i)) sums.Add(value);
  return sums;
}

template <typename Matrix>
RowEntropy EntropyOf(const Matrix& matrix) {
  const int tokens = matrix.tokens();
  CheckRows(tokens);
  RowEntropy mean;
  for (int i = 0; i < tokens; ++i) {
    const RowSums sums = SumsOf(matrix, i);
    if (sums.sum <= 0) {
      throw std::invalid_argument("row " + std::to_string(i) +
                                  " sums to 0 and has no entropy: normalise the rows");
    }
    // p = a / sum:  -sum p ln p = ln sum - (sum a ln a) / sum
    const double entropy = std::max(std::log(sums.sum) - sums.a_ln_a / sums.sum, 0.0);
    mean.nats += entropy / tokens;
    mean.keys += std::exp(entropy) / tokens;
    if (i > 0) mean.normalised += entropy / std::log(i + 1) / (tokens - 1);
  }
  return mean;
}

void FillRow(const DenseMatrix& matrix, int i, std::span<double> row) {
  std::ranges::copy(matrix.Row(i), row.begin());
  std::ranges::fill(row.subspan(i + 1), 0.0);
}

template <typename Matrix>
double InputDependenceOf(std::span<const Matrix> documents) {
  if (documents.size() < 2) {
    throw std::invalid_argument("input dependence needs two documents at least, not " +
                                std::to_string(documents.size()));
  }
  std::vector<int> lengths;
  for (const Matrix& matrix : documents) lengths.push_back(matrix.tokens());
  const int rows = std::ranges::min(lengths);
  CheckRows(rows);
  const auto count = static_cast<double>(documents.size());
  std::vector<double> row(std::ranges::max(lengths)), mean(rows);
  double distance = 0;
  for (int i = 0; i < rows; ++i) {
    std::ranges::fill(mean, 0.0);
    for (const Matrix& matrix : documents) {
      FillRow(matrix, i, std::span(row).first(matrix.tokens()));
      for (int j = 0; j <= i; ++j) mean[j] += row[j] / count;
    }
    for (const Matrix& matrix : documents) {
      FillRow(matrix, i, std::span(row).first(matrix.tokens()));
      for (int j = 0; j <= i; ++j) distance += std::abs(row[j] - mean[j]) / 2;
    }
  }
  return distance / (count * rows);
}

}  // namespace

DenseMatrix::DenseMatrix(int tokens, std::span<const float> values) : tokens_(tokens), values_(values) {
  const auto size = static_cast<std::size_t>(tokens);
  if (tokens < 0 || values.size() != size * size) {
    throw std::invalid_argument("a matrix of " + std::to_string(tokens) + " tokens has " +
                                std::to_string(size * size) + " values, not " +
                                std::to_string(values.size()));
  }
  for (std::size_t i = 0; i < size; ++i) {
    const auto row = values.subspan(i * size, size);
    const bool valid =
        std::ranges::all_of(row, [](float value) { return value >= 0 && std::isfinite(value); });
    if (!valid || std::ranges::any_of(row.subspan(i + 1), [](float value) { return value != 0; })) {
      throw std::invalid_argument("row " + std::to_string(i) +
                                  " of a matrix holds a value that is negative, not "
                                  "finite, or above the diagonal: these are no weights of causal attention");
    }
    total_ += SumOfMinima(HUGE_VAL, row.first(i + 1));
    first_column_ += row.front();
  }
}

double Iou(const RowSparse& a, const DenseMatrix& b, SinkColumn sink) { return IouOf(a, b, sink); }
double Iou(const DenseMatrix& a, const DenseMatrix& b, SinkColumn sink) { return IouOf(a, b, sink); }
double Iou(const RowSparse& a, const RowSparse& b, SinkColumn sink) { return IouOf(a, b, sink); }

double MeanIou(std::span<const RowSparse> a, std::span<const DenseMatrix> b, SinkColumn sink) {
  return MeanIouOf(a, b, sink);
}
double MeanIou(std::span<const DenseMatrix> a, std::span<const DenseMatrix> b, SinkColumn sink) {
  return MeanIouOf(a, b, sink);
}
double MeanIou(std::span<const RowSparse> a, std::span<const RowSparse> b, SinkColumn sink) {
  return MeanIouOf(a, b, sink);
}

RowEntropy MeanRowEntropy(const RowSparse& matrix) { return EntropyOf(matrix); }
RowEntropy MeanRowEntropy(const DenseMatrix& matrix) { return EntropyOf(matrix); }

double FirstTokenMass(const RowSparse& matrix) {
  CheckRows(matrix.tokens());
  return FirstColumn(matrix) / matrix.tokens();
}
double FirstTokenMass(const DenseMatrix& matrix) {
  CheckRows(matrix.tokens());
  return FirstColumn(matrix) / matrix.tokens();
}

double InputDependence(std::span<const RowSparse> documents) { return InputDependenceOf(documents); }
double InputDependence(std::span<const DenseMatrix> documents) { return InputDependenceOf(documents); }

}  // namespace retable::models::programs
