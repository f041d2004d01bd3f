// What a program means, said a second time: every pair of tokens is asked everything, straight from the
// definitions in models/programs/program.h. For tests of what is faster.
#ifndef RETABLE_TESTS_MODELS_PROGRAMS_NAIVE_H_
#define RETABLE_TESTS_MODELS_PROGRAMS_NAIVE_H_

#include <vector>

#include "models/programs/features.h"
#include "models/programs/program.h"

namespace retable::models::programs {

// Row-major [T, T].
std::vector<double> NaiveMatrix(const Program& program, const Features& features);

}  // namespace retable::models::programs

#endif  // RETABLE_TESTS_MODELS_PROGRAMS_NAIVE_H_
