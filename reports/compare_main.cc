// `bazel run //reports:compare -- A B`: do two sets of results, of two machines, commits or scales, say the
// same? docs/compare.md. Writes nothing but the files of --out.
//
// Exit codes: 0 they agree; 1 a verdict differs, or runs that should be equal bit for bit; 2 wrong flags,
// results that cannot be read, or nothing in common.
#include <exception>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "reports/compare_sources.h"
#include "reports/compare_tables.h"
#include "suites/suites.h"
#include "training/choice.h"
#include "training/files.h"
#include "training/flags.h"

namespace retable::reports {
namespace {

namespace fs = std::filesystem;

constexpr char kPurpose[] =
    "bazel run //reports:compare -- A B [flags]: do two sets of results say the same?\n"
    "A and B: an --out folder, a folder with *.jsonl (as results/desk), or a .jsonl file;\n"
    "with @scale behind it, as out@smoke, where the two are of different scales.\n"
    "Exit codes: 0 they agree; 1 a verdict differs, or runs that should be equal bit for bit;\n"
    "2 wrong flags, results that cannot be read, or nothing in common.";

struct CompareFlags {
  training::Flags shared;
  fs::path out;
  std::vector<std::string> sets;  // A and B
};

std::vector<training::FlagRow> Rows(CompareFlags& flags) {
  flags.shared.scale.clear();
  std::vector<training::FlagRow> rows = training::FlagRows(flags.shared, {"table", "scale", "help"});
  for (training::FlagRow& row : rows) {
    if (row.name == "table") row.help = "this table alone; every one that both have runs of otherwise";
    if (row.name == "scale") row.help = "of both; every one that both have runs of otherwise";
  }
  rows.push_back({"out", "FILE.md",
                  "write the comparison there, and as .json beside it, and print the end only",
                  [&](const std::string& text) {
                    if (fs::path(text).extension() != ".md") {
                      throw training::UsageError("--out takes a file that ends with .md, not '" + text + "'");
                    }
                    flags.out = training::FromUsersFolder(text);
                  }});
  return rows;
}

CompareFlags Parse(const std::vector<std::string>& arguments) {
  CompareFlags flags;
  std::vector<std::string> given;
  for (const std::string& argument : arguments) {
    (argument.starts_with("--") ? given : flags.sets).push_back(argument);
  }
  training::ApplyFlags(given, Rows(flags));
  if (!flags.shared.help && flags.sets.size() != 2) {
    throw training::UsageError("say which two sets of results, as in results/desk out; got " +
                               std::to_string(flags.sets.size()) + "; --help tells more");
  }
  return flags;
}

// --scale is that of both, unless they name their own.
SourceName NameOf(const std::string& typed, const std::string& scale,
                  const std::vector<suites::Table>& tables) {
  SourceName name = ParseSource(typed, tables);
  if (scale.empty()) return name;
  if (!name.scale.empty()) throw training::UsageError("--scale is given, and '" + typed + "' names one too");
  CheckScale(scale, tables);
  name.scale = scale;
  return name;
}

std::string Summary(const std::vector<TableComparison>& tables) {
  std::string text = DoAgree(tables) ? "A and B agree.\n" : "A and B do not agree:\n";
  for (const TableComparison& table : tables) {
    for (const std::string& one : table.disagreements)
      text += "- " + table.page.table + " (" + table.page.scale + "): " + one + "\n";
  }
  return text;
}

int Compare(const std::vector<std::string>& arguments) {
  const CompareFlags flags = Parse(arguments);
  if (flags.shared.help) {
    CompareFlags any;
    std::cout << training::HelpText(kPurpose, Rows(any));
    return 0;
  }
  const std::vector<suites::Table> tables =
      flags.shared.table.empty() ? suites::Tables() : std::vector{suites::FindTable(flags.shared.table)};
  // Of all tables, so that what another one asks for is not taken for a former run of this.
  const std::set<std::string> wanted = training::AllKeys(suites::Tables());
  const Source a(NameOf(flags.sets[0], flags.shared.scale, tables), wanted);
  const Source b(NameOf(flags.sets[1], flags.shared.scale, tables), wanted);
  for (const Source* source : {&a, &b}) {
    for (const std::string& warning : source->store().warnings()) std::cerr << "retable: " << warning << "\n";
  }
  std::vector<TableComparison> compared;
  for (const Pairing& pairing : InCommon(tables, a, b)) {
    compared.push_back(
        CompareTable(*pairing.table, a.AtScale(*pairing.scale_a), b.AtScale(*pairing.scale_b)));
  }
  if (flags.out.empty()) {
    std::cout << ComparisonMarkdown(compared) << "\n";
  } else {
    fs::path json = flags.out;
    json.replace_extension(".json");
    training::WriteFileAtomically(flags.out, ComparisonMarkdown(compared));
    training::WriteFileAtomically(json, ComparisonJson(compared));
    std::cout << flags.out.string() << "\n" << json.string() << "\n";
  }
  std::cout << Summary(compared);
  return DoAgree(compared) ? 0 : 1;
}

}  // namespace
}  // namespace retable::reports

int main(int argc, char** argv) {
  try {
    return retable::reports::Compare({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
