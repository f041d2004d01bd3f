// Does work items that need each other, on worker processes of this machine.
//
// A worker stays alive over many items. One that crashes, hangs or throws costs its item only: the item is
// tried again in a fresh worker, and after the last attempt it has failed; what needs it is left out; the
// rest goes on. Ctrl-C (SIGINT), SIGTERM and SIGHUP stop everything at once: the workers are killed, what was
// reported stays.
#ifndef RETABLE_TRAINING_EXECUTOR_H_
#define RETABLE_TRAINING_EXECUTOR_H_

#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace retable::training {

struct Work {
  std::string key;                 // unique
  std::string label;               // what people are shown
  std::vector<std::string> needs;  // keys of the items before it; all of them are in the list
  std::string kind;                // "run" or "artifact"
};

// What to do with an item whose needs are done.
enum class Start {
  kSend,  // give `request` to a worker
  kDone,  // it is done already
  kBusy,  // somebody else does it: ask again later
  kFail,  // it cannot be done, `message` says why
};
struct Decision {
  Start start = Start::kSend;
  nlohmann::json request = nullptr;
  std::string message = {};
};

// One attempt that failed; `last` where no other follows.
struct FailedAttempt {
  std::string message;
  double seconds = 0;
  int attempt = 1;
  bool last = false;
};

// What a worker does now; an empty label means idle.
struct WorkerView {
  std::string label;
  int step = 0;
  int steps = 0;
  double seconds = 0;
};
struct ExecutorView {
  std::vector<WorkerView> workers;
  int items = 0;
  int done = 0;
  int failed = 0;           // and left out
  int elsewhere = 0;        // being done by another process
  double done_seconds = 0;  // of the items that were done here
  int done_here = 0;
};

// Called from the one thread of Execute. What they throw ends Execute; workers are killed then.
struct ExecutorHooks {
  std::function<Decision(const Work&)> start;
  std::function<void(const Work&, const nlohmann::json& value, double seconds)> done;
  std::function<void(const Work&, const FailedAttempt&)> failed;
  std::function<void(const Work&, const std::string& because)> left_out;
  std::function<void(const ExecutorView&)> show;  // a few times a second
};

struct ExecutorOptions {
  int workers = 1;
  int attempts = 3;
  double silence_limit_seconds = 600;  // without a beat or a reply; then the worker is taken for hung
  double busy_poll_seconds = 1;
  std::map<std::string, std::string> environment;  // of the workers, added to this process's own
};

// Items are begun in the order of `works` as their needs allow.
struct ExecutorSummary {
  int done = 0;       // here
  int elsewhere = 0;  // found done when their turn came
  int failed = 0;
  int left_out = 0;
  bool stopped = false;  // by a signal
};
ExecutorSummary Execute(const std::vector<Work>& works, const ExecutorOptions& options,
                        const ExecutorHooks& hooks);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_EXECUTOR_H_
