#include "models/programs/score.h"

#include <stdexcept>
#include <string>

#include "models/programs/evaluate.h"

namespace retable::models::programs {
namespace {

[[noreturn]] void Refuse(const std::string& what) { throw std::invalid_argument(what); }

}  // namespace

void CheckDocuments(std::span<const Features> documents, std::span<const DenseMatrix> attention) {
  if (documents.empty()) Refuse("a program is fitted on documents, and there is none");
  if (documents.size() != attention.size()) {
    Refuse("there are " + std::to_string(documents.size()) + " documents and attention on " +
           std::to_string(attention.size()) + ": give one matrix a document");
  }
  const int tokens = documents.front().tokens();
  if (tokens < 1) Refuse("document 0 has no tokens: leave it out");
  for (std::size_t d = 0; d < documents.size(); ++d) {
    if (documents[d].tokens() != tokens || attention[d].tokens() != tokens) {
      Refuse("document " + std::to_string(d) + " has " + std::to_string(documents[d].tokens()) +
             " tokens and attention on " + std::to_string(attention[d].tokens()) + ", where document 0 has " +
             std::to_string(tokens) + ": cut all to one length");
    }
  }
}

double ScoreOf(const Program& program, std::span<const Features> documents,
               std::span<const DenseMatrix> attention, Score score) {
  CheckDocuments(documents, attention);
  const std::size_t count = documents.size();
  if (score == Score::kGain && count < 2) {
    Refuse("a gain compares a document with another one, and there is only one");
  }
  const SinkColumn sink = score == Score::kIouWithoutSink ? SinkColumn::kOut : SinkColumn::kLeave;
  Evaluator evaluator(program);
  double sum = 0;
  for (std::size_t d = 0; d < count; ++d) {
    const RowSparse& rows = evaluator.Rows(documents[d]);
    sum += Iou(rows, attention[d], sink);
    if (score == Score::kGain) sum -= Iou(rows, attention[OtherDocument(d, count)], sink);
  }
  return sum / static_cast<double>(count);
}

}  // namespace retable::models::programs
