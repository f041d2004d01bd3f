#include "tests/faults/program.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include "training/result_line.h"
#include "training/store.h"

namespace retable::faults {
namespace {

namespace fs = std::filesystem;

std::string ProgramPath() {
  const char* path = std::getenv("FAKE_TRAIN");
  if (path == nullptr) throw std::runtime_error("FAKE_TRAIN must name the fake program");
  return fs::absolute(path).string();
}

}  // namespace

Program::Program(const std::vector<std::string>& arguments,
                 const std::map<std::string, std::string>& environment) {
  std::vector<std::string> words = {ProgramPath()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const std::string output = (folder_.path() / "output").string();
  pid_ = fork();
  if (pid_ != 0) return;
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
  execv(pointers[0], pointers.data());
  _exit(127);
}

Program::~Program() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

void Program::Signal(int number) const { kill(pid_, number); }

Ended Program::Wait() {
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return {.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status),
          .text = ReadText(folder_.path() / "output")};
}

std::vector<pid_t> Program::Workers() const {
  const std::string pid = std::to_string(pid_);
  std::ifstream children("/proc/" + pid + "/task/" + pid + "/children");
  return {std::istream_iterator<pid_t>(children), std::istream_iterator<pid_t>()};
}

Ended RunIt(const std::vector<std::string>& arguments,
            const std::map<std::string, std::string>& environment) {
  return Program(arguments, environment).Wait();
}

std::map<std::string, std::string> Measurements(const fs::path& out) {
  const training::Store store = training::Store::Open(training::ResultsFolder(out));
  std::map<std::string, std::string> measurements;
  store.ForEach([&](const std::string& key, const training::StoredRun& run) {
    if (run.failure == training::FailureCause::kMachine) return;
    measurements[key] = training::MeasurementText(store.Line(key));
  });
  return measurements;
}

std::vector<fs::path> StoreFiles(const fs::path& out) {
  std::vector<fs::path> files;
  std::error_code missing;
  // The preregistrations lie beside them, in a folder.
  for (const auto& entry : fs::directory_iterator(out / "results", missing)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int Lines(const fs::path& out) {
  long lines = 0;
  for (const fs::path& file : StoreFiles(out)) {
    const std::string text = ReadText(file);
    lines += std::count(text.begin(), text.end(), '\n');
  }
  return static_cast<int>(lines);
}

std::string ReadText(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

void WriteText(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

void SleepMilliseconds(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

}  // namespace retable::faults
