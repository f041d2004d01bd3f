#include "training/flags.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>
#include <thread>

namespace retable::training {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t comma; (comma = text.find(',', start)) != std::string::npos; start = comma + 1) {
    parts.push_back(text.substr(start, comma - start));
  }
  parts.push_back(text.substr(start));
  return parts;
}

template <typename T>
T Number(const std::string& flag, const std::string& text, T least) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least) {
    throw UsageError("--" + flag + " takes whole numbers from " + std::to_string(least) + " up, not '" +
                     text + "'");
  }
  return value;
}

void OneOf(const std::string& what, const std::string& value, const std::vector<std::string>& valid) {
  if (std::find(valid.begin(), valid.end(), value) == valid.end()) {
    throw UsageError(UnknownValue(what, value, valid));
  }
}

std::size_t EditDistance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

std::string Joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

FlagRow Switch(const std::string& name, bool& value, const std::string& help) {
  return {
      .name = name, .value = "", .help = help, .set = [name, &value](const std::string& text) {
        if (text != "true" && text != "false") {
          throw UsageError("--" + name + " is a switch: write --" + name + ", not --" + name + "=" + text);
        }
        value = text == "true";
      }};
}

const char* Variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

}  // namespace

std::vector<FlagRow> FlagRows(Flags& flags) {
  return {
      {"table", "ID", "the table to run; --list names them",
       [&](const std::string& text) { flags.table = text; }},
      {"scale", "NAME", "its size: smoke, desk (the default) or paper",
       [&](const std::string& text) { flags.scale = text; }},
      {"out", "FOLDER", "where results and artifacts are kept; out/ of the workspace unless said otherwise",
       [&](const std::string& text) {
         if (text.empty()) throw UsageError("--out takes a folder, as in --out=out");
         flags.out = FromUsersFolder(text);
       }},
      {"blocks", "ID,...", "only these blocks of the grid, as 1.0,2.1",
       [&](const std::string& text) { flags.blocks = Split(text); }},
      {"seeds", "N,...", "only these seeds of the grid, as 1,2",
       [&](const std::string& text) {
         flags.seeds.clear();
         for (const std::string& part : Split(text))
           flags.seeds.push_back(Number<std::uint64_t>("seeds", part, 0));
       }},
      {"program", "TEXT", "also train with this program (docs/programs.md) in every head",
       [&](const std::string& text) {
         if (text.empty())
           throw UsageError("--program takes a program, as in --program='all(id[-1] = query.id)'");
         flags.program = text;
       }},
      {"patterns", "FILE", "also train with these patterns, a safetensors file (docs/injection.md)",
       [&](const std::string& text) {
         if (text.empty()) throw UsageError("--patterns takes a file, as in --patterns=mine.safetensors");
         flags.patterns = FromUsersFolder(text);
       }},
      {"device", "NAME", "cpu (the default), cuda, or auto: a GPU where there is one",
       [&](const std::string& text) {
         OneOf("device", text, {"cpu", "cuda", "auto"});
         flags.device = text;
       }},
      {"workers", "N", "worker processes; one a core unless said otherwise, one with --device=cuda",
       [&](const std::string& text) {
         flags.workers = Number<int>("workers", text, 1);
         if (flags.workers > 1024)
           throw UsageError("--workers=" + text + " is more than 1024, the most that is started");
       }},
      Switch("dry-run", flags.dry_run, "list what would be trained and why; train nothing"),
      Switch("list", flags.list, "list the tables with their scales"),
      Switch("help", flags.help, "this text"),
  };
}

std::vector<FlagRow> FlagRows(Flags& flags, const std::set<std::string>& names) {
  std::vector<FlagRow> rows = FlagRows(flags);
  std::erase_if(rows, [&](const FlagRow& row) { return !names.contains(row.name); });
  return rows;
}

void ApplyFlags(const std::vector<std::string>& arguments, const std::vector<FlagRow>& rows) {
  std::vector<std::string> valid;
  for (const FlagRow& row : rows) valid.push_back("--" + row.name);
  std::set<std::string> seen;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    const std::string flag = argument.substr(0, equals);
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const FlagRow& known) { return "--" + known.name == flag; });
    if (row == rows.end()) throw UsageError(UnknownValue("flag", flag, valid));
    if (!seen.insert(flag).second) throw UsageError(flag + " is given twice; give it once");
    if (equals == std::string::npos && !row->value.empty()) {
      throw UsageError(flag + " needs a value: write " + flag + "=" + row->value);
    }
    row->set(equals == std::string::npos ? "true" : argument.substr(equals + 1));
  }
}

Flags ParseFlags(int argc, const char* const* argv) {
  Flags flags;
  ApplyFlags(std::vector<std::string>(argv + std::min(argc, 1), argv + argc), FlagRows(flags));
  if (flags.out.empty()) flags.out = WorkspaceFolder() / "out";
  if (flags.workers == 0) {
    flags.workers =
        flags.device == "cuda" ? 1 : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }
  return flags;
}

std::string CommandLine(int argc, const char* const* argv) {
  std::string text;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    const bool plain = argument.find_first_not_of(
                           "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                           "-_=./,:+") == std::string::npos;
    text += (text.empty() ? "" : " ") + (plain ? argument : "'" + argument + "'");
  }
  return text;
}

std::string HelpText(const std::string& purpose, const std::vector<FlagRow>& rows) {
  std::string text = purpose + "\n\n";
  for (const FlagRow& row : rows) {
    std::string name = "  --" + row.name + (row.value.empty() ? "" : "=" + row.value);
    name.resize(std::max<std::size_t>(name.size() + 2, 20), ' ');
    text += name + row.help + "\n";
  }
  return text;
}

std::string UnknownValue(const std::string& what, const std::string& value,
                         const std::vector<std::string>& valid) {
  std::string text = "no " + what + " is called '" + value + "'; ";
  std::size_t nearest = std::max<std::size_t>(2, value.size() / 3) + 1;
  const std::string* suggestion = nullptr;
  for (const std::string& one : valid) {
    const std::size_t distance = EditDistance(value, one);
    if (distance >= nearest) continue;
    nearest = distance;
    suggestion = &one;
  }
  if (suggestion != nullptr && valid.size() > 1) text += "did you mean '" + *suggestion + "'? ";
  return text + "valid: " + (valid.empty() ? "none" : Joined(valid));
}

fs::path FromUsersFolder(const fs::path& path) {
  const char* folder = Variable("BUILD_WORKING_DIRECTORY");
  return ((folder != nullptr ? fs::path(folder) : fs::current_path()) / path).lexically_normal();
}

fs::path WorkspaceFolder() {
  const char* folder = Variable("BUILD_WORKSPACE_DIRECTORY");
  return folder != nullptr ? fs::path(folder) : fs::current_path();
}

}  // namespace retable::training
