#include "training/executor.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "training/files.h"
#include "training/worker_process.h"

namespace retable::training {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// SIGINT, SIGTERM and SIGHUP as something to poll, while it lives.
class StopSignals {
 public:
  StopSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, number);
    sigprocmask(SIG_BLOCK, &signals, &before_);
    file_ = FileDescriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  // A signal that nobody has read yet is consumed: it was meant for what just ended.
  ~StopSignals() {
    Arrived();
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  bool Arrived() const {
    signalfd_siginfo info;
    bool arrived = false;
    while (read(file_.number(), &info, sizeof info) == sizeof info) arrived = true;
    return arrived;
  }
  int descriptor() const { return file_.number(); }

 private:
  sigset_t before_;
  FileDescriptor file_;
};

enum class State { kWaiting, kBusy, kSent, kDone, kFailed };

struct Item {
  const Work* work = nullptr;
  std::vector<std::size_t> needs = {};
  State state = State::kWaiting;
  int attempt = 1;
  Clock::time_point ask_again = {};  // of a busy one
};

struct Seat {
  std::optional<WorkerProcess> process;
  std::optional<std::size_t> item;
  Clock::time_point begin;
  Clock::time_point last_sign;
  int step = 0;
  int steps = 0;
};

class Executor {
 public:
  Executor(const std::vector<Work>& works, const ExecutorOptions& options, const ExecutorHooks& hooks)
      : options_(options), hooks_(hooks), seats_(static_cast<std::size_t>(options.workers)) {
    std::unordered_map<std::string, std::size_t> places;
    for (const Work& work : works) {
      if (!places.emplace(work.key, items_.size()).second) {
        throw std::logic_error("work item " + work.label + " is listed twice");
      }
      items_.push_back({.work = &work});
    }
    for (Item& item : items_) {
      for (const std::string& need : item.work->needs) {
        const auto found = places.find(need);
        if (found == places.end())
          throw std::logic_error(item.work->label + " needs an item that is not listed");
        item.needs.push_back(found->second);
      }
    }
  }

  ExecutorSummary Run() {
    while (unfinished() > 0) {
      StartWhatCan();
      CheckProgressIsPossible();
      Show();
      if (unfinished() == 0) break;
      if (WaitForNews()) {
        summary_.stopped = true;
        break;
      }
      for (Seat& seat : seats_) Attend(seat);
    }
    seats_.clear();  // ends the workers
    return summary_;
  }

 private:
  std::size_t unfinished() const { return items_.size() - finished_; }

  bool Ready(const Item& item) const {
    if (item.state == State::kBusy && Clock::now() < item.ask_again) return false;
    if (item.state != State::kWaiting && item.state != State::kBusy) return false;
    return std::all_of(item.needs.begin(), item.needs.end(),
                       [this](std::size_t need) { return items_[need].state == State::kDone; });
  }

  Seat* FreeSeat() {
    for (Seat& seat : seats_) {
      if (!seat.item) return &seat;
    }
    return nullptr;
  }

  void StartWhatCan() {
    Seat* seat = FreeSeat();
    for (std::size_t i = 0; i < items_.size() && seat != nullptr; ++i) {
      if (!Ready(items_[i])) continue;
      const Decision decision = hooks_.start(*items_[i].work);
      switch (decision.start) {
        case Start::kSend:
          Send(*seat, i, decision.request);
          seat = FreeSeat();
          break;
        case Start::kDone:
          ++summary_.elsewhere;
          Finish(items_[i], State::kDone);
          break;
        case Start::kBusy:
          items_[i].state = State::kBusy;
          items_[i].ask_again = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                   std::chrono::duration<double>(options_.busy_poll_seconds));
          break;
        case Start::kFail:
          GiveUp(items_[i], {.message = decision.message, .last = true});
          break;
      }
    }
  }

  void Send(Seat& seat, std::size_t item, const nlohmann::json& request) {
    if (!seat.process) seat.process = WorkerProcess::Start(options_.environment);
    seat.item = item;
    seat.begin = seat.last_sign = Clock::now();
    seat.step = seat.steps = 0;
    items_[item].state = State::kSent;
    // A worker that is gone shows on its replies, like any that dies later.
    seat.process->Send(request);
  }

  void CheckProgressIsPossible() const {
    for (const Item& item : items_) {
      if (item.state == State::kSent || item.state == State::kBusy || Ready(item)) return;
    }
    if (unfinished() > 0) throw std::logic_error("work items need each other in a circle");
  }

