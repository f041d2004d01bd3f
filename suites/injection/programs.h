// The programs that //training:synthesize found for the heads of each scale's teacher: of smoke and desk
// committed as data in programs/<scale>.json and carried inside the program, of paper in the user's
// $RETABLE_DATA/programs/paper.json.
//
// The file, of which tables read "heads" and "library": {"teacher": <key of the artifact>, "windows": <fitted
// to, and as many judged on>, "library": {<name>: <text>}, "heads": {"0.0": {"own": <text>, "best_fit": <name
// in the library>, "entropy_matched": <text>, and what each measures}}}.
#ifndef RETABLE_SUITES_INJECTION_PROGRAMS_H_
#define RETABLE_SUITES_INJECTION_PROGRAMS_H_

#include <string>
#include <string_view>

#include "suites/table.h"
#include "training/recipe.h"

namespace retable::suites::injection {

// Throws std::invalid_argument that says what is wrong: no such file's JSON, or a best fit that the library
// lacks.
SynthesisedPrograms ParsePrograms(std::string_view json);

SynthesisedPrograms SmokePrograms();
SynthesisedPrograms DeskPrograms();

// The programs of a text that the user supplies. Throws std::invalid_argument that says what is wrong where
// it is none, is of another teacher, or lacks one that parses for a head of this one.
SynthesisedPrograms ParseSupplied(std::string_view json, const training::TeacherRecipe& teacher);

// Those of the user's file. Where it is not there, or is refused by ParseSupplied, placeholders for as many
// (table.h), and `missing` says which of the two and what to do: other scales run all the same.
SynthesisedPrograms PaperPrograms(const training::TeacherRecipe& teacher);

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_PROGRAMS_H_
