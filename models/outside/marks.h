// What should one know of a program before one believes its pattern? Every program of a file on every
// document, with
//
//   leak        the largest row distance (matrix.h) between the matrix of a document and those of its first
//               T/4, T/2 and T - 1 tokens. Row i of a usable pattern depends on tokens 0 ... i only; above
//               kTolerance the program reads ahead, and injecting it would tell the student the future.
//   randomness  the largest row distance between two calls, and between two fresh processes that run the
//               programs in opposite orders. Above kTolerance: unseeded random numbers, or what other
//               programs left. A leak cannot then be told apart, and is not measured.
//   repaired    rows without any mass, which look at token 0 by the repair and not by the program; shares of
//               negative and non-causal mass that were taken away (matrix.h), means over documents.
//
// Marks are no refusals: what to do with a leaking or random program is its user's choice.
#ifndef RETABLE_MODELS_OUTSIDE_MARKS_H_
#define RETABLE_MODELS_OUTSIDE_MARKS_H_

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/outside/document.h"
#include "models/outside/matrix.h"
#include "models/outside/outside_programs.h"
#include "models/outside/sandbox.h"

namespace retable::models::outside {

// Matrices are kept in float, and a set of strings is iterated in another order in every process.
inline constexpr double kTolerance = 1e-6;

struct MarkedProgram {
  Function function;
  std::string name;     // what it calls itself, on the first document
  std::string refused;  // why; empty: it answered on every document, and all that follows is there
  double randomness = 0;
  std::optional<double> leak;  // nothing: random, or no document has two tokens
  int rows = 0, empty_rows = 0;
  double negative = 0, non_causal = 0;
  double microseconds = 0;       // mean over documents
  std::vector<Matrix> matrices;  // one a document

  bool IsRandom() const { return randomness > kTolerance; }
  bool Leaks() const { return leak.value_or(0) > kTolerance; }
};

struct MarkedFile {
  std::string refused;  // why none of its programs is used; empty: see each
  Isolation isolation;
  std::vector<MarkedProgram> programs;  // in the file's order
};

// Of all programs, or `only` of the function of that name, no other being called. Throws
// std::invalid_argument for no documents, and as OutsidePrograms does, but for Refusal, which is recorded.
MarkedFile Mark(const std::filesystem::path& file, const std::vector<Document>& documents,
                const Options& options, const std::string& only = "");

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_MARKS_H_
