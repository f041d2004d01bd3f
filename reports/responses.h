// The responses of a whole table: what every run measured, and every block, its seeds averaged.
//
// A response is the value of (arm, quantity) at (block, seed):
//   speedup             of a training against the baselines of its seed (speedup.h); it alone can be censored
//   prior_weight        of a training with a bias: metric "prior_weight L.H", averaged over the block's heads
//   loss_increase       metric of the arm's replacement run, of which a block has one whatever the seeds
//   iou, input_dependence, row_entropy, first_token_mass
//                       metrics of the arm's measurement of the pattern, likewise one a block
//   depth               the layer of the block's first head, from 0; measured by no run
// A table without trained arms has no baselines. The blocks of an arm are the scale's; of an arm that holds the
// library of programs, the library's.
#ifndef RETABLE_REPORTS_RESPONSES_H_
#define RETABLE_REPORTS_RESPONSES_H_

#include <string>
#include <vector>

#include "reports/runs.h"
#include "reports/speedup.h"
#include "suites/table.h"

namespace retable::reports {

// One quantity of one arm: runs[block][seed]; one response a block where the quantity is measured once a block.
struct ArmResponses {
  std::string arm;
  suites::Quantity quantity = suites::Quantity::kSpeedup;
  std::vector<std::string> blocks = {};
  std::vector<std::vector<Response>> runs = {};
};

struct Responses {
  std::vector<std::string> blocks;  // of the scale
  std::vector<std::uint64_t> seeds;
  std::vector<std::vector<const training::Result*>> baselines;  // [seed][replicate], null where not run
  std::vector<Baseline> means;                                  // [seed]
  std::vector<ArmResponses> arms;  // arm by arm in the order of the table, all quantities that it has
};

// Of the runs of FindRuns, which must outlive the answer.
Responses MeasureResponses(const suites::Table& table, const suites::Scale& scale,
                           const std::vector<CellRun>& runs);

// What the arm's runs measure, in the order of suites::Quantity; depth last.
std::vector<suites::Quantity> QuantitiesOf(const suites::Arm& arm);

// Whether any arm of the table is trained, so that there are baselines.
bool IsTrained(const suites::Table& table);

// Throws std::invalid_argument where the table has no such arm, or the arm does not measure the quantity.
const ArmResponses& FindArm(const Responses& responses, const std::string& arm, suites::Quantity quantity);

// Of one block, seed by seed; empty where the arm has not the block.
const std::vector<Response>& RunsOf(const ArmResponses& arm, const std::string& block);

// One block of one arm, its seeds averaged. A seed that is missing is left out; a block with a censored seed is
// censored. `words` says what is wrong: of a censored block, of one without any seed, and (after the mean)
// of seeds left out.
struct BlockResponse {
  Outcome outcome = Outcome::kMissing;
  double value = 0;
  int seeds = 0;  // that are not missing
  std::string words = "";
};
BlockResponse AverageSeeds(const std::vector<Response>& seeds);

// Several arms in one block, each averaged over the seeds that all of them have. A response that is measured once
// a block serves every seed.
struct SharedAverage {
  std::vector<BlockResponse> arms;  // as given
  std::vector<std::size_t> seeds;   // that all have, by their place; none: there is nothing to compare
};
SharedAverage AverageSharedSeeds(const std::vector<std::vector<Response>>& arms);

// sum weight * value - reference. Of one arm or two, censored is the worst: -inf times the weight's sign where one arm
// is censored, 0 (a tie) where both are and are subtracted. Of more arms, a block with a censored one is left out.
struct BlockDifference {
  double difference = 0;
  bool both_censored = false;  // a tie of two that reached nothing: no evidence that they are the same
  bool is_left_out = false;
};
BlockDifference WeightedSum(const std::vector<double>& weights, const std::vector<BlockResponse>& arms,
                            double reference);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_RESPONSES_H_
