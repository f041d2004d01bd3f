// What do the flags --program and --patterns supply to a table? Read and checked before anything trains.
#ifndef RETABLE_TRAINING_SUPPLIED_PATTERN_H_
#define RETABLE_TRAINING_SUPPLIED_PATTERN_H_

#include <optional>

#include "suites/supplied.h"
#include "suites/table.h"
#include "training/flags.h"

namespace retable::training {

// Tells the workers where the file of --patterns lies (pattern_files.h).
inline constexpr char kPatternFileVariable[] = "RETABLE_PATTERN_FILE";

// Nothing where neither flag is given. A file is read once from end to end, for its SHA-256 and every check of
// models/outside/matrix_file.h, for the heads of all blocks of the scale. Throws UsageError, one sentence that begins with
// the flag, where both are given, the program does not parse, or the file is refused or of another text than the scale's.
std::optional<suites::Supplied> SuppliedBy(const Flags& flags, const suites::Scale& scale);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_SUPPLIED_PATTERN_H_
