// `bazel run //training:synthesize -- --scale=desk --to=suites/injection/programs/desk.json`: finds the programs of the
// heads of a scale's teacher. Text and teacher are made in --out where they are not there yet. Those of scale paper go to
// $RETABLE_DATA/programs/paper.json, where its tables read them.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <thread>

#include "suites/injection/scales.h"
#include "training/ensure_artifact.h"
#include "training/files.h"
#include "training/flags.h"
#include "training/head_programs.h"
#include "training/machine.h"
#include "training/model_artifacts.h"

namespace retable::training {
namespace {

int Synthesised(int argc, char** argv) {
  Flags flags;
  flags.out = WorkspaceFolder() / "out";
  std::filesystem::path to;
  std::vector<FlagRow> rows = FlagRows(flags, {"scale", "out", "device", "workers", "help"});
  rows.push_back({"to", "FILE",
                  "the file to write, as suites/injection/programs/desk.json, which the next build takes in; of "
                  "scale paper $RETABLE_DATA/programs/paper.json, which its tables read",
                  [&](const std::string& text) { to = FromUsersFolder(text); }});
  ApplyFlags(std::vector<std::string>(argv + 1, argv + argc), rows);
  if (flags.help) {
    std::cout << HelpText("Finds programs that reproduce the heads of a scale's teacher.", rows);
    return 0;
  }
  if (to.empty()) throw UsageError("say where to write with --to=FILE");
  MakeFolder(to.parent_path());  // the search takes long: better refused before
  const TeacherRecipe teacher = suites::injection::FindScale(flags.scale).teacher;
  const TrainContext context = ContextOfOut(flags.out, flags.device);
  EnsureArtifact(flags.out, TeacherOf(teacher), context);
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const auto programs =
      SynthesiseHeadPrograms(teacher, context,
                             {.threads = flags.workers > 0 ? flags.workers : cores,
                              .progress = [](const std::string& line) { std::cout << line << std::endl; }});
  WriteFileAtomically(to, programs.dump(1) + "\n");
  std::cout << "written to " << to.string() << std::endl;
  return 0;
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  retable::training::PrepareProcess();
  try {
    return retable::training::Synthesised(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
