// The worker's side of the executor: a process that does one request after another.
//
// Protocol, one JSON object a line. Requests arrive on standard input. Replies leave on file descriptor 3, so
// that whatever a library prints cannot be taken for one (standard output goes to standard error):
//   {"beat": [step, steps]}                  alive
//   {"done": <the handler's value>}          the request is done
//   {"error": "...", "retry": true|false}    the handler threw; retry is false for std::logic_error, which
//                                            another attempt would throw again
#ifndef RETABLE_TRAINING_WORKER_H_
#define RETABLE_TRAINING_WORKER_H_

#include <functional>
#include <nlohmann/json.hpp>

namespace retable::training {

inline constexpr int kReplyDescriptor = 3;

// The argument that makes a program of RunProgram a worker.
inline constexpr const char* kWorkerArgument = "--worker";

// Does a request; calls `beat` now and then, or is taken for hung.
using RequestHandler =
    std::function<nlohmann::json(const nlohmann::json& request, const std::function<void(int, int)>& beat)>;

// Serves until standard input ends. Returns the exit code.
int ServeRequests(const RequestHandler& handler);

}  // namespace retable::training

#endif  // RETABLE_TRAINING_WORKER_H_
