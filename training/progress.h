// How far are we? Redrawn in place on a terminal, one line a worker and one for all; elsewhere a plain line
// now and then.
#ifndef RETABLE_TRAINING_PROGRESS_H_
#define RETABLE_TRAINING_PROGRESS_H_

#include <chrono>
#include <string>
#include <vector>

#include "training/executor.h"

namespace retable::training {

// "45 s", "12 min", "3 h 05 min".
std::string Duration(double seconds);

// "12 of 40 done, 1 failed, about 12 min left". The rest is taken to last, on average, what the done ones
// did.
std::string Overview(const ExecutorView& view);

// "worker 1: real_attention 1.0 seed 2, step 120 of 500, 30 s".
std::vector<std::string> WorkerLines(const ExecutorView& view);

class Progress {
 public:
  explicit Progress(bool terminal) : terminal_(terminal) {}
  ~Progress() { Clear(); }

  void Show(const ExecutorView& view);

  // A line that stays.
  void Say(const std::string& line);

 private:
  void Clear();
  void Draw(const ExecutorView& view);

  bool terminal_;
  int drawn_ = 0;  // lines on the terminal that are ours to redraw
  int finished_ = -1;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace retable::training

#endif  // RETABLE_TRAINING_PROGRESS_H_
