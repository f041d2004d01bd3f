// The flags of the programs. Each is named once, in FlagRows, with its help.
//
// Written --name=value, or --name for a switch. Anything else stops with a UsageError whose sentence lists
// what is valid, and names a near miss.
#ifndef RETABLE_TRAINING_FLAGS_H_
#define RETABLE_TRAINING_FLAGS_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace retable::training {

class UsageError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// What both programs, the one that trains and the one that reports, are told.
struct Flags {
  std::string table;
  std::string scale = "desk";
  std::filesystem::path out;         // absolute
  std::vector<std::string> blocks;   // empty: all
  std::vector<std::uint64_t> seeds;  // empty: all
  std::string program;               // supplied to the table (suites/supplied.h)
  std::filesystem::path patterns;    // a file that is supplied to it; absolute
  std::string device = "cpu";        // or "cuda", or "auto"
  int workers = 0;                   // 0: one a core, or one for a GPU
  bool dry_run = false;
  bool list = false;
  bool help = false;
};

// A flag of some program.
struct FlagRow {
  std::string name;
  std::string value;  // how help names it; empty for a switch
  std::string help;
  std::function<void(const std::string& value)> set;  // throws UsageError
};

// The rows of Flags, which write into `flags`.
std::vector<FlagRow> FlagRows(Flags& flags);

// Those of these names alone, in the same order.
std::vector<FlagRow> FlagRows(Flags& flags, const std::set<std::string>& names);

// Applies the arguments after the program's name.
void ApplyFlags(const std::vector<std::string>& arguments, const std::vector<FlagRow>& rows);

// Both of the above, with the defaults of out and workers filled in.
Flags ParseFlags(int argc, const char* const* argv);

// The arguments after the program's name, as a person would type them again.
std::string CommandLine(int argc, const char* const* argv);

std::string HelpText(const std::string& purpose, const std::vector<FlagRow>& rows);

// "no table is called 'x'; did you mean 'y'? valid: y, z".
std::string UnknownValue(const std::string& what, const std::string& value,
                         const std::vector<std::string>& valid);

// `path` from the folder in which the user typed the command (`bazel run` changes the current one).
std::filesystem::path FromUsersFolder(const std::filesystem::path& path);

// The checkout under `bazel run`, the current folder otherwise.
std::filesystem::path WorkspaceFolder();

}  // namespace retable::training

#endif  // RETABLE_TRAINING_FLAGS_H_
