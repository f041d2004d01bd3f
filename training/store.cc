#include "training/store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <stdexcept>

namespace retable::training {
namespace {

namespace fs = std::filesystem;

// Sorts by time, and is nobody else's: two processes of one host differ in their pid.
std::string OwnName() {
  char time_text[32] = "";
  const std::time_t now = std::time(nullptr);
  std::tm utc = {};
  gmtime_r(&now, &utc);
  std::strftime(time_text, sizeof time_text, "%Y%m%dT%H%M%SZ", &utc);
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  std::string name = host;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return std::string(time_text) + "-" + name + "-" + std::to_string(getpid());
}

std::vector<fs::path> LineFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  if (error && error != std::errc::no_such_file_or_directory) ThrowFileError("read", folder, error.value());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

fs::path ResultsFolder(const fs::path& out) { return out / "results"; }

Store Store::Open(const fs::path& folder) {
  Store store;
  store.folder_ = folder;
  store.Refresh();
  return store;
}

Stored Store::State(const std::string& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return Stored::kNothing;
  return found->second.run.failure == FailureCause::kMachine ? Stored::kFailed : Stored::kMeasured;
}

std::optional<Result> Store::Find(const std::string& key) const {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return std::nullopt;
  return ResultFromLine(LineOf(found->second));
}

std::string Store::Line(const std::string& key) const { return LineOf(entries_.at(key)); }

void Store::ForEach(const std::function<void(const std::string&, const StoredRun&)>& visit) const {
  for (const auto& [key, entry] : entries_) visit(key, entry.run);
}

void Store::Append(const Result& result) {
  const std::string line = ToLine(result) + "\n";
  if (!own_.open()) {
    MakeFolder(folder_);
    const std::string name = OwnName();
    own_path_ = folder_ / (name + ".jsonl");
    for (int i = 2; fs::exists(own_path_); ++i)
      own_path_ = folder_ / (name + "-" + std::to_string(i) + ".jsonl");
    own_ = OpenFile(own_path_, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
    SyncFolder(folder_);
  }
  const off_t before = lseek(own_.number(), 0, SEEK_END);
  try {
    WriteAll(own_, line, own_path_);
    Sync(own_, own_path_);
  } catch (...) {
    // Best effort: what stays would be a torn last line, which readers skip.
    if (before >= 0 && ftruncate(own_.number(), before) != 0) own_.Close();
    throw;
  }
  Refresh();
}

void Store::Refresh() {
  for (const fs::path& path : LineFiles(folder_)) {
    const auto [found, is_new] = file_index_.try_emplace(path.string(), files_.size());
    if (is_new) files_.push_back({.path = path});
    const std::uint64_t size = fs::file_size(path);
    const File& file = files_[found->second];
    if (size < file.read) {
      throw std::runtime_error(path.string() +
                               " became shorter while it was in use: stop what rewrites it, " +
                               "then run the same command again");
    }
    if (size > file.read) ReadNew(found->second);
  }
}

void Store::ReadNew(std::size_t index) {
  const fs::path path = files_[index].path;
  const FileDescriptor input = OpenFile(path, O_RDONLY);
  std::string buffer;
  std::string piece(1 << 20, '\0');
  std::uint64_t at = files_[index].read;
  for (;;) {
    const ssize_t count = pread(input.number(), piece.data(), piece.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) ThrowFileError("read", path, errno);
    if (count == 0) break;
    at += static_cast<std::uint64_t>(count);
    buffer.append(piece, 0, static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t end; (end = buffer.find('\n', start)) != std::string::npos; start = end + 1) {
      TakeLine(index, std::string_view(buffer).substr(start, end - start));
    }
    buffer.erase(0, start);
  }
  if (!buffer.empty()) TakeTail(index, buffer);
}

void Store::TakeLine(std::size_t index, std::string_view line) {
  File& file = files_[index];
  ++file.lines;
  if (!line.empty()) {
    try {
      const LineHead head = ReadHead(line);
      const StoredRun run{.trainer = Intern(head.trainer),
                          .recipe = Intern(head.recipe),
                          .seed = head.seed,
                          .failure = head.failure};
      Merge(std::string(head.key),
            {.run = run,
             .file = index,
             .offset = file.read,
             .length = static_cast<std::uint32_t>(line.size()),
             .line = file.lines},
            line);
    } catch (const std::runtime_error& error) {
      RefuseLine(file, error.what());
    }
  }
  file.read += line.size() + 1;
}

// A tail that is whole lacks only its newline. One that is cut off cannot be JSON, so JSON that does not
// check was altered.
void Store::TakeTail(std::size_t index, std::string_view tail) {
  if (nlohmann::json::accept(tail)) {
    TakeLine(index, tail);
    files_[index].read -= 1;  // the newline, should it follow
    return;
  }
  const std::string warning =
      files_[index].path.string() + ":" + std::to_string(files_[index].lines + 1) +
      ": the last line is cut off, its writer was stopped while it wrote; skipped: its run "
      "counts as not done";
  if (std::find(warnings_.begin(), warnings_.end(), warning) == warnings_.end()) warnings_.push_back(warning);
}

void Store::Merge(const std::string& key, const Entry& entry, std::string_view line) {
  const auto [found, is_new] = entries_.try_emplace(key, entry);
  if (is_new) return;
  Entry& known = found->second;
  const bool known_failed = known.run.failure == FailureCause::kMachine;
  if (entry.run.failure == FailureCause::kMachine && !known_failed) return;
  if (known_failed) {
    known = entry;
    return;
  }
  if (MeasurementText(line) == MeasurementText(LineOf(known))) return;
  const File& other = files_[known.file];
  throw std::runtime_error("run " + ShortKey(key) + " has another measurement in " + other.path.string() +
                           ":" + std::to_string(known.line) + ", and one run has one measurement (key " +
                           key + ")");
}

void Store::RefuseLine(const File& file, const std::string& why) const {
  throw std::runtime_error(
      file.path.string() + ":" + std::to_string(file.lines) + ": " + why +
      "; restore the file from a copy, or delete that line and its run is trained again");
}

std::string Store::LineOf(const Entry& entry) const {
  const fs::path& path = files_[entry.file].path;
  if (!reading_.open() || reading_file_ != entry.file) reading_ = OpenFile(path, O_RDONLY);
  reading_file_ = entry.file;
  std::string line(entry.length, '\0');
  const ssize_t count = pread(reading_.number(), line.data(), line.size(), static_cast<off_t>(entry.offset));
  if (count != static_cast<ssize_t>(line.size())) {
    throw std::runtime_error(
        path.string() + ":" + std::to_string(entry.line) +
        " is not there any more: stop what rewrites it, then run the same command again");
  }
  return line;
}

const std::string* Store::Intern(std::string_view text) { return &*texts_.emplace(text).first; }

std::size_t Compact(const Store& store, const fs::path& file,
                    const std::optional<std::set<std::string>>& keys) {
  std::string content;
  std::size_t count = 0;
  store.ForEach([&](const std::string& key, const StoredRun& run) {
    if (run.failure == FailureCause::kMachine || (keys && !keys->contains(key))) return;
    content += store.Line(key);
    content += '\n';
    ++count;
  });
  if (file.has_parent_path()) MakeFolder(file.parent_path());
  WriteFileAtomically(file, content);
  return count;
}

}  // namespace retable::training
