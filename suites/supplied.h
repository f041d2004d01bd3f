// A table with a pattern of the user's own beside its arms: does it do better on the right documents?
//
// The result is another table: "injection/patterns+supplied_<8 digits of the pattern's SHA-256>". Its reports
// and its preregistration have names of their own, so that nothing that was published or registered of the
// plain table changes, and of each supplied pattern it is on record what was claimed before it was trained
// with. The plain table's runs are the same runs (a run knows nothing of tables), so they train once for all.
#ifndef RETABLE_SUITES_SUPPLIED_H_
#define RETABLE_SUITES_SUPPLIED_H_

#include <string>

#include "suites/table.h"

namespace retable::suites {

inline constexpr char kSuppliedArm[] = "supplied";
inline constexpr char kSuppliedShuffledArm[] = "supplied_shuffled";

// One of the two:
struct Supplied {
  std::string program = "";  // the canonical text of a program, for every head
  std::string file = "";     // the SHA-256 of a file of patterns (models/outside/matrix_file.h)
  // False: the pattern is the same on every document, so that there are no wrong ones.
  bool reads_tokens = true;
};

// The table with
//   the arm `supplied`, measured in every way in which some arm of the table is, as a bias where all of its
//   arms are;
//   the arm `supplied_shuffled`, its pattern on the wrong documents, whose pattern is not measured
//   again; and the claim supplied_beats_shuffled: that the first does better (speeds training up more; costs
//   a trained model less);
// the last two only if the pattern reads tokens. Every scale's departures say what was supplied, and that
// Holm's adjustment is over one claim more. Throws std::invalid_argument unless just one of program and file
// is given.
Table WithSupplied(Table table, const Supplied& supplied);

// What a person types to train and report the table at that scale: "bazel run //suites:injection_patterns --
// --scale=desk", with --program='...' or --patterns=<SHA-256>.safetensors where that was supplied.
std::string CommandOf(const Table& table, const std::string& scale);

}  // namespace retable::suites

#endif  // RETABLE_SUITES_SUPPLIED_H_
