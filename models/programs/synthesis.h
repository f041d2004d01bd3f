// Which program of the language reproduces a head's attention best? A search over programs of a few terms, the
// counterpart of a language model that is asked to write them: it reads nothing but a head's matrices on some
// documents (a *fitting split*; judge the result on others), and the same input gives the same program on every
// run, without clock or chance.
//
//   Grow     the term of a dictionary (candidates.h) with the weight that raises the score most joins the
//            mixture, and all weights are fitted again (fit.h); until that gains less than `least_gain`, or
//            `most_terms` are there. Under `mix` the first term comes with a sink, if one helps.
//   Prune    the term that is missed least goes, as long as that costs less than `least_gain`.
//   Change   each term in turn gives way to its best neighbour (candidates.h) if that gains its price at least,
//            round after round until none does: `least_gain` for one with more comparisons, 0 for one with
//            fewer, `least_change` for the rest.
//   Grow, prune and change follow one another, at most `rounds` times, until the score rises by less than
//   `least_gain`.
//
// That is done once for `mix` and once for `add`; the better program is returned, `mix` if they are alike, or
// a program of `library` if none is better: so the result never scores below any of them, and a rule that has a
// name keeps its text. A search of this kind finds a good program, not the best one.
//
// `documents` and `attention` stand side by side, as in measures.h; all have one number of tokens.
#ifndef RETABLE_MODELS_PROGRAMS_SYNTHESIS_H_
#define RETABLE_MODELS_PROGRAMS_SYNTHESIS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/library.h"
#include "models/programs/measures.h"
#include "models/programs/program.h"
#include "models/programs/score.h"

namespace retable::models::programs {

struct SynthesisOptions {
  Score score = Score::kIou;
  int most_terms = 6;  // 1 ... SynthesisLimits::kTerms
  double least_gain = 0.001;
  double least_change = 0.0002;
  int rounds = 3;
  std::span<const NamedProgram> library = Rules();
};

struct SynthesisLimits {
  static constexpr int kTerms = 6;
  static constexpr int kTokens = 1024;
  // Documents times T (T + 1) / 2; a term in the making takes four bytes of each.
  static constexpr std::int64_t kCells = 16 << 20;
};

enum class Move : std::uint8_t { kGrow, kPrune, kChange };

// A program on the way, and its score as the search saw it (single precision). Only a kPrune lowers it.
struct Accepted {
  Move move = Move::kGrow;
  Program program;
  double score = 0;
};

struct Synthesis {
  Program program;             // canonical; weights are hundredths, unless it comes from the library
  double score = 0;            // on the documents given (score.h)
  std::int64_t tried = 0;      // programs scored, of both searches and the library
  std::vector<Accepted> path;  // of the search that found it; empty if it comes from the library
};

// Throws std::invalid_argument for documents that CheckDocuments (score.h) refuses or that exceed the limits,
// a gain on fewer than two documents, and options outside their ranges.
Synthesis Synthesise(std::span<const Features> documents, std::span<const DenseMatrix> attention,
                     const SynthesisOptions& options = {});

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_SYNTHESIS_H_
