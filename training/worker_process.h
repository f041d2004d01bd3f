// The executor's side of a worker: this program started again, and what is said to it.
#ifndef RETABLE_TRAINING_WORKER_PROCESS_H_
#define RETABLE_TRAINING_WORKER_PROCESS_H_

#include <sys/types.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "training/files.h"

namespace retable::training {

// A child process that serves requests (worker.h). It leads a process group of its own, so that Ctrl-C
// reaches the parent alone, and the system kills it when its parent dies. Killed and waited for at the end of
// its life.
class WorkerProcess {
 public:
  // Starts /proc/self/exe with kWorkerArgument; `environment` is added to this process's own.
  static WorkerProcess Start(const std::map<std::string, std::string>& environment);

  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;
  ~WorkerProcess();

  // False where the worker is gone.
  bool Send(const nlohmann::json& request);

  // The replies that have arrived; does not wait. After the last one of a worker that ended, ended() is true.
  std::vector<nlohmann::json> Read();

  bool ended() const { return ended_; }
  int reply_descriptor() const { return replies_.number(); }
  pid_t pid() const { return pid_; }

  // Waits for a worker that ended (kills it if it does not) and says how: "killed by signal 9 (Killed)".
  std::string Reap();

  // Kills it and waits.
  void Kill();

 private:
  WorkerProcess(pid_t pid, FileDescriptor requests, FileDescriptor replies);

  pid_t pid_ = -1;
  FileDescriptor requests_;
  FileDescriptor replies_;
  std::string partial_;
  bool ended_ = false;
};

}  // namespace retable::training

#endif  // RETABLE_TRAINING_WORKER_PROCESS_H_
