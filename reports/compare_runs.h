// Two sets of results, run by run: what do both have, is it equal bit for bit, and what does one side lack?
//
// A run is the same on both sides where its key is: recipe, seed, and trainer with its version. Its two
// measurements are equal, bit for bit, or some way apart, told by held-out losses in nats a token:
//   curve  max |loss_B - loss_A| over the steps at which both curves have a point
//   last   |loss_B - loss_A| of their last points, whose steps differ where one of the two stopped earlier
// Beside the recipe, the machine decides bits: CPU, BLAS with its kernel, libtorch, device, threads, and the
// bytes of the data. Where both results recorded all of these and they are equal, so must the measurements
// be, whatever the commits: otherwise somebody changed what the trainer measures without raising its version,
// or a run is not deterministic.
#ifndef RETABLE_REPORTS_COMPARE_RUNS_H_
#define RETABLE_REPORTS_COMPARE_RUNS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reports/runs.h"
#include "training/run.h"

namespace retable::reports {

// Why a store has no result of a run, as "recipe changed: batch 8 -> 16".
using WhyLacking = std::function<std::string(const training::Run&)>;

struct RunDifference {
  std::string run;               // Name(cell)
  std::string key;               // of both
  std::string parts;             // that differ: "curve, metrics, final weights"
  bool is_same_machine = false;  // so it is an error
  std::optional<double> curve;   // nothing where the curves share no step
  std::optional<double> last;    // nothing where there is no curve
};

// Runs of one arm that one side alone has, and for one reason.
struct Lack {
  std::string side;  // that has none: "A" or "B"
  std::string arm;
  std::string why;
  std::vector<std::string> runs;  // Name(cell), in the order of the cells
};

struct RunComparison {
  int shared = 0;                        // measured on both sides, failures of the method among them
  int equal = 0;                         // of those, bit for bit
  int same_machine = 0;                  // of those, made by machines that decide bits alike
  std::vector<RunDifference> different;  // same machine first, then the largest difference of curves
  std::vector<Lack> lacks;               // in the order of the cells
};

// Of the same cells, as FindRuns gives them. Without `why`, a run that is lacking was "not run". Throws
// std::invalid_argument where the cells are not the same.
RunComparison CompareRuns(const std::vector<CellRun>& a, const std::vector<CellRun>& b,
                          const WhyLacking& why_a = {}, const WhyLacking& why_b = {});

// Whether two results say that they come from machines that decide bits alike. Not where something
// was not recorded.
bool IsSameMachine(const training::Provenance& a, const training::Provenance& b);

// Those that both have: a run that either side has no measurement of loses its result on both.
void KeepShared(std::vector<CellRun>& a, std::vector<CellRun>& b);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_COMPARE_RUNS_H_
