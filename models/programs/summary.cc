#include "models/programs/summary.h"

#include <stdexcept>

#include "models/programs/evaluate.h"

namespace retable::models::programs {

std::vector<RowSparse> EvaluateEach(const Program& program, std::span<const Features> documents) {
  Evaluator evaluator(program);
  std::vector<RowSparse> matrices;
  for (const Features& features : documents) matrices.push_back(evaluator.Rows(features));
  return matrices;
}

double EntropyOf(std::span<const RowSparse> matrices) {
  if (matrices.empty()) throw std::invalid_argument("a mean entropy needs one document at least");
  double sum = 0;
  for (const RowSparse& matrix : matrices) sum += MeanRowEntropy(matrix).nats;
  return sum / static_cast<double>(matrices.size());
}

ProgramSummary Summarise(const Program& program, std::span<const Features> documents,
                         std::span<const DenseMatrix> attention) {
  const Program canonical = Canonical(program);
  const std::vector<RowSparse> matrices = EvaluateEach(canonical, documents);
  ProgramSummary summary{.iou = MeanIou(matrices, attention),
                         .input_dependence = InputDependence(matrices),
                         .row_entropy = EntropyOf(matrices),
                         .first_token_mass = 0,
                         .size = static_cast<int>(canonical.terms.size()) + (canonical.sink > 0 ? 1 : 0)};
  for (const RowSparse& matrix : matrices) {
    summary.first_token_mass += FirstTokenMass(matrix) / static_cast<double>(matrices.size());
  }
  return summary;
}

}  // namespace retable::models::programs
