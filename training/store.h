// What has been measured so far? A folder of results, written by any number of processes and hosts at once.
//
// Every writer appends lines (result_line.h) to a file of its own, `<utc>-<host>-<pid>.jsonl`: one write(2)
// and one fsync a line. Readers merge all *.jsonl of the folder:
//  - a missing folder is an empty store;
//  - a last line without its end, left by a writer that was stopped, is skipped with a warning;
//  - any other line that does not check is refused, with file, line, what is wrong and what to do;
//  - results of one key merge where their measurements are equal, bit for bit; otherwise the store is
//  refused;
//  - a failure of the machine is remembered, but anything else measured for its key takes its place.
// Only an index is kept in memory (about 0.5 KiB a result); results are read from their files when asked for.
#ifndef RETABLE_TRAINING_STORE_H_
#define RETABLE_TRAINING_STORE_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "training/files.h"
#include "training/result_line.h"
#include "training/run.h"

namespace retable::training {

// Where the programs keep the results of an `--out` folder.
std::filesystem::path ResultsFolder(const std::filesystem::path& out);

// kFailed: only failures of the machine so far; to be retried. A failure of the method is a measurement.
enum class Stored { kNothing, kFailed, kMeasured };

// What the index knows of a result; the pointers live as long as the store.
struct StoredRun {
  const std::string* trainer = nullptr;
  const std::string* recipe = nullptr;
  std::uint64_t seed = 0;
  std::optional<FailureCause> failure;
};

class Store {
 public:
  // Throws std::runtime_error as above.
  static Store Open(const std::filesystem::path& folder);

  Stored State(const std::string& key) const;
  std::optional<Result> Find(const std::string& key) const;
  std::optional<Result> Find(const Run& run) const { return Find(Key(run)); }

  std::size_t size() const { return entries_.size(); }
  const std::filesystem::path& folder() const { return folder_; }

  // Lines that were skipped, each a sentence.
  const std::vector<std::string>& warnings() const { return warnings_; }

  // Every result, by key.
  void ForEach(const std::function<void(const std::string& key, const StoredRun&)>& visit) const;

  // Makes the result durable, in a file of this object's own, before it returns. On an error (no space, say)
  // nothing of the result stays in the file.
  void Append(const Result& result);

  // Takes in what has been written since, by anybody.
  void Refresh();

  // The line of a stored result.
  std::string Line(const std::string& key) const;

 private:
  struct File {
    std::filesystem::path path;
    std::uint64_t read = 0;  // bytes taken in
    int lines = 0;
  };
  struct Entry {
    StoredRun run;
    std::size_t file = 0;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    int line = 0;
  };

  void ReadNew(std::size_t file);
  void TakeLine(std::size_t file, std::string_view line);
  void TakeTail(std::size_t file, std::string_view tail);
  void Merge(const std::string& key, const Entry& entry, std::string_view line);
  [[noreturn]] void RefuseLine(const File& file, const std::string& why) const;
  std::string LineOf(const Entry& entry) const;
  const std::string* Intern(std::string_view text);

  std::filesystem::path folder_;
  std::vector<File> files_;
  std::map<std::string, std::size_t> file_index_;  // path -> place in files_
  std::map<std::string, Entry> entries_;
  std::unordered_set<std::string> texts_;  // trainers and recipes, each once
  std::vector<std::string> warnings_;
  std::filesystem::path own_path_;
  FileDescriptor own_;
  mutable FileDescriptor reading_;  // the file that was last read from
  mutable std::size_t reading_file_ = 0;
};

// One file with every measurement of the store, or those of `keys`, sorted by key: the form to commit.
// Failures of the machine are left out. Returns how many results it holds.
std::size_t Compact(const Store& store, const std::filesystem::path& file,
                    const std::optional<std::set<std::string>>& keys = std::nullopt);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_STORE_H_
