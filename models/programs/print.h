// A program as text, and as a hash. The text is canonical: Print(p) == Print(q) exactly if Canonical(p) ==
// Canonical(q), and Parse(Print(p)) == Canonical(p) (parse.h has the grammar). Weights are printed with the
// fewest digits that give the same double.
#ifndef RETABLE_MODELS_PROGRAMS_PRINT_H_
#define RETABLE_MODELS_PROGRAMS_PRINT_H_

#include <string>

#include "models/programs/program.h"

namespace retable::models::programs {

// "mix(0.9*first, 0.05*self, 0.05*earlier)". Throws what Canonical throws.
std::string Print(const Program& program);

// SHA-256 of Print(program), 64 hex digits: the program's identity in recipes.
std::string ProgramSha256(const Program& program);

}  // namespace retable::models::programs

#endif  // RETABLE_MODELS_PROGRAMS_PRINT_H_
