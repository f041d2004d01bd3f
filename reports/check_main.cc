// `bazel run //reports:check`: do the verdicts of the published results meet the expected ones? With
// --out=FOLDER those of that folder. Writes nothing but the --junit file.
//
// Exit codes: 0 all as expected; 1 a verdict is contradicted or smaller; 2 something is broken: wrong flags,
// results or expectations that cannot be read, a violated seed ledger, a claim without expectation or the
// reverse; 3 evidence is missing where it was expected; 4 strict expectations are outdated
// (reports/expectations.h).
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "reports/expectations.h"
#include "reports/expectations_file.h"
#include "reports/expectations_text.h"
#include "reports/junit.h"
#include "reports/publish.h"
#include "suites/suites.h"
#include "training/files.h"
#include "training/flags.h"
#include "training/store.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;

struct CheckFlags {
  training::Flags shared;
  fs::path expected;
  fs::path junit;
};

std::vector<training::FlagRow> Rows(CheckFlags& flags) {
  std::vector<training::FlagRow> rows = training::FlagRows(flags.shared, {"scale", "out", "help"});
  for (training::FlagRow& row : rows) {
    if (row.name == "out") row.help = "the results to check; the published ones unless said otherwise";
  }
  rows.push_back({"expected", "FILE",
                  "the expected verdicts; results/<scale>/expected.json unless said otherwise",
                  [&](const std::string& text) { flags.expected = training::FromUsersFolder(text); }});
  rows.push_back({"junit", "FILE", "also write the outcomes as JUnit XML",
                  [&](const std::string& text) { flags.junit = training::FromUsersFolder(text); }});
  return rows;
}

training::Store OpenResults(const CheckFlags& flags) {
  const bool is_published = flags.shared.out.empty();
  const fs::path folder = is_published ? training::WorkspaceFolder() / "results" / flags.shared.scale
                                       : training::ResultsFolder(flags.shared.out);
  if (!fs::is_directory(folder)) {
    throw std::runtime_error("no folder " + folder.string() +
                             ": train first, or name the results with --out");
  }
  if (is_published) return OpenPublished(folder);
  training::Store store = training::Store::Open(folder);
  for (const std::string& warning : store.warnings()) std::cerr << "retable: " << warning << "\n";
  return store;
}

// Of the tables that have the scale.
std::vector<Report> ReportsAtScale(const training::Store& store, const std::string& scale) {
  std::vector<Report> reports;
  for (const suites::Table& table : suites::Tables()) {
    for (const suites::Scale& one : table.scales) {
      if (one.id == scale) reports.push_back(ReportIn(store, table, one));
    }
  }
  if (reports.empty()) throw training::UsageError("no table has a scale '" + scale + "'");
  return reports;
}

Colour ColourOfTerminal() {
  const char* no_colour = std::getenv("NO_COLOR");
  const bool is_wanted = no_colour == nullptr || *no_colour == '\0';
  return is_wanted && isatty(STDOUT_FILENO) != 0 ? Colour::kAnsi : Colour::kPlain;
}

int Check(const std::vector<std::string>& arguments) {
  CheckFlags flags;
  const std::vector<training::FlagRow> rows = Rows(flags);
  training::ApplyFlags(arguments, rows);
  if (flags.shared.help) {
    std::cout << training::HelpText(
        "Compares the verdicts of stored results with the expected ones.\n"
        "Exit codes: 0 as expected, 1 contradicted or smaller, 2 broken, 3 no evidence, 4 outdated.",
        rows);
    return 0;
  }
  const std::string& scale = flags.shared.scale;
  if (flags.expected.empty())
    flags.expected = training::WorkspaceFolder() / "results" / scale / "expected.json";
  const Expectations expectations =
      ParseExpectations(training::ReadFile(flags.expected), flags.expected.string());
  const training::Store store = OpenResults(flags);
  const std::vector<CheckedClaim> claims = CheckClaims(expectations, ReportsAtScale(store, scale));
  std::cout << CheckText(claims, ColourOfTerminal());
  if (!flags.junit.empty()) training::WriteFileAtomically(flags.junit, Junit(claims));
  return ExitCode(claims);
}

}  // namespace
}  // namespace retable::reports

int main(int argc, char** argv) {
  try {
    return retable::reports::Check({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
