#include "training/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace retable::training {
namespace {

using Clock = std::chrono::steady_clock;

std::size_t Columns() {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10) return size.ws_col;
  return 80;
}

}  // namespace

std::string Duration(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 100) return std::to_string(whole) + " s";
  const long minutes = std::lround(seconds / 60);
  if (minutes < 60) return std::to_string(minutes) + " min";
  const std::string rest = std::to_string(minutes % 60);
  return std::to_string(minutes / 60) + " h " + (rest.size() < 2 ? "0" : "") + rest + " min";
}

std::string Overview(const ExecutorView& view) {
  std::string text = std::to_string(view.done) + " of " + std::to_string(view.items) + " done";
  if (view.failed > 0) text += ", " + std::to_string(view.failed) + " failed";
  if (view.elsewhere > 0) text += ", " + std::to_string(view.elsewhere) + " in another process";
  const int left = view.items - view.done - view.failed;
  if (left > 0 && view.done_here > 0 && !view.workers.empty()) {
    text += ", about " +
            Duration(left * view.done_seconds / view.done_here / static_cast<double>(view.workers.size())) +
            " left";
  }
  return text;
}

std::vector<std::string> WorkerLines(const ExecutorView& view) {
  std::vector<std::string> lines;
  for (const WorkerView& worker : view.workers) {
    std::string line = "worker " + std::to_string(lines.size() + 1) + ": ";
    line += worker.label.empty() ? "idle" : worker.label;
    if (worker.steps > 0)
      line += ", step " + std::to_string(worker.step) + " of " + std::to_string(worker.steps);
    if (!worker.label.empty()) line += ", " + Duration(worker.seconds);
    lines.push_back(line);
  }
  return lines;
}

void Progress::Show(const ExecutorView& view) {
  const double since_last = std::chrono::duration<double>(Clock::now() - last_).count();
  const int finished = view.done + view.failed;
  const bool first = finished_ < 0;
  const bool news = finished != finished_;
  if (!first && since_last < (terminal_ ? 0.2 : news ? 5 : 60)) return;
  last_ = Clock::now();
  finished_ = finished;
  if (terminal_) {
    Draw(view);
    return;
  }
  std::string line = Overview(view);
  for (const WorkerView& worker : view.workers) {
    if (!worker.label.empty()) line += "; " + worker.label;
  }
  std::cout << line << std::endl;
}

void Progress::Draw(const ExecutorView& view) {
  Clear();
  std::vector<std::string> lines = WorkerLines(view);
  lines.push_back(Overview(view));
  const std::size_t columns = Columns();
  for (const std::string& line : lines) std::cout << line.substr(0, columns - 1) << '\n';
  std::cout << std::flush;
  drawn_ = static_cast<int>(lines.size());
}

void Progress::Say(const std::string& line) {
  Clear();
  std::cout << line << std::endl;
}

void Progress::Clear() {
  // Up, and erase to the end of the screen.
  if (drawn_ > 0) std::cout << "\x1b[" << drawn_ << "A\x1b[J" << std::flush;
  drawn_ = 0;
}

}  // namespace retable::training
