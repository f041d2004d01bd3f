// One term of a program on one document before it meets the others: what it gives to each key, and how much
// that is in all. The parts of which a search makes many programs without evaluating each anew.
//
//   row i of a program = (1 - sink) * sum_k w_k values_k[i, .] / sum_k w_k mass_k[i] + sink * [j = 0]
//
// Under `mix` a row sums to 1 (mass 1), or it is zero where the term finds nothing and drops (mass 0). Under
// `add` values are the scores, and mass their sum. Single precision: what is found is evaluated again in
// double (evaluate.h), and a decay of more than 87 nats under `add` is lost.
#ifndef RETABLE_MODELS_PROGRAMS_TERM_ROWS_H_
#define RETABLE_MODELS_PROGRAMS_TERM_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/program.h"
#include "models/programs/select.h"

namespace retable::models::programs {

// A lower triangle row after row, each filled up with zeros to a multiple of kLanes values, so that loops over
// rows need no remainder.
inline constexpr int kLanes = 8;
constexpr int RowSize(std::size_t i) { return static_cast<int>(i / kLanes + 1) * kLanes; }

// Where row i begins; RowBegin(T) is the triangle's size. (Rows of one size come in groups of kLanes.)
constexpr std::size_t RowBegin(std::size_t i) {
  const std::size_t groups = i / kLanes, rest = i % kLanes;
  return kLanes * (groups + 1) * (kLanes * groups / 2 + rest);
}

struct TermRows {
  std::vector<float> values;  // a triangle
  std::vector<float> mass;    // [T]
};

// Keeps its memory from document to document.
class TermFiller {
 public:
  // The term as it stands in a canonical program.
  TermFiller(const Term& canonical, Combine combine);

  const Term& term() const { return term_; }
  void Fill(const Features& features, TermRows& rows);

 private:
  float FillKeys(const Keys& keys, std::int32_t i, float* row) const;
  float FillOtherwise(std::int32_t i, float* row) const;

  Term term_;
  Combine combine_;
  TermKeys keys_;
  std::vector<float> spread_;  // by distance
};

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_TERM_ROWS_H_
