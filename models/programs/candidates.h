// Which single terms may a synthesised program begin with? A dictionary: every selector of a list (what is
// looked for) in every form (all keys found, the last, or all with a decay; when none is found, the first token
// or nothing), and some terms of their own, positions above all. And the
// terms that differ from a given one in one place, for a search that goes on from there.
#ifndef RETABLE_MODELS_PROGRAMS_CANDIDATES_H_
#define RETABLE_MODELS_PROGRAMS_CANDIDATES_H_

#include <vector>

#include "models/programs/program.h"

namespace retable::models::programs {

// Canonical, each once, always in this order.
std::vector<Term> CandidateTerms();

// The canonical term with one change: another pick, count, spread, rate or place for when nothing is found;
// a distance a little longer or shorter; one comparison fewer, or one more of a list; one more token of
// context, where tokens are matched in a row. Each once, without the term itself, always in the same order.
// A predicate with alternatives (`or`) keeps them as they are.
std::vector<Term> Neighbours(const Term& canonical);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_CANDIDATES_H_
