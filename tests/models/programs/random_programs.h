// Programs and documents at random, for properties that hold for all of them.
#ifndef RETABLE_TESTS_MODELS_PROGRAMS_RANDOM_PROGRAMS_H_
#define RETABLE_TESTS_MODELS_PROGRAMS_RANDOM_PROGRAMS_H_

#include <cstdint>
#include <vector>

#include "data/random.h"
#include "models/programs/program.h"
#include "models/programs/traits.h"

namespace retable::models::programs {

// A valid program of one to five terms that uses all of the language. Not canonical.
Program RandomProgram(data::Random& random);

// Twenty pieces: words in both cases, brackets, quotes, ends of sentences, numbers, newlines.
const std::vector<Piece>& SmallVocabulary();

std::vector<std::int32_t> RandomIds(int tokens, data::Random& random);

}  // namespace retable::models::programs

#endif  // RETABLE_TESTS_MODELS_PROGRAMS_RANDOM_PROGRAMS_H_
