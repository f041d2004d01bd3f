// `bazel run //reports:report -- --table=injection/patterns`: the report of one table from the results in
// --out, in <out>/reports/<scale>/. Exit codes: 0; 1 the seed ledger is violated or a figure could not be
// drawn, the report being there without it; 2 wrong flags or results that cannot be read.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "reports/page.h"
#include "reports/publish.h"
#include "suites/suites.h"
#include "training/choice.h"
#include "training/flags.h"
#include "training/store.h"

namespace retable::reports {
namespace {

int WriteReport(int argc, char** argv) {
  training::Flags flags = training::ParseFlags(argc, argv);
  if (flags.help) {
    std::cout << training::HelpText(
        "Writes the report of one table from stored results. Training flags are ignored.",
        training::FlagRows(flags));
    return 0;
  }
  const training::Choice choice = training::Choose(flags, suites::Tables());
  const training::Store store = training::Store::Open(training::ResultsFolder(flags.out));
  for (const std::string& warning : store.warnings()) std::cerr << "retable: " << warning << "\n";
  const Report report = ReportIn(store, *choice.table, *choice.scale);
  Publication publication;
  AddFiles(report, "reports/" + choice.scale->id + "/", publication);
  const std::vector<std::string> undrawn = WriteFiles(publication, flags.out);
  for (const ClaimVerdict& claim : report.claims) std::cout << "- " << claim.sentence << "\n";
  for (const auto& [path, bytes] : publication.files) std::cout << (flags.out / path).string() << "\n";
  return Conclude(publication, undrawn);
}

}  // namespace
}  // namespace retable::reports

int main(int argc, char** argv) {
  try {
    return retable::reports::WriteReport(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
