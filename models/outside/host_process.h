// One sandboxed Python that runs one file of programs (host.py), and what is said to it.
#ifndef RETABLE_MODELS_OUTSIDE_HOST_PROCESS_H_
#define RETABLE_MODELS_OUTSIDE_HOST_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "data/scoped_folder.h"
#include "models/outside/answer.h"
#include "models/outside/descriptor.h"
#include "models/outside/sandbox.h"

namespace retable::models::outside {

// The process died, hung or spoiled its answer, and is no more. Its message is the reason, in words.
class HostGone : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Killed, with its whole process group, and waited for at the end of its life.
class HostProcess {
 public:
  // Throws std::runtime_error where Python cannot be run, or the system lacks what a process takes.
  HostProcess(const std::filesystem::path& python, const Limits& limits);
  HostProcess(const HostProcess&) = delete;
  HostProcess& operator=(const HostProcess&) = delete;
  ~HostProcess();

  // Sends `request` with a fresh token and waits for the answer, `seconds` at most. Throws HostGone, after
  // which nothing more can be asked.
  Answer Ask(nlohmann::json request, double seconds, std::size_t most_payload_bytes);

  // Whether it waits for a request. False: it is gone, or bytes that nobody asked for have come.
  bool Idle() const;

  const Isolation& isolation() const { return isolation_; }

  // The first bytes of what was printed since the last Ask began.
  const std::string& printed() const { return printed_; }

 private:
  using Clock = std::chrono::steady_clock;

  struct Exchange {
    std::string request;  // what is still to be sent
    std::string answer;   // what came
    double seconds = 0;   // that it may take
    Clock::time_point started = Clock::now();
  };

  Answer Converse(Exchange& exchange, const std::string& token, std::size_t most_payload_bytes);
  bool Wait(const Exchange& exchange) const;  // false: time is up
  void Send(Exchange& exchange) const;
  bool Receive(Exchange& exchange) const;  // false: nothing more will come
  void KeepOutput();
  void ReadGreeting();
  std::string HowItEnded();
  void Kill();

  data::ScopedFolder folder_;
  std::size_t kept_output_bytes_;
  Isolation isolation_;
  pid_t pid_ = -1;
  // The other end of requests stays open here, so that no write finds it closed.
  Pipe requests_;
  Descriptor answers_, output_;
  std::string printed_;
};

}  // namespace retable::models::outside

#endif  // RETABLE_MODELS_OUTSIDE_HOST_PROCESS_H_
