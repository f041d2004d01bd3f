// `bazel run //training:train -- --table=injection/patterns`: see run_program.h.
#include "suites/suites.h"
#include "training/machine.h"
#include "training/run_program.h"
#include "training/trainer.h"

int main(int argc, char** argv) {
  retable::training::PrepareProcess();
  return retable::training::RunProgram(argc, argv, retable::suites::Tables(), retable::training::Trainers(),
                                       retable::training::ArtifactMakers());
}
