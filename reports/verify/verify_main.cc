// `bazel run //reports:verify`: recomputes the numbers of the published reports (verify.h says which) from their runs by
// a second path, and checks ledger, grid and preregistrations; with --out=FOLDER those of that folder. Exit codes: 0
// all holds; 1 something does not; 2 wrong flags or unreadable files.
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "reports/verify/verify.h"
#include "training/flags.h"

namespace retable::reports::verify {
namespace {

int Verify(const std::vector<std::string>& arguments) {
  training::Flags flags;
  std::vector<training::FlagRow> rows;
  for (const training::FlagRow& row : training::FlagRows(flags)) {
    if (row.name == "out" || row.name == "help") rows.push_back(row);
  }
  training::ApplyFlags(arguments, rows);
  if (flags.help) {
    std::cout << training::HelpText(
        "Recomputes by a second path every number in a grid, and the numbers of claims' sentences except "
        "power, "
        "of the reports of results/, or of the folder given with --out.",
        rows);
    return 0;
  }
  const Verification verification =
      flags.out.empty() ? VerifyPublished(training::WorkspaceFolder() / "results") : VerifyOut(flags.out);
  for (const std::string& finding : verification.findings) std::cerr << "retable: " << finding << "\n";
  std::cout << verification.reports << " reports, " << verification.runs << " runs, " << verification.numbers
            << " numbers recomputed: "
            << (verification.findings.empty() ? "all hold"
                                              : std::to_string(verification.findings.size()) + " findings")
            << std::endl;
  return verification.findings.empty() ? 0 : 1;
}

}  // namespace
}  // namespace retable::reports::verify

int main(int argc, char** argv) {
  try {
    return retable::reports::verify::Verify({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
