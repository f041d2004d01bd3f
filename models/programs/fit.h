// Which weights let given terms reproduce a head's attention best? And what would another term, or another
// weight, be worth? Scores as in score.h, for many mixtures that differ in one place, at the price of one
// pass over the documents.
//
// A mixture's numbers are whole hundredths, so that its text is short. Under `mix` weights sum to 100 and the
// sink is 95 at most. Under `add`, where the scale says nothing, weights stay within 1 ... 1000, and what all
// can be divided by goes when a program is made of them; a sink is not fitted there, for the term `first` does
// nearly the same, and a search that has both goes astray between them.
//
// FitWeights is a pattern search: a share moves from one term to another (or, under `mix`, to the sink from the
// rest; or, under `add`, one weight changes alone) by a hundredth, or by 2, 4, 8, 16, 32 or 64 where a
// hundredth helps, until none helps. Between two terms that never drop, IoU's numerator is concave in the
// share, so that looking a hundredth ahead misses nothing; with more terms it may stop on a ridge.
//
// Conventions: arithmetic in single precision with a fixed order of summation, one thread; scores agree with
// score.h within about 1e-5.
#ifndef RETABLE_MODELS_PROGRAMS_FIT_H_
#define RETABLE_MODELS_PROGRAMS_FIT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "models/programs/features.h"
#include "models/programs/measures.h"
#include "models/programs/program.h"
#include "models/programs/score.h"
#include "models/programs/term_rows.h"

namespace retable::models::programs {

// What is to be reproduced, laid out for the search. The documents must outlive it.
struct Targets {
  // Throws what CheckDocuments throws, and std::invalid_argument for a gain on one document.
  Targets(std::span<const Features> documents, std::span<const DenseMatrix> attention, Score score);

  const float* Values(std::size_t d) const { return values.data() + d * RowBegin(tokens); }

  std::span<const Features> documents;
  Score score;
  int tokens;
  std::vector<float> values;         // [D], triangles (term_rows.h)
  std::vector<double> total, first;  // [D]: a matrix's sum, and its first column's
};

using DocumentRows = std::vector<TermRows>;  // [D]

struct Part {
  Term term;
  int weight = 100;  // hundredths
  std::shared_ptr<const DocumentRows> rows;
};

// Without parts every row looks at the first token.
struct Mixture {
  Combine combine = Combine::kMix;
  std::vector<Part> parts;
  int sink = 0;  // hundredths
};

// Canonical. Throws std::invalid_argument for a mixture without parts.
Program ProgramOf(const Mixture& mixture);

// The part with its rows on every document.
Part MakePart(const Targets& targets, TermFiller& filler);

// So much (hundredths, any number) of something more, with this sink.
struct Step {
  double weight = 0;
  int sink = 0;
};

// scores[c][t]: the mixture with candidate c beside it, weight and sink from steps[t].
std::vector<std::vector<double>> ScoresWith(const Targets& targets, const Mixture& mixture,
                                            std::vector<TermFiller>& candidates, std::span<const Step> steps);

// Weights of these relative sizes as whole hundredths, each 1 at least: summing to 100 under `mix` (largest
// remainders, the earlier of equal ones first), as they are or scaled to the most allowed under `add`.
void SetWeights(Mixture& mixture, const std::vector<double>& sizes);

struct Fitted {
  double score = 0;
  std::int64_t tried = 0;  // mixtures scored
};

// Moves the mixture's weights and sink to where the score is highest. Never to a lower score.
Fitted FitWeights(const Targets& targets, Mixture& mixture);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_FIT_H_
