// The responses of a whole table: every run's speedup, and every head's, its seeds averaged.
#ifndef RETABLE_REPORTS_RESPONSES_H_
#define RETABLE_REPORTS_RESPONSES_H_

#include <string>
#include <vector>

#include "reports/runs.h"
#include "reports/speedup.h"
#include "suites/table.h"

namespace retable::reports {

// One arm: runs[block][seed], in the order of the scale.
struct ArmResponses {
  std::string arm;
  std::vector<std::vector<Response>> runs;
};

struct Responses {
  std::vector<std::string> blocks;
  std::vector<std::uint64_t> seeds;
  std::vector<std::vector<const training::Result*>> baselines;  // [seed][replicate], null where not run
  std::vector<Baseline> means;                                  // [seed]
  std::vector<ArmResponses> arms;                               // in the order of the table
};

// Of the runs of FindRuns, which must outlive the answer.
Responses MeasureResponses(const suites::Table& table, const suites::Scale& scale,
                           const std::vector<CellRun>& runs);

// The arm of that id; throws std::invalid_argument where there is none.
const ArmResponses& FindArm(const Responses& responses, const std::string& id);

// One head of one arm, its seeds averaged. A seed that is missing is left out; a head with a censored seed is
// censored. `words` says what is wrong: of a censored head, of a head without any seed, and (after the mean)
// of seeds left out.
struct HeadResponse {
  Outcome outcome = Outcome::kMissing;
  double speedup = 0;
  int seeds = 0;  // that are not missing
  std::string words = "";
};
HeadResponse AverageSeeds(const std::vector<Response>& seeds);

// The difference of two arms in one head, averaged over the seeds that both have. Censored is the worst: -inf
// where the first arm alone is censored, +inf where the second alone is, 0 (a tie) where both are.
struct HeadDifference {
  double difference = 0;
  int seeds = 0;               // that both have; 0: there is no difference
  bool both_censored = false;  // a tie of two that reached nothing: no evidence that they are the same
};
HeadDifference PairSeeds(const std::vector<Response>& arm, const std::vector<Response>& against);
// Of one arm against the baseline, whose speedup over itself is 0.
HeadDifference AgainstBaseline(const std::vector<Response>& arm);

}  // namespace retable::reports

#endif  // RETABLE_REPORTS_RESPONSES_H_
