#include "training/worker_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <utility>

#include "training/worker.h"

namespace retable::training {
namespace {

struct Pipe {
  FileDescriptor read;
  FileDescriptor write;
};

Pipe MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) ThrowFileError("make", "a pipe", errno);
  return {.read = FileDescriptor(ends[0]), .write = FileDescriptor(ends[1])};
}

std::vector<std::string> Environment(const std::map<std::string, std::string>& added) {
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (!added.contains(text.substr(0, text.find('=')))) environment.push_back(text);
  }
  for (const auto& [name, value] : added) environment.push_back(name + "=" + value);
  return environment;
}

// After fork: only calls that are safe between fork and exec.
[[noreturn]] void BecomeWorker(pid_t parent, int requests, int replies, char** arguments,
                               char** environment) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Away from 0 to 3 first, so that no dup2 below closes or keeps what another one needs.
  const int high_requests = fcntl(requests, F_DUPFD_CLOEXEC, 10);
  const int high_replies = fcntl(replies, F_DUPFD_CLOEXEC, 10);
  if (dup2(high_requests, STDIN_FILENO) < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0 ||
      dup2(high_replies, kReplyDescriptor) < 0) {
    _exit(1);
  }
  execve("/proc/self/exe", arguments, environment);
  _exit(127);
}

std::string Describe(int status) {
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    std::string text = "killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
    if (number == SIGKILL) text += "; the system kills so when memory runs out";
    return text;
  }
  return "ended with exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

WorkerProcess WorkerProcess::Start(const std::map<std::string, std::string>& environment) {
  Pipe requests = MakePipe();
  Pipe replies = MakePipe();
  fcntl(replies.read.number(), F_SETFL, O_NONBLOCK);
  std::vector<std::string> variables = Environment(environment);
  std::vector<char*> variable_pointers;
  for (std::string& variable : variables) variable_pointers.push_back(variable.data());
  variable_pointers.push_back(nullptr);
  std::string name = program_invocation_name;
  std::string worker = kWorkerArgument;
  char* arguments[] = {name.data(), worker.data(), nullptr};
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) {
    throw std::runtime_error(std::string("cannot start a worker: ") + std::strerror(errno) +
                             "; use fewer --workers");
  }
  if (pid == 0) {
    BecomeWorker(parent, requests.read.number(), replies.write.number(), arguments, variable_pointers.data());
  }
  return WorkerProcess(pid, std::move(requests.write), std::move(replies.read));
}

WorkerProcess::WorkerProcess(pid_t pid, FileDescriptor requests, FileDescriptor replies)
    : pid_(pid), requests_(std::move(requests)), replies_(std::move(replies)) {}

WorkerProcess::WorkerProcess(WorkerProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      requests_(std::move(other.requests_)),
      replies_(std::move(other.replies_)),
      partial_(std::move(other.partial_)),
      ended_(other.ended_) {}

WorkerProcess& WorkerProcess::operator=(WorkerProcess&& other) noexcept {
  if (this == &other) return *this;
  Kill();
  pid_ = std::exchange(other.pid_, -1);
  requests_ = std::move(other.requests_);
  replies_ = std::move(other.replies_);
  partial_ = std::move(other.partial_);
  ended_ = other.ended_;
  return *this;
}

WorkerProcess::~WorkerProcess() { Kill(); }

bool WorkerProcess::Send(const nlohmann::json& request) {
  const std::string line = request.dump() + "\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = write(requests_.number(), rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::vector<nlohmann::json> WorkerProcess::Read() {
  char piece[1 << 14];
  for (;;) {
    const ssize_t count = read(replies_.number(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) break;
    if (count <= 0) {
      ended_ = true;
      break;
    }
    partial_.append(piece, static_cast<std::size_t>(count));
  }
  std::vector<nlohmann::json> replies;
  std::size_t start = 0;
  for (std::size_t end; (end = partial_.find('\n', start)) != std::string::npos; start = end + 1) {
    replies.push_back(nlohmann::json::parse(std::string_view(partial_).substr(start, end - start)));
  }
  partial_.erase(0, start);
  return replies;
}

std::string WorkerProcess::Reap() {
  if (pid_ < 0) return "not running";
  int status = 0;
  // The pipe closes a little before the process can be waited for.
  for (int i = 0; i < 400; ++i) {
    const pid_t found = waitpid(pid_, &status, WNOHANG);
    if (found == pid_) {
      pid_ = -1;
      return Describe(status);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  Kill();
  return "closed its replies without ending";
}

void WorkerProcess::Kill() {
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace retable::training
