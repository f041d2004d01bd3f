// Speedup: by which fraction does a run reach given losses in fewer steps than the baseline?
//
//   speedup = mean over thresholds of  steps(baseline) / steps(run) - 1
//   steps(x) = the first step, interpolated between evaluations, at which x is at or below the threshold
//   steps(baseline) = mean over the replicates of that seed
// Positive is faster; 0.036 is +3.6 %. "Strict": defined only where the run reaches every threshold. A run
// that misses one, or that the method made fail (its loss became NaN), is censored: kept, counted, and the
// worst in rank tests. What the machine broke (killed, disk full) counts as not run. Where a baseline
// replicate misses a threshold or failed, no run of that seed has a speedup. Refuses, with
// std::invalid_argument: a threshold that is reached at step 0, thresholds that differ in number.
#ifndef RETABLE_REPORTS_SPEEDUP_H_
#define RETABLE_REPORTS_SPEEDUP_H_

#include <optional>
#include <string>
#include <vector>

#include "training/run.h"

namespace retable::reports {

// The steps at which a run crosses its thresholds, in their order; nothing where it never does.
std::vector<std::optional<double>> Crossings(const training::Measurement& measurement);

// What the runs of one seed are compared with.
struct Baseline {
  std::vector<double> steps = {};  // per threshold; empty where undefined
  int replicates = 0;              // averaged
  std::string undefined;           // why there is no baseline, in words; empty where there is one
};

// Of the replicates' results, null where not run: those that are there are averaged.
Baseline MeanBaseline(const std::vector<const training::Result*>& replicates);

enum class Outcome { kReached, kCensored, kMissing };

// What one run gives: a speedup, or another quantity (responses.h), which has no censoring.
struct Response {
  Outcome outcome = Outcome::kMissing;
  double value = 0;  // where reached
  // Where not: "not run", "failed: loss is NaN at step 140", "censored at 5 of 6 thresholds".
  std::string words = "";
};

// The speedup of one run, null where not run.
Response Speedup(const Baseline& baseline, const training::Result* run);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_SPEEDUP_H_
