#include "reports/svg.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "reports/runfiles.h"

namespace retable::reports {
namespace {

// A file without a name, which goes when it is closed. Through files, neither side waits for the other.
using File = std::unique_ptr<FILE, decltype(&std::fclose)>;

File NamelessFile() {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw std::runtime_error(std::string("cannot make a temporary file: ") + std::strerror(errno));
  return file;
}

void Write(const File& file, const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() || std::fflush(file.get()) != 0) {
    throw std::runtime_error(std::string("cannot write a temporary file: ") + std::strerror(errno));
  }
  std::rewind(file.get());
}

std::string Read(const File& file) {
  std::rewind(file.get());
  std::string text;
  char piece[1 << 14];
  while (const std::size_t count = std::fread(piece, 1, sizeof piece, file.get())) text.append(piece, count);
  return text;
}

// Runs node with the arguments, its standard input, output and error being those files;
// returns waitpid's status.
int RunNode(std::vector<std::string> arguments, const File& input, const File& output, const File& error) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(input.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(output.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(error.get()), STDERR_FILENO);
  pid_t pid = 0;
  const int failed = posix_spawnp(&pid, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) {
    throw std::runtime_error(std::string("cannot start node, which draws the figures: ") +
                             std::strerror(failed) +
                             "; run tools/setup, which installs it, or put it on PATH");
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) throw std::runtime_error(std::string("lost node: ") + std::strerror(errno));
  }
  return status;
}

}  // namespace

std::map<std::string, std::string> DrawSvgs(const std::map<std::string, Plot>& plots) {
  if (plots.empty()) return {};
  nlohmann::json request = nlohmann::json::array();
  for (const auto& [name, plot] : plots) {
    request.push_back({{"name", name}, {"title", plot.title}, {"spec", plot.spec}});
  }
  const File input = NamelessFile(), output = NamelessFile(), error = NamelessFile();
  Write(input, request.dump());
  const int status = RunNode(
      {"node", FindRunfile("retable/reports/render_plots.mjs"), FindRunfile("web/vega/build/vega.min.js"),
       FindRunfile("web/vega-lite/build/vega-lite.min.js")},
      input, output, error);
  if (status != 0) {
    std::string said = Read(error);
    if (said.ends_with('\n')) said.pop_back();
    throw std::runtime_error(
        said.empty() ? "node ended with status " + std::to_string(status) + " and no word" : said);
  }
  const nlohmann::json svgs = nlohmann::json::parse(Read(output));
  std::map<std::string, std::string> by_name;
  std::size_t next = 0;
  for (const auto& [name, plot] : plots) by_name[name] = svgs.at(next++).get<std::string>();
  return by_name;
}

}  // namespace retable::reports
