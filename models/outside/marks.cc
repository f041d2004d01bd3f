#include "models/outside/marks.h"

#include <algorithm>
#include <ranges>
#include <set>
#include <stdexcept>
#include <utility>

namespace retable::models::outside {
namespace {

constexpr double kMicroseconds = 1e6;

// The first pass: everything but the comparison with a second process.
void Observe(OutsidePrograms& programs, const Document& document, MarkedProgram& program) {
  const std::string& function = program.function.name;
  Evaluated first = programs.Evaluate(function, document);
  const Evaluated second = programs.Evaluate(function, document);
  const Matrix& matrix = first.repaired.matrix;
  program.randomness = std::max(program.randomness, LargestRowDistance(matrix, second.repaired.matrix));
  for (const int length : std::set<int>{matrix.tokens / 4, matrix.tokens / 2, matrix.tokens - 1}) {
    if (length < 1) continue;
    const Evaluated prefix = programs.Evaluate(function, Prefix(document, length));
    program.leak = std::max(program.leak.value_or(0), LargestRowDistance(matrix, prefix.repaired.matrix));
  }
  if (program.matrices.empty()) program.name = first.name;
  program.rows += matrix.tokens;
  program.empty_rows += first.repaired.empty_rows;
  program.negative += first.repaired.negative;
  program.non_causal += first.repaired.non_causal;
  program.microseconds += std::min(first.seconds, second.seconds) * kMicroseconds;
  program.matrices.push_back(std::move(first.repaired.matrix));
}

// What a refused program leaves is its reason.
void Refuse(MarkedProgram& program, const std::string& reason) {
  MarkedProgram refused;
  refused.function = program.function;
  refused.name = program.name;
  refused.refused = reason;
  program = std::move(refused);
}

void MarkAlone(OutsidePrograms& programs, const std::vector<Document>& documents, MarkedProgram& program) {
  try {
    for (const Document& document : documents) Observe(programs, document, program);
  } catch (const Refusal& refusal) {
    Refuse(program, refusal.what());
    return;
  }
  const double count = static_cast<double>(documents.size());
  program.negative /= count;
  program.non_causal /= count;
  program.microseconds /= count;
}

void CompareWith(OutsidePrograms& fresh, const std::vector<Document>& documents, MarkedProgram& program) {
  if (!program.refused.empty()) return;
  try {
    for (std::size_t i = 0; i < documents.size(); ++i) {
      const Matrix again = fresh.Evaluate(program.function.name, documents[i]).repaired.matrix;
      program.randomness = std::max(program.randomness, LargestRowDistance(program.matrices[i], again));
    }
  } catch (const Refusal& refusal) {
    Refuse(program, std::string("in a second process, not in the first: ") + refusal.what());
  }
  if (program.IsRandom()) program.leak.reset();
}

}  // namespace

MarkedFile Mark(const std::filesystem::path& file, const std::vector<Document>& documents,
                const Options& options, const std::string& only) {
  if (documents.empty()) throw std::invalid_argument("programs are marked on documents; give at least one");
  MarkedFile marked;
  try {
    OutsidePrograms programs(file, options);
    marked.isolation = programs.isolation();
    for (const Function& function : programs.functions()) {
      if (!only.empty() && function.name != only) continue;
      MarkedProgram& program = marked.programs.emplace_back();
      program.function = function;
      MarkAlone(programs, documents, program);
    }
    OutsidePrograms fresh(file, options);
    for (MarkedProgram& program : marked.programs | std::views::reverse)
      CompareWith(fresh, documents, program);
  } catch (const Refusal& refusal) {
    marked.programs.clear();
    marked.refused = refusal.what();
  }
  return marked;
}

}  // namespace retable::models::outside
