// A program on given documents, and a head's attention on them, in a few numbers: what predicts how much a head
// gains from being held to it?
//
// Formulas in measures.h. `iou`, `row_entropy` (nats) and `first_token_mass` are means over documents;
// `input_dependence` is of the program's matrices. `size` counts the terms of the canonical program, and a sink
// as one more.
#ifndef RETABLE_MODELS_PROGRAMS_SUMMARY_H_
#define RETABLE_MODELS_PROGRAMS_SUMMARY_H_

#include <span>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/measures.h"
#include "models/programs/program.h"
#include "models/programs/row_sparse.h"

namespace retable::models::programs {

struct ProgramSummary {
  double iou = 0;
  double input_dependence = 0;
  double row_entropy = 0;
  double first_token_mass = 0;
  int size = 0;
};

// Throws std::invalid_argument for fewer than two documents, one without tokens, and matrices that are not as
// many or as large as the documents.
ProgramSummary Summarise(const Program& program, std::span<const Features> documents,
                         std::span<const DenseMatrix> attention);

// The program's matrix on each document.
std::vector<RowSparse> EvaluateEach(const Program& program, std::span<const Features> documents);

// The mean over documents of MeanRowEntropy, nats. Throws std::invalid_argument for no documents.
double EntropyOf(std::span<const RowSparse> matrices);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_SUMMARY_H_
