#include "models/outside/host_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>
#include <random>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "models/outside/host_script.h"

namespace retable::models::outside {
namespace {

constexpr int kRequests = 3, kAnswers = 4;  // as in host.py
constexpr double kGreetingSeconds = 30;

// What a process says before it becomes Python.
struct Greeting {
  bool confined = false;
  Isolation isolation;
};

// Everything that the child needs, made before fork.
struct Start {
  int script, requests, answers, output;
  const char* folder;
  char** arguments;
  char** environment;
  Limits limits;
  pid_t parent;
};

// After fork: only calls that are safe between fork and exec.
[[noreturn]] void BecomeHost(const Start& start) {
  // Away from 0 to 4 first, so that no dup2 below closes what another one needs.
  const int script = fcntl(start.script, F_DUPFD_CLOEXEC, 10);
  const int requests = fcntl(start.requests, F_DUPFD_CLOEXEC, 10);
  const int answers = fcntl(start.answers, F_DUPFD_CLOEXEC, 10);
  const int output = fcntl(start.output, F_DUPFD_CLOEXEC, 10);
  if (dup2(script, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0 ||
      dup2(requests, kRequests) < 0 || dup2(answers, kAnswers) < 0 || chdir(start.folder) != 0 ||
      syscall(SYS_close_range, kAnswers + 1, ~0u, 0) != 0) {
    _exit(1);
  }
  Greeting greeting;
  greeting.confined = Confine(start.limits, start.parent, &greeting.isolation);
  greeting.isolation.system_calls = FilterSystemCalls();
  if (write(kAnswers, &greeting, sizeof greeting) != sizeof greeting || !greeting.confined) _exit(1);
  execve(start.arguments[0], start.arguments, start.environment);
  _exit(127);
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string Describe(int status) {
  if (!WIFSIGNALED(status)) return "ended its process with exit code " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  std::string text = "was killed by signal " + std::to_string(number) + " (" + strsignal(number) + ")";
  return number == SIGKILL ? text + "; the system kills so when memory or processor time runs out" : text;
}

std::string Seconds(double seconds) {
  const std::string text = std::to_string(seconds);
  return text.substr(0, text.find('.') + 2) + " s";
}

std::string FreshToken() {
  std::random_device source;
  std::string token;
  while (token.size() < kTokenBytes) token += "0123456789abcdef"[source() % 16];
  return token;
}

// Reads what is there, a piece of it; 0 at the end, nothing where it would have to wait.
std::optional<std::size_t> ReadPiece(const Descriptor& from, char* piece, std::size_t size) {
  ssize_t count;
  do {
    count = read(from.number(), piece, size);
  } while (count < 0 && errno == EINTR);
  if (count < 0 && errno == EAGAIN) return std::nullopt;
  return static_cast<std::size_t>(std::max<ssize_t>(count, 0));
}

}  // namespace

HostProcess::HostProcess(const std::filesystem::path& python, const Limits& limits)
    : kept_output_bytes_(limits.kept_output_bytes) {
  if (access(python.c_str(), X_OK) != 0) {
    throw std::runtime_error("cannot run " + python.string() + ": " + std::strerror(errno) +
                             "; install python3 and python3-numpy, or name another Python");
  }
  const Descriptor script = FileInMemory(HostScript());
  Pipe answers = MakePipe(Direction::kFromThem), output = MakePipe(Direction::kFromThem);
  requests_ = MakePipe(Direction::kToThem);
  std::vector<std::string> arguments = {python.string(), "-I", "-B", "-"};
  std::vector<std::string> environment = {"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8",
                                          "HOME=" + folder_.path().string(), "OPENBLAS_NUM_THREADS=1",
                                          "OMP_NUM_THREADS=1"};
  const std::vector<char*> argument_pointers = Pointers(arguments), variable_pointers = Pointers(environment);
  const Start start = {.script = script.number(),
                       .requests = requests_.theirs.number(),
                       .answers = answers.theirs.number(),
                       .output = output.theirs.number(),
                       .folder = folder_.path().c_str(),
                       .arguments = const_cast<char**>(argument_pointers.data()),
                       .environment = const_cast<char**>(variable_pointers.data()),
                       .limits = limits,
                       .parent = getpid()};
  pid_ = fork();
  if (pid_ < 0) throw std::runtime_error(std::string("cannot start Python: ") + std::strerror(errno));
  if (pid_ == 0) BecomeHost(start);
  answers_ = std::move(answers.ours);
  output_ = std::move(output.ours);
  answers.theirs.Close();
  output.theirs.Close();
  ReadGreeting();
}

HostProcess::~HostProcess() { Kill(); }

void HostProcess::ReadGreeting() {
  Greeting greeting;
  pollfd waited = {.fd = answers_.number(), .events = POLLIN, .revents = 0};
  int ready;
  do {
    ready = poll(&waited, 1, static_cast<int>(kGreetingSeconds * 1000));
  } while (ready < 0 && errno == EINTR);
  const bool whole = ready == 1 && read(answers_.number(), &greeting, sizeof greeting) == sizeof greeting;
  if (whole && greeting.confined) {
    isolation_ = greeting.isolation;
    return;
  }
  Kill();
  throw std::runtime_error(
      "cannot confine programs from outside: the system refuses the limits (setrlimit, prctl) or is too "
      "busy; run as another user, or raise `ulimit`");
}

Answer HostProcess::Ask(nlohmann::json request, double seconds, std::size_t most_payload_bytes) {
  if (pid_ < 0) throw HostGone("is not running");
  const std::string token = FreshToken();
  request["token"] = token;
  // A prefix of a document may end inside a character.
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  Exchange exchange = {
      .request = request.dump(-1, ' ', false, kReplace) + "\n", .answer = {}, .seconds = seconds};
  printed_.clear();
  try {
    return Converse(exchange, token, most_payload_bytes);
  } catch (const DamagedAnswer& damaged) {
    Kill();
    throw HostGone(std::string("wrote where only answers belong: ") + damaged.what());
  }
}

Answer HostProcess::Converse(Exchange& exchange, const std::string& token, std::size_t most_payload_bytes) {
  for (;;) {
    if (!Wait(exchange)) {
      Kill();
      throw HostGone("gave no answer within " + Seconds(exchange.seconds));
    }
    Send(exchange);
    const bool open = Receive(exchange);
    KeepOutput();
    if (std::optional<Answer> answer = ReadAnswer(exchange.answer, token, most_payload_bytes)) {
      return *std::move(answer);
    }
    if (!open) throw HostGone(HowItEnded());
  }
}

bool HostProcess::Wait(const Exchange& exchange) const {
  const double gone = std::chrono::duration<double>(Clock::now() - exchange.started).count();
  const double left = exchange.seconds - gone;
  if (left <= 0) return false;
  pollfd waited[] = {
      {.fd = answers_.number(), .events = POLLIN, .revents = 0},
      {.fd = output_.number(), .events = POLLIN, .revents = 0},
      {.fd = exchange.request.empty() ? -1 : requests_.ours.number(), .events = POLLOUT, .revents = 0}};
  poll(waited, std::size(waited), static_cast<int>(std::min(std::ceil(left * 1000), 60000.0)));
  return true;
}

void HostProcess::Send(Exchange& exchange) const {
  if (exchange.request.empty()) return;
  const ssize_t count = write(requests_.ours.number(), exchange.request.data(), exchange.request.size());
  if (count > 0) exchange.request.erase(0, static_cast<std::size_t>(count));
}

bool HostProcess::Receive(Exchange& exchange) const {
  char piece[1 << 16];
  const std::optional<std::size_t> count = ReadPiece(answers_, piece, sizeof piece);
  if (count) exchange.answer.append(piece, *count);
  return count != 0u;
}

void HostProcess::KeepOutput() {
  if (!output_.open()) return;
  char piece[1 << 16];
  const std::optional<std::size_t> count = ReadPiece(output_, piece, sizeof piece);
  if (count == 0u) output_.Close();
  if (count) printed_.append(piece, std::min(*count, kept_output_bytes_ - printed_.size()));
}

bool HostProcess::Idle() const {
  pollfd waited = {.fd = answers_.number(), .events = POLLIN, .revents = 0};
  return pid_ >= 0 && poll(&waited, 1, 0) == 0;
}

std::string HostProcess::HowItEnded() {
  int status = 0;
  // The pipe closes a little before the process can be waited for.
  for (int i = 0; i < 400; ++i) {
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      KeepOutput();
      return Describe(status);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  Kill();
  return "closed the descriptor of its answers";
}

void HostProcess::Kill() {
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace retable::models::outside
