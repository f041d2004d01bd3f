// `bazel run //training:outside_patterns -- --programs=library.py --program=induction --windows=windows.safetensors
// --to=patterns.safetensors`: a program from outside (docs/outside.md) on every window of a scale, as a file of patterns
// that --patterns of a table's target takes.
//
// Exit codes: 0 written; 1 the program is refused, or reads ahead or is random and --accept-marked was not given; 2 wrong
// flags, or something broken.
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "data/sha256.h"
#include "models/outside/window_patterns.h"
#include "training/files.h"
#include "training/flags.h"

namespace retable::training {
namespace {

namespace outside = models::outside;

struct OutsideFlags {
  std::filesystem::path programs, windows, to;
  std::string program;
  outside::WindowPatternsOptions options;
  Flags shared;
};

std::vector<FlagRow> Rows(OutsideFlags& flags) {
  const auto path = [](std::filesystem::path& to) {
    return [&to](const std::string& text) { to = FromUsersFolder(text); };
  };
  std::vector<FlagRow> rows = {
      {"programs", "FILE", "a file of Python functions f(sentence, tokenizer)", path(flags.programs)},
      {"program", "NAME", "the function to evaluate", [&](const std::string& text) { flags.program = text; }},
      {"windows", "FILE", "the windows of a scale, from //training:windows", path(flags.windows)},
      {"to", "FILE", "the file of patterns to write", path(flags.to)},
      {"python", "FILE", "the Python to run it, with numpy; /usr/bin/python3 unless said otherwise",
       path(flags.options.sandbox.python)},
      {"accept-marked", "", "write the file though the program reads ahead or is random",
       [&](const std::string& text) {
         if (text != "true") throw UsageError("--accept-marked is a switch: give it, or leave it out");
         flags.options.marked = outside::Marked::kAccepted;
       }}};
  for (FlagRow& row : FlagRows(flags.shared, {"help"})) rows.push_back(std::move(row));
  return rows;
}

void RequireAll(const OutsideFlags& flags) {
  if (flags.programs.empty()) throw UsageError("say which file of programs with --programs=FILE");
  if (flags.program.empty()) throw UsageError("say which of its programs with --program=NAME");
  if (flags.windows.empty()) throw UsageError("give the windows with --windows=FILE");
  if (flags.to.empty()) throw UsageError("say where to write with --to=FILE");
}

// A line a tenth of the windows.
std::function<void(int)> Progress(int windows) {
  return [windows](int done) {
    if (done * 10LL / windows == (done - 1) * 10LL / windows || done == windows) return;
    std::cout << done << " of " << windows << " windows" << std::endl;
  };
}

int Write(OutsideFlags& flags) {
  const outside::Windows windows = outside::ReadWindows(flags.windows);
  flags.options.progress = Progress(windows.count);
  outside::WindowPatterns patterns;
  try {
    patterns = outside::EvaluateWindows(flags.programs, flags.program, windows, flags.options);
  } catch (const outside::Refusal& refusal) {
    std::cerr << "retable: " << flags.program << " is refused: " << refusal.what() << std::endl;
    return 1;
  }
  const outside::MarkedProgram& program = patterns.program;
  if (program.IsRandom()) std::cerr << "retable: accepted though it is random" << std::endl;
  if (program.Leaks()) std::cerr << "retable: accepted though it reads ahead" << std::endl;
  const std::int64_t empty_rows = patterns.empty_rows;
  outside::WriteWindowPatterns(flags.to, flags.programs, windows, std::move(patterns));
  std::cout << flags.program << " on " << windows.count << " windows of " << windows.length << " tokens, "
            << empty_rows << " rows without mass of their own; written to " << flags.to.string()
            << ", SHA-256 " << data::Sha256HexOfFile(flags.to) << std::endl;
  return 0;
}

int Main(int argc, char** argv) {
  OutsideFlags flags;
  const std::vector<FlagRow> rows = Rows(flags);
  ApplyFlags(std::vector<std::string>(argv + 1, argv + argc), rows);
  if (flags.shared.help) {
    std::cout << HelpText("Evaluates a program from outside on every window of a scale.", rows);
    return 0;
  }
  RequireAll(flags);
  MakeFolder(flags.to.parent_path());  // before the long evaluation
  return Write(flags);
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  try {
    return retable::training::Main(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
