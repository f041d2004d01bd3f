// `bazel run //reports:regenerate`: rewrites every report of the published results from their runs, without
// training; with --out=FOLDER those of that folder. Exit codes: 0; 1 a seed ledger is violated or a figure
// could not be drawn, the reports being there without it; 2 wrong flags or unreadable results.
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "reports/publish.h"
#include "training/flags.h"

namespace retable::reports {
namespace {

int Regenerate(const std::vector<std::string>& arguments) {
  training::Flags flags;
  const std::vector<training::FlagRow> rows = training::FlagRows(flags, {"out", "help"});
  training::ApplyFlags(arguments, rows);
  if (flags.help) {
    std::cout << training::HelpText("Rewrites all reports of results/, or of the folder given with --out.",
                                    rows);
    return 0;
  }
  const bool is_published = flags.out.empty();
  const std::filesystem::path folder = is_published ? training::WorkspaceFolder() / "results" : flags.out;
  Publication publication = is_published ? ReportsOfPublished(folder) : ReportsOfOut(folder);
  const std::vector<std::string> undrawn = WriteFiles(publication, folder);
  for (const auto& [path, bytes] : publication.files) std::cout << (folder / path).string() << "\n";
  if (publication.files.empty()) std::cout << "no results in " << folder.string() << ", so no reports\n";
  return Conclude(publication, undrawn);
}

}  // namespace
}  // namespace retable::reports

int main(int argc, char** argv) {
  try {
    return retable::reports::Regenerate({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
