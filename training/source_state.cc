#include "training/source_state.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <vector>

#include "training/files.h"

namespace retable::training {
namespace {

// What git prints; nothing where it fails or is not installed. Started without a shell: a folder's name may
// hold anything.
std::optional<std::string> Git(const std::filesystem::path& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"git", "-C", folder.string()});
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  const FileDescriptor input(ends[0]);
  FileDescriptor output(ends[1]);
  const pid_t pid = fork();
  if (pid < 0) return std::nullopt;
  if (pid == 0) {
    dup2(output.number(), STDOUT_FILENO);
    if (const int nowhere = open("/dev/null", O_WRONLY); nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    execvp("git", pointers.data());
    _exit(127);
  }
  output.Close();
  std::string text;
  char piece[4096];
  for (ssize_t count;
       (count = read(input.number(), piece, sizeof piece)) > 0 || (count < 0 && errno == EINTR);) {
    if (count > 0) text.append(piece, static_cast<std::size_t>(count));
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) return std::nullopt;
  return text;
}

}  // namespace

SourceState ReadSourceState(const std::filesystem::path& folder) {
  std::optional<std::string> commit = Git(folder, {"rev-parse", "HEAD"});
  if (!commit) return {.commit = "unknown"};
  while (commit->ends_with('\n')) commit->pop_back();
  const std::optional<std::string> changes = Git(folder, {"status", "--porcelain"});
  return {.commit = *commit, .dirty = !changes || !changes->empty()};
}

}  // namespace retable::training
