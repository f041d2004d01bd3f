#include "training/worker.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <exception>
#include <iostream>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace retable::training {
namespace {

using Clock = std::chrono::steady_clock;

// Without its reader a worker is of no use.
void Reply(const nlohmann::json& reply) {
  // Messages of exceptions may be anything: bytes that are not UTF-8 are replaced.
  std::string line = reply.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = write(kReplyDescriptor, rest.data(), rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) _exit(1);
    rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

nlohmann::json Error(const std::string& message, bool retry) {
  return {{"error", message}, {"retry", retry}};
}

nlohmann::json Answer(const RequestHandler& handler, const std::string& line) {
  Clock::time_point last_beat;
  const auto beat = [&last_beat](int step, int steps) {
    if (Clock::now() - last_beat < std::chrono::milliseconds(200)) return;
    last_beat = Clock::now();
    Reply({{"beat", {step, steps}}});
  };
  try {
    return {{"done", handler(nlohmann::json::parse(line), beat)}};
  } catch (const std::bad_alloc&) {
    return Error("out of memory", true);
  } catch (const std::logic_error& error) {
    return Error(error.what(), false);
  } catch (const std::exception& error) {
    return Error(error.what(), true);
  } catch (...) {
    return Error("an exception that is no std::exception was thrown", true);
  }
}

}  // namespace

int ServeRequests(const RequestHandler& handler) {
  fcntl(kReplyDescriptor, F_SETFD, FD_CLOEXEC);
  std::string line;
  while (std::getline(std::cin, line)) Reply(Answer(handler, line));
  return 0;
}

}  // namespace retable::training
