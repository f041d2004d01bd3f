// `bazel run //training:compact -- --to=results/desk/results.jsonl --table=injection/patterns --scale=desk`:
// one sorted file of the results in --out, to commit. Without --table, every result. The preregistrations go
// beside it; what the folder of --to has preregistered before stays, and what is new follows it.
#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "suites/preregistration.h"
#include "suites/suites.h"
#include "training/choice.h"
#include "training/flags.h"
#include "training/run.h"
#include "training/store.h"

namespace retable::training {
namespace {

bool Holds(const std::vector<suites::Preregistration>& records, const suites::Preregistration& record) {
  return std::any_of(records.begin(), records.end(), [&](const suites::Preregistration& one) {
    return one.commit == record.commit && one.content == record.content;
  });
}

// The records that are there, then the added ones that they do not hold and that change the last one.
std::vector<suites::Preregistration> Merged(std::vector<suites::Preregistration> records,
                                            const std::vector<suites::Preregistration>& added) {
  for (const suites::Preregistration& record : added) {
    if (Holds(records, record)) continue;
    if (records.empty() || records.back().content != record.content) records.push_back(record);
  }
  return records;
}

// What was claimed before the runs goes with their results.
void CopyPreregistrations(const std::optional<Choice>& choice, const std::filesystem::path& from,
                          const std::filesystem::path& to) {
  for (const suites::Table& table : suites::Tables()) {
    for (const suites::Scale& scale : table.scales) {
      if (choice && (choice->table->id != table.id || choice->scale->id != scale.id)) continue;
      const auto there = suites::ReadPreregistrations(to, table.id, scale.id);
      const auto merged = Merged(there, suites::ReadPreregistrations(from, table.id, scale.id));
      if (merged != there) suites::WritePreregistrations(to, table.id, scale.id, merged);
    }
  }
}

int Compacted(int argc, char** argv) {
  Flags flags;
  flags.out = WorkspaceFolder() / "out";
  std::filesystem::path to;
  std::vector<FlagRow> rows = FlagRows(flags, {"table", "scale", "out", "help"});
  rows.push_back({"to", "FILE", "the file to write, as results/desk/results.jsonl",
                  [&](const std::string& text) { to = FromUsersFolder(text); }});
  ApplyFlags(std::vector<std::string>(argv + 1, argv + argc), rows);
  if (flags.help) {
    std::cout << HelpText(
        "Writes stored results as one file sorted by key, and the preregistrations beside it, after those "
        "that are there. Failures of the machine are left out.",
        rows);
    return 0;
  }
  if (to.empty())
    throw UsageError("say where to write with --to=FILE, as in --to=results/desk/results.jsonl");
  std::optional<Choice> choice;
  std::optional<std::set<std::string>> keys;
  if (!flags.table.empty()) {
    choice = Choose(flags, suites::Tables());
    keys.emplace();
    for (const suites::Cell& cell : suites::Cells(*choice->table, *choice->scale))
      keys->insert(Key(cell.run));
  }
  const Store store = Store::Open(ResultsFolder(flags.out));
  for (const std::string& warning : store.warnings()) std::cerr << "retable: " << warning << "\n";
  const std::size_t count = Compact(store, to, keys);
  CopyPreregistrations(choice, store.folder(), to.parent_path());
  std::cout << count << " of " << store.size() << " results written to " << to.string() << std::endl;
  return 0;
}

}  // namespace
}  // namespace retable::training

int main(int argc, char** argv) {
  try {
    return retable::training::Compacted(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "retable: " << error.what() << std::endl;
    return 2;
  }
}
