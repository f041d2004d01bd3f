// The programs of a teacher's heads: what suites/injection/programs.h reads.
//
//   own              the search on the head's attention over `windows` windows of the reference documents, by gain
//                    (models/programs/score.h): what the program knows of this document beyond any other
//   library          for every head its own program ("own_1_0") and the search's by IoU ("fit_1_0"); the rules of
//                    models/programs/rules.txt
//   best_fit         the library's best by mean IoU over the same windows
//   entropy_matched  another program of the library, blended to the best fit's row entropy
// The measures beside them are of held-out documents, as many windows: another split than the one fitted to. Windows are
// drawn by streams of the text's split seed, so the same teacher gives the same file on every run.
//
// Why own programs are fitted by gain: a search by IoU finds, for each head, the program that the selection by IoU then
// picks, so that own and best fit would be one. In P2 they differ, for the programs were written by a language model
// from a head's strongest weights, and selected by IoU afterwards.
#ifndef RETABLE_TRAINING_HEAD_PROGRAMS_H_
#define RETABLE_TRAINING_HEAD_PROGRAMS_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "training/recipe.h"
#include "training/trainer.h"

namespace retable::training {

struct HeadProgramsOptions {
  int windows = 48;
  int threads = 1;  // heads at a time; the result does not depend on it
  // Told once for each head: "0.1: mix(...), IoU 0.713".
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

// {"teacher", "windows", "heads", "library"}. Throws what context.artifact and the search throw.
nlohmann::json SynthesiseHeadPrograms(const TeacherRecipe& teacher, const TrainContext& context,
                                      const HeadProgramsOptions& options);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_HEAD_PROGRAMS_H_