  // True where a signal asks to stop.
  bool WaitForNews() {
    std::vector<pollfd> descriptors = {{.fd = signals_.descriptor(), .events = POLLIN, .revents = 0}};
    for (const Seat& seat : seats_) {
      if (seat.process)
        descriptors.push_back({.fd = seat.process->reply_descriptor(), .events = POLLIN, .revents = 0});
    }
    constexpr int kMilliseconds = 250;
    if (poll(descriptors.data(), descriptors.size(), kMilliseconds) < 0 && errno != EINTR) {
      ThrowFileError("wait for", "the workers", errno);
    }
    return signals_.Arrived();
  }

  void Attend(Seat& seat) {
    if (!seat.process) return;
    for (const nlohmann::json& reply : seat.process->Read()) Take(seat, reply);
    if (seat.process && seat.process->ended()) {
      const std::string how = seat.process->Reap();
      seat.process.reset();
      if (seat.item) FailAttempt(seat, "its worker was lost: " + how, true);
    } else if (seat.item && SecondsSince(seat.last_sign) > options_.silence_limit_seconds) {
      FailAttempt(seat,
                  "its worker gave no sign of life for " + Seconds(options_.silence_limit_seconds) +
                      ", was taken for hung and killed",
                  true);
    }
  }

  static std::string Seconds(double seconds) { return std::to_string(static_cast<int>(seconds)) + " s"; }

  void Take(Seat& seat, const nlohmann::json& reply) {
    if (!seat.item) return;
    seat.last_sign = Clock::now();
    if (reply.contains("beat")) {
      seat.step = reply["beat"][0];
      seat.steps = reply["beat"][1];
    } else if (reply.contains("error")) {
      FailAttempt(seat, reply["error"], reply.value("retry", true));
    } else {
      Item& item = items_[*seat.item];
      const double seconds = SecondsSince(seat.begin);
      hooks_.done(*item.work, reply.at("done"), seconds);
      seat.item.reset();
      ++summary_.done;
      done_seconds_ += seconds;
      Finish(item, State::kDone);
    }
  }

  // Ends the worker too: after an error its memory is not to be trusted.
  void FailAttempt(Seat& seat, const std::string& message, bool retry) {
    Item& item = items_[*seat.item];
    seat.item.reset();
    seat.process.reset();
    const bool last = !retry || item.attempt >= options_.attempts;
    const FailedAttempt attempt = {
        .message = message, .seconds = SecondsSince(seat.begin), .attempt = item.attempt, .last = last};
    if (last) {
      GiveUp(item, attempt);
    } else {
      hooks_.failed(*item.work, attempt);
      ++item.attempt;
      item.state = State::kWaiting;
    }
  }

  void GiveUp(Item& item, const FailedAttempt& attempt) {
    hooks_.failed(*item.work, attempt);
    ++summary_.failed;
    Finish(item, State::kFailed);
    for (bool changed = true; changed;) {
      changed = false;
      for (Item& other : items_) {
        if (other.state != State::kWaiting && other.state != State::kBusy) continue;
        const auto failed = std::find_if(other.needs.begin(), other.needs.end(), [this](std::size_t need) {
          return items_[need].state == State::kFailed;
        });
        if (failed == other.needs.end()) continue;
        hooks_.left_out(*other.work, items_[*failed].work->label);
        ++summary_.left_out;
        Finish(other, State::kFailed);
        changed = true;
      }
    }
  }

  void Finish(Item& item, State state) {
    item.state = state;
    ++finished_;
  }

  void Show() const {
    ExecutorView view{
        .workers = {},
        .items = static_cast<int>(items_.size()),
        .done = summary_.done + summary_.elsewhere,
        .failed = summary_.failed + summary_.left_out,
        .elsewhere = static_cast<int>(std::count_if(
            items_.begin(), items_.end(), [](const Item& item) { return item.state == State::kBusy; })),
        .done_seconds = done_seconds_,
        .done_here = summary_.done};
    for (const Seat& seat : seats_) {
      view.workers.push_back({});
      if (!seat.item) continue;
      view.workers.back() = {.label = items_[*seat.item].work->label,
                             .step = seat.step,
                             .steps = seat.steps,
                             .seconds = SecondsSince(seat.begin)};
    }
    hooks_.show(view);
  }

  const ExecutorOptions& options_;
  const ExecutorHooks& hooks_;
  StopSignals signals_;
  std::vector<Item> items_;
  std::vector<Seat> seats_;
  std::size_t finished_ = 0;
  double done_seconds_ = 0;
  ExecutorSummary summary_;
};

}  // namespace

ExecutorSummary Execute(const std::vector<Work>& works, const ExecutorOptions& options,
                        const ExecutorHooks& hooks) {
  return Executor(works, options, hooks).Run();
}

}  // namespace retable::training
