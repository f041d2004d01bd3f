// A program on a document: its attention matrix. What a program means stands in program.h, what the matrix
// looks like in row_sparse.h, what it costs in select.h.
//
//   Evaluator evaluator(Parse("all(id[-1] = query.id)"));
//   for (document : corpus) use(evaluator.Rows(Features(document, vocabulary)));
//
// Row i of a document equals, to the bit, row i of any document that begins with the same i + 1 tokens.
#ifndef RETABLE_MODELS_PROGRAMS_EVALUATE_H_
#define RETABLE_MODELS_PROGRAMS_EVALUATE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/key_set.h"
#include "models/programs/program.h"
#include "models/programs/row_sparse.h"
#include "models/programs/select.h"

namespace retable::models::programs {

// Keeps its memory from document to document; one thread at a time.
class Evaluator {
 public:
  // Throws what Canonical throws.
  explicit Evaluator(const Program& program);

  // Valid until the next call. A document of no tokens gives a matrix of no rows.
  const RowSparse& Rows(const Features& features);

 private:
  // Terms whose keys need no looking for: every key so far or every earlier one, all alike; the first; the
  // one at a distance.
  enum class Shape { kAll, kEarlier, kFirst, kAtDistance, kListed };

  struct TermRows {
    double weight;
    Term term;
    Shape shape;
    std::int32_t distance;  // of kAtDistance
    TermKeys keys;
    std::vector<double> spread;  // by distance; empty for kEven
  };

  static Shape ShapeOf(const Term& term);
  void Start(const Features& features);
  void AddTerm(TermRows& term, std::int32_t i);
  void AddKeys(const TermRows& term, std::int32_t i, const Keys& keys);
  void AddRun(const Keys& keys, double scale, const double* spread);
  void AddList(const Keys& keys, double scale, const double* spread);
  void AddOtherwise(const TermRows& term, std::int32_t i);
  void AddAll(double weight, std::int32_t i);
  void AddEarlier(double weight, std::int32_t i);
  void AddOne(std::int32_t key, double weight);
  void AddKey(std::int32_t key, double value);
  void TakeScaled(std::span<const std::int32_t> keys, double scale, double background, double* values);
  void Emit(std::int32_t i);

  Combine combine_;
  double sink_;
  std::vector<TermRows> terms_;

  // The row in the making, before it is scaled to sum 1.
  std::vector<double> values_;    // [T]
  KeySet touched_;                // where values_ is to be read
  double all_ = 0, earlier_ = 0;  // given to each of keys 0 ... i, and to each of 0 ... i - 1
  double total_ = 0;              // the row's sum

  RowSparse rows_;
};

RowSparse Evaluate(const Program& program, const Features& features);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_EVALUATE_H_
