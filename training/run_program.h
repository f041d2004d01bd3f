// The program that trains what a table lacks: flags, plan, execution, and a sentence about the end.
#ifndef RETABLE_TRAINING_RUN_PROGRAM_H_
#define RETABLE_TRAINING_RUN_PROGRAM_H_

#include <vector>

#include "suites/table.h"
#include "training/trainer.h"

namespace retable::training {

// The whole of `main`. Started with --worker (by itself) it is a worker.
//
// Exit codes: 0 all wanted runs are measured, failures of the method among them; 1 some failed by the machine
// or were left out, and the same command tries them again; 2 wrong flags, or an error that stopped the
// program; 130 stopped by Ctrl-C or SIGTERM.
//
// RETABLE_SILENCE_LIMIT_SECONDS in the environment replaces the 600 s after which a silent worker is taken
// for hung; it is for tests.
int RunProgram(int argc, char** argv, const std::vector<suites::Table>& tables, std::vector<Trainer> trainers,
               std::vector<ArtifactMaker> makers);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_RUN_PROGRAM_H_
