// The programs that //training:synthesize found for the heads of each scale's teacher, committed as data in
// programs/<scale>.json and carried inside the program.
//
// The file, of which tables read "heads" and "library": {"teacher": <key of the artifact>, "windows": <fitted to, and as
// many judged on>, "library": {<name>: <text>}, "heads": {"0.0": {"own": <text>, "best_fit": <name in the library>,
// "entropy_matched": <text>, and what each measures}}}.
#ifndef RETABLE_SUITES_INJECTION_PROGRAMS_H_
#define RETABLE_SUITES_INJECTION_PROGRAMS_H_

#include <string_view>

#include "suites/table.h"

namespace retable::suites::injection {

// Throws std::invalid_argument that says what is wrong: no such file's JSON, or a best fit that the library lacks.
SynthesisedPrograms ParsePrograms(std::string_view json);

SynthesisedPrograms SmokePrograms();
SynthesisedPrograms DeskPrograms();

}  // namespace retable::suites::injection

#endif  // RETABLE_SUITES_INJECTION_PROGRAMS_H_
